#include "retrograph/solve/board_result.hpp"

#include <algorithm>
#include <limits>

#include "retrograph/support/error.hpp"

namespace retrograph {

void BoardResult::summarise(const OutcomeCounts& counts, bool distances) {
  std::optional<BoardVerdict> start;
  if (const auto s = space_->start_if_placed()) {
    const Value value = value_at(*s);
    start = BoardVerdict{value, s->turn == Side::police ? value : opposite(value),
                         distances ? remoteness_at(*s) : RemotenessArray::none};
  }
  summarise(counts, distances, start);
}

void BoardResult::require(StoreLevel level, const char* what) const {
  if (store_ < level)
    fail(Category::usage, "{} of single states were not kept (store level {})", what, name_of(store_));
}

Value BoardResult::value(const PoliceThiefState& s) const {
  require(StoreLevel::values, "values");
  return value_at(s);
}

std::uint32_t BoardResult::remoteness(const PoliceThiefState& s) const {
  require(StoreLevel::full, "distances");
  return remoteness_at(s);
}

void BoardResult::values_row(Side turn, std::uint32_t thief_cell, std::span<Value> row) const {
  require(StoreLevel::values, "values");
  const std::uint32_t thief = space_->moves().dense_of(thief_cell);
  if (thief == no_cell)
    std::fill(row.begin(), row.end(), Value::none);
  else
    fill_values(turn, thief, row);
}

template <class T>
void BoardResult::remoteness_row(Side turn, std::uint32_t thief_cell, std::span<T> row) const {
  require(StoreLevel::full, "distances");
  if (sizeof(T) < remoteness_width())
    fail(Category::internal, "remoteness up to {} does not fit {} bits", counts_.max_remoteness,
         8 * sizeof(T));
  const std::uint32_t thief = space_->moves().dense_of(thief_cell);
  if (thief == no_cell)
    std::fill(row.begin(), row.end(), std::numeric_limits<T>::max());
  else
    fill_remoteness(turn, thief, row);
}

template void BoardResult::remoteness_row(Side, std::uint32_t, std::span<std::uint8_t>) const;
template void BoardResult::remoteness_row(Side, std::uint32_t, std::span<std::uint16_t>) const;
template void BoardResult::remoteness_row(Side, std::uint32_t, std::span<std::uint32_t>) const;

}  // namespace retrograph
