#include <algorithm>

#include "retrograph/grundy/heap_table.hpp"

namespace retrograph {
namespace {

template <class To, class From>
HeapValues copied(std::span<const From> values) {
  Array<To> array(values.size());
  constexpr std::size_t grain = std::size_t{1} << 18;
  par::for_each(values.size(), grain, [&](std::size_t i) { array[i] = static_cast<To>(values[i]); });
  return HeapValues(HeapValues::Storage(std::move(array)));
}

template <class T>
HeapValues narrowest(std::span<const T> values) {
  const T largest = values.empty() ? T{0} : *std::max_element(values.begin(), values.end());
  if (largest <= 0xFF) return copied<std::uint8_t>(values);
  if (largest <= 0xFFFF) return copied<std::uint16_t>(values);
  return copied<std::uint32_t>(values);
}

}  // namespace

HeapValues HeapValues::narrowed(std::span<const std::uint16_t> values) {
  return narrowest(values);
}
HeapValues HeapValues::narrowed(std::span<const std::uint32_t> values) {
  return narrowest(values);
}

}  // namespace retrograph
