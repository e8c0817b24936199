#include "retrograph/batch/file_board_result.hpp"

#include <algorithm>

namespace retrograph {
namespace {

template <class T>
void narrow(const std::vector<std::uint32_t>& from, std::span<T> to) {
  std::transform(from.begin(), from.end(), to.begin(), [](std::uint32_t r) { return static_cast<T>(r); });
}

}  // namespace

FileBoardResult::FileBoardResult(ResultFile file)
    : BoardResult(std::make_shared<const PoliceThief>(file.board(), file.rules()), "file", file.level()),
      file_(std::move(file)) {
  summarise(file_.summary().counts, file_.has_remoteness());
}

std::uint64_t FileBoardResult::index(const PoliceThiefState& s) const {
  const BoardMoves& moves = space().moves();
  return file_.index_of(s.turn, moves.cell_of(s.thief), moves.cell_of(s.police));
}

void FileBoardResult::read_whole() {
  values_ = file_.values();
  if (file_.has_remoteness()) remoteness_ = file_.remoteness();
}

Value FileBoardResult::value_at(const PoliceThiefState& s) const {
  const std::lock_guard lock(guard_);
  return file_.value(index(s));
}

std::uint32_t FileBoardResult::remoteness_at(const PoliceThiefState& s) const {
  const std::lock_guard lock(guard_);
  return file_.remoteness(index(s)).value_or(RemotenessArray::none);
}

void FileBoardResult::fill_values(Side turn, std::uint32_t thief, std::span<Value> row) const {
  if (!values_.empty()) {
    const auto from =
        values_.span().subspan(file_.index_of(turn, space().moves().cell_of(thief), 0), row.size());
    std::copy(from.begin(), from.end(), row.begin());
    return;
  }
  const std::lock_guard lock(guard_);
  const std::vector<Value> values = file_.value_row(turn, space().moves().cell_of(thief));
  std::copy(values.begin(), values.end(), row.begin());
}

std::vector<std::uint32_t> FileBoardResult::read_remoteness(Side turn, std::uint32_t thief) const {
  if (!remoteness_.empty()) {
    std::vector<std::uint32_t> row(space().board().cell_count());
    const std::uint64_t first = file_.index_of(turn, space().moves().cell_of(thief), 0);
    for (std::size_t i = 0; i < row.size(); ++i) row[i] = remoteness_[first + i];
    return row;
  }
  const std::lock_guard lock(guard_);
  return file_.remoteness_row(turn, space().moves().cell_of(thief));
}

// All ones of 32 bits stay all ones when they are cut.
void FileBoardResult::fill_remoteness(Side turn, std::uint32_t thief, std::span<std::uint8_t> row) const {
  narrow(read_remoteness(turn, thief), row);
}
void FileBoardResult::fill_remoteness(Side turn, std::uint32_t thief, std::span<std::uint16_t> row) const {
  narrow(read_remoteness(turn, thief), row);
}
void FileBoardResult::fill_remoteness(Side turn, std::uint32_t thief, std::span<std::uint32_t> row) const {
  narrow(read_remoteness(turn, thief), row);
}

}  // namespace retrograph
