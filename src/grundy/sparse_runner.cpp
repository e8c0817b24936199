#include "grundy/sparse_runner.hpp"

#include <algorithm>

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
  other.prepared_ = prepared_;
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

void SparseRunner::renew_plan() {
  run_.reset();
  prepared_.reset();
  tried_at_ = state_.next();
  if (auto plan = few::make_plan(state_, width_))
    prepared_ = std::make_shared<const few::Prepared>(std::move(plan));
}

bool SparseRunner::ready() {
  const std::uint64_t next = state_.next();
  if (prepared_ &&
      (prepared_->plan->rule != state_.rule() || prepared_->plan->rares != state_.rares().size())) {
    run_.reset();
    prepared_.reset();
  }
  const bool due = prepared_ ? next < last_renewal && next >= renewal_factor * prepared_->plan->made_at
                             : next >= tried_at_ + wait_;
  if (due) renew_plan();
  if (!prepared_) return false;
  if (!run_) {
    const std::uint64_t history = state_.history().complete() ? next : next - state_.history().tail_from();
    if (history < state_.window()) return false;
    run_.emplace(prepared_, state_, simd_level());
  }
  return true;
}

void SparseRunner::run_to(std::uint64_t end, BlockVisit visit) {
  while (state_.next() + few::chunk <= end) {
    const few::Run::Result result = run_->next();
    const std::uint64_t first = state_.next();
    block_.resize(result.packed.size());
    run_->plan().packing.unpack(first, result.packed, block_.data());
    state_.append_common(block_);
    state_.raise_depth(result.depth);
    if (!result.packed.empty()) visit({first, result.packed, {}, &prepared_->plan->packing});
    if (result.whole) continue;
    wait_ = std::clamp(2 * wait_, least_wait, most_wait);
    if (result.overflow) {
      width_ = 2 * run_->plan().width;
      prepared_.reset();
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
