#include "grundy/sparse_runner.hpp"

#include <algorithm>

namespace retrograph {
namespace {

constexpr std::uint64_t step_block = 1024;

}  // namespace

SparseRunner::SparseRunner(SparseState state) : state_(std::move(state)) {}
SparseRunner::SparseRunner(SparseRunner&&) noexcept = default;
SparseRunner::~SparseRunner() = default;

SparseRunner SparseRunner::at(const CertificateWindow& window) const {
  SparseRunner other(state_);
  other.state_.jump(window.at, window.values);
  return other;
}

void SparseRunner::advance(std::uint64_t end, BlockVisit visit) {
  step_to(end, visit);
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
