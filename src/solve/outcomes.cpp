#include "retrograph/solve/outcomes.hpp"

#include <algorithm>
#include <array>

#include "retrograph/support/parallel.hpp"

namespace retrograph {
namespace {

constexpr std::size_t value_grain = std::size_t{1} << 16;

template <class T>
Array<T> converted(const Array<std::uint32_t>& wide) {
  Array<T> narrow(wide.size());
  // The cast keeps "none": all ones stay all ones.
  par::for_each(wide.size(), value_grain, [&](std::size_t i) { narrow[i] = static_cast<T>(wide[i]); });
  return narrow;
}

struct Tally {
  std::array<std::uint64_t, 256> of{};
};

}  // namespace

RemotenessArray RemotenessArray::narrowed(Array<std::uint32_t> wide, std::uint32_t max) {
  if (max < std::numeric_limits<std::uint8_t>::max()) return RemotenessArray(converted<std::uint8_t>(wide));
  if (max < std::numeric_limits<std::uint16_t>::max()) return RemotenessArray(converted<std::uint16_t>(wide));
  return RemotenessArray(std::move(wide));
}

OutcomeCounts count_outcomes(std::span<const Value> value, const RemotenessArray& remoteness) {
  const auto tally = par::reduce(
      value.size(), value_grain, Tally{},
      [&](std::size_t begin, std::size_t end) {
        Tally part;
        for (std::size_t i = begin; i < end; ++i) ++part.of[static_cast<std::uint8_t>(value[i])];
        return part;
      },
      [](Tally a, const Tally& b) {
        for (std::size_t i = 0; i < a.of.size(); ++i) a.of[i] += b.of[i];
        return a;
      });
  const auto count = [&](Value v) { return tally.of[static_cast<std::uint8_t>(v)]; };
  OutcomeCounts counts{count(Value::win), count(Value::lose), count(Value::tie), count(Value::draw), 0};
  counts.max_remoteness = std::visit(
      [](const auto& array) {
        using T = std::remove_cvref_t<decltype(array[0])>;
        return par::reduce(
            array.size(), value_grain, std::uint32_t{0},
            [&](std::size_t begin, std::size_t end) {
              std::uint32_t most = 0;
              for (std::size_t i = begin; i < end; ++i)
                if (array[i] != std::numeric_limits<T>::max()) most = std::max<std::uint32_t>(most, array[i]);
              return most;
            },
            [](std::uint32_t a, std::uint32_t b) { return std::max(a, b); });
      },
      remoteness.storage());
  return counts;
}

}  // namespace retrograph
