#include "grundy/certificate_sparse.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "retrograph/support/error.hpp"
#include "retrograph/support/parallel.hpp"

#include "grundy/certificate_step.hpp"

namespace retrograph {
namespace {

class SparseChecker {
 public:
  SparseChecker(const Certificate& c, const HeapGame& game, const CheckOptions& options)
      : c_(c), game_(game), options_(options), rule_(c, game) {}

  CheckReport run() {
    check_rule();
    check_windows();
    report_.segments_of = c_.windows.size() - 1;
    if (check_claim() && check_prefix()) check_segments();
    report_.ok = report_.failure.empty();
    report_.sampled = report_.ok && report_.segments < report_.segments_of;
    return report_;
  }

 private:
  void require(bool condition, std::string_view what) const {
    if (!condition) fail(Category::malformed, "certificate of {}: {}", c_.game, what);
  }
  bool refuse(std::uint64_t at, std::string why) {
    report_.failed_at = at;
    report_.failure = std::move(why);
    return false;
  }

  void check_rule() {
    require(c_.mask != 0, "the mask is 0");
    require(!c_.position || rule_.one_parity(), "position parity does not fit the splitting digits");
    require(!c_.position || c_.period % 2 == 0, "the period is odd, and position parity is used");
    for (std::size_t i = 0; i < c_.rares.size(); ++i) {
      require(i == 0 || c_.rares[i - 1].heap < c_.rares[i].heap, "the rare heaps are not ascending");
      require(rule_.rare(c_.rares[i].heap, c_.rares[i].value), "a heap listed as rare is common by the rule");
    }
    window_ = std::max(c_.depth, c_.rares.empty() ? 0 : c_.rares.back().heap) + c_.k;
    require(window_ >= 1, "the window is empty");
    require(window_ <= std::uint64_t{1} << 32 && c_.start <= std::uint64_t{1} << 60 &&
                c_.period <= std::uint64_t{1} << 60,
            "a number is out of range");
  }

  void check_windows() {
    n1_ = std::max(c_.start + window_, 2 * window_ + (game_.kind == HeapGame::Kind::grundy ? 1 : 0));
    require(c_.windows.size() >= 2, "fewer than two windows");
    for (std::size_t i = 0; i < c_.windows.size(); ++i) {
      require(i == 0 || c_.windows[i - 1].at < c_.windows[i].at, "the windows are not ascending");
      require(c_.windows[i].values.size() >= window_, "a window is too short");
      require(c_.windows[i].values.size() <= c_.windows[i].at, "a window is longer than its heap");
    }
    require(c_.windows.back().at == n1_ + c_.period, "the last window is not one period after n1");
    require(c_.windows.front().at <= n1_ && c_.windows.front().at <= 4 * window_ + (std::uint64_t{1} << 22),
            "the first window is too far out");
    first_ = &window_at(n1_);
    last_ = &c_.windows.back();
    const std::uint64_t reach = n1_ - c_.start + (c_.start > 0 ? 1 : 0);
    require(first_->values.size() >= reach && last_->values.size() >= reach,
            "the windows that are compared do not reach back to the start");
  }

  [[nodiscard]] const CertificateWindow& window_at(std::uint64_t at) const {
    const auto found = std::find_if(c_.windows.begin(), c_.windows.end(),
                                    [&](const CertificateWindow& window) { return window.at == at; });
    if (found == c_.windows.end())
      fail(Category::malformed, "certificate of {}: there is no window at {}", c_.game, at);
    return *found;
  }

  // The value `back` heaps before the window's end.
  [[nodiscard]] static std::uint16_t value(const CertificateWindow& window, std::uint64_t back) {
    return window.values[window.values.size() - back];
  }

  bool check_claim() {
    for (std::uint64_t n = c_.start; n < n1_; ++n)
      if (value(*first_, n1_ - n) != value(*last_, n1_ - n))
        return refuse(n, fmt::format("the period breaks at {}: G({}) = {}, but G({}) = {}", n, n,
                                     value(*first_, n1_ - n), n + c_.period, value(*last_, n1_ - n)));
    if (c_.start > 0 && value(*first_, n1_ - c_.start + 1) == value(*last_, n1_ - c_.start + 1))
      return refuse(c_.start - 1,
                    fmt::format("the period holds at {} too: the start is not the least", c_.start - 1));
    std::uint64_t rest = c_.period;
    for (std::uint64_t q = 2; rest > 1; ++q) {
      if (q * q > rest) q = rest;
      if (rest % q != 0) continue;
      while (rest % q == 0) rest /= q;
      const CertificateWindow& part = window_at(n1_ + c_.period / q);
      bool equal = true;
      for (std::uint64_t back = 1; back <= window_; ++back)
        equal = equal && value(part, back) == value(*first_, back);
      if (equal)
        return refuse(c_.start, fmt::format("{} is a multiple of the period {}", c_.period, c_.period / q));
    }
    return true;
  }

  bool check_prefix() {
    CertificateStep step(c_, game_, rule_);
    const std::uint64_t end = c_.windows.front().at;
    std::size_t rare = 0;
    for (std::uint64_t n = 0; n < end; ++n) {
      if (const auto why = step.prefix_heap()) return refuse(n, *why);
      const std::uint32_t found = step.value(n);
      const bool listed = rare < c_.rares.size() && c_.rares[rare].heap == n;
      if (listed != rule_.rare(n, found) || (listed && c_.rares[rare].value != found))
        return refuse(n, fmt::format("G({}) = {} does not fit the list of rare heaps", n, found));
      rare += listed ? 1 : 0;
      if (n % 4096 == 0) poll(4096);
    }
    report_.checked += end;
    if (rare != c_.rares.size())
      return refuse(c_.rares[rare].heap,
                    fmt::format("heap {} is listed as rare, beyond the first window", c_.rares[rare].heap));
    head_ = step.take_values();
    const CertificateWindow& window = c_.windows.front();
    for (std::uint64_t back = window.values.size(); back > 0; --back)
      if (value(window, back) != head_[end - back])
        return refuse(end - back, fmt::format("G({}) = {}, the window says {}", end - back, head_[end - back],
                                              value(window, back)));
    head_.resize(std::min<std::size_t>(head_.size(), window_ + 1));
    return true;
  }

  void poll(std::uint64_t values) const {
    if (options_.progress != nullptr) options_.progress->add(values);
    if (options_.stop != nullptr) options_.stop->throw_if_stopped();
  }

  struct Failure {
    std::uint64_t at = ~std::uint64_t{0};
    std::string why;
  };

  void check_segments() {
    const std::uint64_t shards = std::max<std::uint64_t>(options_.shards, 1);
    std::vector<std::size_t> mine;
    for (std::size_t i = options_.shard; i + 1 < c_.windows.size(); i += shards) mine.push_back(i);
    par::WorkerLocal<Failure> failures;
    par::for_ranges(mine.size(), 1, [&](std::size_t begin, std::size_t end, unsigned worker) {
      for (std::size_t i = begin; i < end; ++i) {
        const Failure failure = check_segment(c_.windows[mine[i]], c_.windows[mine[i] + 1]);
        if (failure.at < failures[worker].at) failures[worker] = failure;
      }
    });
    report_.segments = mine.size();
    for (const std::size_t i : mine) report_.checked += c_.windows[i + 1].at - c_.windows[i].at;
    Failure first;
    failures.for_each([&](const Failure& failure) {
      if (failure.at < first.at) first = failure;
    });
    if (!first.why.empty()) refuse(first.at, first.why);
  }

  [[nodiscard]] Failure check_segment(const CertificateWindow& from, const CertificateWindow& to) const {
    CertificateStep step(c_, game_, rule_);
    step.jump(head_, from);
    for (std::uint64_t n = from.at; n < to.at; ++n) {
      if (const auto why = step.segment_heap()) return {n, *why};
      if (n % 65536 == 0) poll(65536);
    }
    const std::uint64_t compared = std::min<std::uint64_t>(to.values.size(), step.kept());
    for (std::uint64_t back = compared; back > 0; --back)
      if (step.value(to.at - back) != value(to, back))
        return {to.at - back, fmt::format("G({}) = {}, the window says {}", to.at - back,
                                          step.value(to.at - back), value(to, back))};
    return {};
  }

  const Certificate& c_;
  const HeapGame& game_;
  const CheckOptions& options_;
  CertificateRule rule_;
  CheckReport report_;
  std::uint64_t window_ = 0;
  std::uint64_t n1_ = 0;
  const CertificateWindow* first_ = nullptr;
  const CertificateWindow* last_ = nullptr;
  std::vector<std::uint16_t> head_;
};

}  // namespace

CheckReport check_sparse_window(const Certificate& certificate, const HeapGame& game,
                                const CheckOptions& options) {
  return SparseChecker(certificate, game, options).run();
}

}  // namespace retrograph
