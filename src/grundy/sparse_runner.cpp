#include "grundy/sparse_runner.hpp"

#include <algorithm>

#include "grundy/many_run.hpp"

namespace retrograph {
namespace {

constexpr std::uint64_t step_block = few::chunk;
// Heaps between two plans, doubled whenever one ends early: a plan costs as much as some 10^4 steps.
constexpr std::uint64_t least_wait = std::uint64_t{1} << 14;
constexpr std::uint64_t most_wait = std::uint64_t{1} << 24;
// The list of parts is chosen anew from values further out each time the run is so much longer.
constexpr std::uint64_t renewal_factor = 8;
constexpr std::uint64_t last_renewal = std::uint64_t{1} << 26;

}  // namespace

SparseRunner::SparseRunner(SparseState state) : state_(std::move(state)) {}
SparseRunner::SparseRunner(SparseRunner&&) noexcept = default;
SparseRunner::~SparseRunner() = default;

SparseRunner SparseRunner::at(const CertificateWindow& window) const {
  SparseRunner other(state_);
  other.state_.jump(window.at, window.values);
  other.few_ = few_;
  other.many_ = many_;
  other.width_ = width_;
  other.tried_at_ = window.at;
  other.wait_ = most_wait;
  return other;
}

void SparseRunner::advance(std::uint64_t end, BlockVisit visit) {
  while (state_.next() < end) {
    if (state_.next() % few::chunk == 0 && state_.next() + few::chunk <= end && ready()) {
      run_to(end, visit);
    } else {
      run_.reset();
      step_to(std::min(end, (state_.next() / few::chunk + 1) * few::chunk), visit);
    }
  }
}

void SparseRunner::drop_plan() {
  run_.reset();
  few_.reset();
  many_.reset();
}

void SparseRunner::renew_plan() {
  drop_plan();
  tried_at_ = state_.next();
  if (auto few = few::make_plan(state_, width_)) {
    few_ = std::make_shared<const few::Prepared>(std::move(few));
  } else {
    many_ = many::make_plan(state_);
  }
}

const SparsePlan* SparseRunner::plan() const noexcept {
  return few_ ? static_cast<const SparsePlan*>(few_->plan.get()) : many_.get();
}

bool SparseRunner::ready() {
  const std::uint64_t next = state_.next();
  const SparsePlan* now = plan();
  if (now != nullptr && (now->rule != state_.rule() || now->rares != state_.rares().size())) {
    drop_plan();
    now = nullptr;
  }
  const bool due = now != nullptr ? next < last_renewal && next >= renewal_factor * now->made_at
                                  : next >= tried_at_ + wait_;
  if (due) renew_plan();
  if (run_) return true;
  if (few_) {
    if (next - state_.history().known_from() < state_.window()) return false;
    run_ = std::make_unique<few::Run>(few_, state_, simd_level());
  } else if (many_ && many::Run::can_start(*many_, state_)) {
    run_ = std::make_unique<many::Run>(many_, state_, simd_level());
  }
  return run_ != nullptr;
}

void SparseRunner::run_to(std::uint64_t end, BlockVisit visit) {
  const SparseKernelRun::Size size = run_->size();
  while (state_.next() + size.unit <= end) {
    const std::uint64_t first = state_.next();
    const SparseResult result =
        run_->next(state_, std::min(size.most, (end - first) / size.unit * size.unit));
    block_.resize(result.packed.size());
    plan()->packing.unpack(first, result.packed, block_.data());
    state_.append_common(block_);
    state_.raise_depth(result.depth);
    if (!result.packed.empty()) visit({first, result.packed, {}, &plan()->packing});
    if (result.whole) continue;
    wait_ = std::clamp(2 * wait_, least_wait, most_wait);
    if (result.overflow) {
      if (few_) width_ = 2 * few_->plan->width;
      drop_plan();
      tried_at_ = state_.next() - std::min(state_.next(), wait_);
    }
    run_.reset();
    step_to(state_.next() + 1, visit);
    return;
  }
}

void SparseRunner::step_to(std::uint64_t end, BlockVisit visit) {
  while (state_.next() < end) {
    const std::uint64_t first = state_.next();
    const std::uint64_t last = std::min(end, first + step_block);
    while (state_.next() < last) state_.step();
    const auto values = state_.history().recent(first, last - first);
    block_.assign(values.begin(), values.end());
    visit({first, {}, block_, nullptr});
  }
}

CertificateWindow SparseRunner::window(std::uint64_t size) const {
  const std::uint64_t next = state_.next();
  size = std::min(size, next - state_.history().tail_from());
  const auto values = state_.history().recent(next - size, size);
  return {next, {values.begin(), values.end()}};
}

}  // namespace retrograph
