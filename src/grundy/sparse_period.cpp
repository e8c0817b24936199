#include "grundy/sparse_period.hpp"

#include <algorithm>

#include "retrograph/support/error.hpp"

namespace retrograph {
namespace {

constexpr std::size_t most_windows = 512;
constexpr std::uint64_t scan_chunk = std::uint64_t{1} << 16;

void append_values(const SparseBlock& block, std::vector<std::uint16_t>& values) {
  values.insert(values.end(), block.plain.begin(), block.plain.end());
  for (std::size_t i = 0; i < block.packed.size(); ++i)
    values.push_back(block.packing->common(block.first + i, block.packed[i]));
}

std::vector<std::uint64_t> prime_factors(std::uint64_t n) {
  std::vector<std::uint64_t> primes;
  for (std::uint64_t q = 2; q * q <= n; ++q)
    for (; n % q == 0; n /= q)
      if (primes.empty() || primes.back() != q) primes.push_back(q);
  if (n > 1) primes.push_back(n);
  return primes;
}

}  // namespace

void PeriodFinder::restart() {
  packing_ = Packing(runner_.state().rule());
  search_ = WindowSearch();
  window_ = 0;
  repeat_.reset();
}

bool PeriodFinder::feed(const SparseBlock& block) {
  if (period_ || runner_.state().largest() >= Packing::values) return period_.has_value();
  std::span<const std::uint8_t> keys = block.packed;
  if (!block.plain.empty()) {
    keys_.resize(block.plain.size());
    std::transform(block.plain.begin(), block.plain.end(), keys_.begin(),
                   [&](std::uint16_t value) { return static_cast<std::uint8_t>(packing_.pack(value)); });
    keys = keys_;
  }
  const auto found = search_.feed(block.first, keys);
  // A new rare heap or a deeper exclusion makes the window longer, and what it proved nothing.
  if (!found || runner_.state().window() > window_) return false;
  anchor_ = search_.anchored_at();
  if (runner_.state().rule().position && (*found - anchor_) % 2 != 0) return false;
  repeat_ = found;
  return false;
}

void PeriodFinder::at_block_end() {
  if (period_) return;
  const SparseState& state = runner_.state();
  if (repeat_ && state.window() == window_) return resolve(*repeat_);
  keep_window();
  const std::uint64_t window = state.window();
  if (window > window_) {
    window_ = 0;
    search_.keep(2 * window + 64);
  }
  const bool due = window_ == 0 ? search_.next() > 2 * window : search_.next() >= 2 * search_.anchored_at();
  if (!due || search_.there() < window || state.largest() >= Packing::values) return;
  window_ = window;
  search_.anchor(window);
}

void PeriodFinder::keep_window() {
  const std::uint64_t next = runner_.state().next();
  const std::uint64_t last = kept_.empty() ? 0 : kept_.back().at;
  if (next < last + spacing_) return;
  kept_.push_back(runner_.window(2 * runner_.state().window() + 64));
  if (kept_.size() < most_windows) return;
  for (std::size_t i = 1; 2 * i < kept_.size(); ++i) kept_[i] = std::move(kept_[2 * i]);
  kept_.resize((kept_.size() + 1) / 2);
  spacing_ *= 2;
}

SparseRunner PeriodFinder::runner_before(std::uint64_t heap) const {
  const auto head = runner_.state().history().head();
  // Any stretch of the head is a window.
  CertificateWindow from;
  from.at = std::min<std::uint64_t>(heap, head.size());
  const std::uint64_t size = std::min(from.at, 2 * runner_.state().window() + 64);
  from.values.assign(head.begin() + static_cast<std::ptrdiff_t>(from.at - size),
                     head.begin() + static_cast<std::ptrdiff_t>(from.at));
  for (const CertificateWindow& window : kept_)
    if (window.at <= heap && window.at > from.at && window.values.size() > runner_.state().window())
      from = window;
  return runner_.at(from);
}

CertificateWindow PeriodFinder::window_at(std::uint64_t heap, std::uint64_t size) const {
  const auto head = runner_.state().history().head();
  if (heap <= head.size())
    return {heap,
            {head.begin() + static_cast<std::ptrdiff_t>(heap - size),
             head.begin() + static_cast<std::ptrdiff_t>(heap)}};
  SparseRunner runner = runner_before(heap);
  runner.advance(heap, [](const SparseBlock&) {});
  return runner.window(size);
}

bool PeriodFinder::same_windows(std::uint64_t heap) const {
  return window_at(heap, window_).values == window_at(heap + period_->length, window_).values;
}

// The values from heap `from` on, chunk by chunk: copied while they lie in the head, computed again after
// that.
class PeriodFinder::Stream {
 public:
  Stream(const PeriodFinder& finder, std::uint64_t from) : finder_(finder), at_(from) {}

  std::span<const std::uint16_t> next(std::uint64_t count) {
    const auto head = finder_.runner_.state().history().head();
    values_.clear();
    if (at_ + count <= head.size()) {
      values_.assign(head.begin() + static_cast<std::ptrdiff_t>(at_),
                     head.begin() + static_cast<std::ptrdiff_t>(at_ + count));
    } else {
      if (!runner_) {
        runner_.emplace(finder_.runner_before(at_));
        runner_->advance(at_, [](const SparseBlock&) {});
      }
      runner_->advance(at_ + count, [&](const SparseBlock& block) { append_values(block, values_); });
    }
    at_ += count;
    return values_;
  }

 private:
  const PeriodFinder& finder_;
  std::uint64_t at_;
  std::optional<SparseRunner> runner_;
  std::vector<std::uint16_t> values_;
};

// The last heap of [from, to) that breaks the period, plus one; `from` if none does.
std::uint64_t PeriodFinder::scan_start(std::uint64_t from, std::uint64_t to) const {
  Stream early(*this, from);
  Stream late(*this, from + period_->length);
  std::uint64_t start = from;
  for (std::uint64_t at = from; at < to; at += scan_chunk) {
    const std::uint64_t count = std::min(to - at, scan_chunk);
    const auto a = early.next(count);
    const auto b = late.next(count);
    for (std::uint64_t i = 0; i < count; ++i)
      if (a[i] != b[i]) start = at + i + 1;
  }
  return start;
}

std::uint64_t PeriodFinder::find_start() const {
  const auto head = runner_.state().history().head();
  const std::uint64_t length = period_->length;
  std::uint64_t start = anchor_ - window_;
  if (anchor_ + length <= head.size()) {
    while (start > 0 && head[start - 1] == head[start - 1 + length]) --start;
    return start;
  }
  // The kept windows up to the anchor, and heap 0 before them: bisect for the last that does not repeat.
  std::vector<std::uint64_t> points{0};
  for (const CertificateWindow& window : kept_)
    if (window.at < anchor_ && window.at >= 2 * window_) points.push_back(window.at);
  points.push_back(anchor_);
  std::size_t broken = 0;
  std::size_t whole = points.size() - 1;
  while (whole - broken > 1) {
    const std::size_t middle = (broken + whole) / 2;
    (same_windows(points[middle]) ? whole : broken) = middle;
  }
  const std::uint64_t from = points[broken] < window_ ? 0 : points[broken] - window_;
  return scan_start(from, points[whole]);
}

void PeriodFinder::resolve(std::uint64_t end) {
  period_ = Period{end - anchor_, 0, 0, Proof::sparse_window};
  period_->start = find_start();
}

Certificate PeriodFinder::certificate() const {
  const SparseState& state = runner_.state();
  Certificate c;
  c.game = state.game().name;
  c.theorem = Proof::sparse_window;
  c.start = period_->start;
  c.period = period_->length;
  c.k = state.game().last_digit();
  c.mask = state.rule().mask;
  c.position = state.rule().position;
  c.depth = state.depth();
  c.rares = state.rares();
  // The window before n1 begins at the start, so that equality with the one before n1 + p says it all; one
  // value more shows that the start is the least.
  const std::uint64_t early = 2 * window_ + (state.game().kind == HeapGame::Kind::grundy ? 1 : 0);
  const std::uint64_t n1 = std::max(c.start + window_, early);
  const std::uint64_t size = n1 - c.start + (c.start > 0 ? 1 : 0);
  std::vector<std::uint64_t> points;
  for (const std::uint64_t q : prime_factors(c.period)) points.push_back(n1 + c.period / q);
  for (const CertificateWindow& window : kept_)
    if (window.at > early && window.at < n1 + c.period && window.values.size() >= window_)
      points.push_back(window.at);
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  std::erase(points, n1);
  if (n1 > early) c.windows.push_back(window_at(early, window_));
  for (const std::uint64_t at : points) c.windows.push_back(window_at(at, window_));
  c.windows.push_back(window_at(n1, size));
  c.windows.push_back(window_at(n1 + c.period, size));
  std::sort(c.windows.begin(), c.windows.end(),
            [](const CertificateWindow& a, const CertificateWindow& b) { return a.at < b.at; });
  return c;
}

}  // namespace retrograph
