#include "retrograph/grundy/sums_value.hpp"

#include <algorithm>

#include <fmt/ranges.h>

namespace retrograph {

SumValue SumValue::of(const LoopyValue& value) {
  return {value.infinite, value.value, {value.set.begin(), value.set.end()}};
}

SumValue operator+(const SumValue& a, const SumValue& b) {
  if (a.infinite && b.infinite) return {true, 0, {}};
  if (!a.infinite && !b.infinite) return SumValue::finite(a.value ^ b.value);
  const SumValue& loop = a.infinite ? a : b;
  const std::uint64_t heap = a.infinite ? b.value : a.value;
  SumValue sum = loop;
  for (std::uint64_t& member : sum.set) member ^= heap;
  std::sort(sum.set.begin(), sum.set.end());
  return sum;
}

Value outcome_of(const SumValue& value) noexcept {
  if (!value.infinite) return value.value == 0 ? Value::lose : Value::win;
  return !value.set.empty() && value.set.front() == 0 ? Value::win : Value::draw;
}

std::string text_of(const SumValue& value) {
  if (value.infinite) return fmt::format("inf{{{}}}", fmt::join(value.set, ","));
  return value.value == 0 ? "0" : fmt::format("*{}", value.value);
}

}  // namespace retrograph
