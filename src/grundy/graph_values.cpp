#include "retrograph/grundy/graph_values.hpp"

#include <algorithm>
#include <limits>

#include "retrograph/support/error.hpp"
#include "retrograph/support/parallel.hpp"

namespace retrograph {
namespace {

constexpr std::size_t grain = std::size_t{1} << 16;

template <class To, class From>
Array<To> converted(const Array<From>& from) {
  Array<To> to(from.size());
  par::for_ranges(from.size(), grain, [&](std::size_t begin, std::size_t end, unsigned) {
    for (std::size_t i = begin; i < end; ++i) to[i] = static_cast<To>(from[i]);
  });
  return to;
}

void check_sets(const GraphValues& values, std::string_view origin) {
  const auto& offsets = values.offsets;
  if (offsets.empty() || offsets.front() != 0 || offsets.back() != values.members.size() ||
      !std::is_sorted(offsets.begin(), offsets.end()))
    fail(Category::malformed, "{}: the offsets of the infinite sets do not rise from 0 to {}", origin,
         values.members.size());
  for (std::size_t s = 0; s < values.set_count(); ++s) {
    const auto set = values.set(s);
    if (std::adjacent_find(set.begin(), set.end(), std::greater_equal<>{}) != set.end())
      fail(Category::malformed, "{}: infinite set {} is not ascending", origin, s);
    if (!set.empty() && set.back() >= values.finite_limit)
      fail(Category::malformed, "{}: infinite set {} holds {}, but values end at {}", origin, s, set.back(),
           values.finite_limit);
  }
}

}  // namespace

CodeArray CodeArray::narrowed(Storage wide, std::uint32_t max) {
  return std::visit(
      [&](auto& a) -> CodeArray {
        using T = std::remove_cvref_t<decltype(a[0])>;
        if (max <= std::numeric_limits<std::uint8_t>::max() && sizeof(T) > 1)
          return CodeArray(converted<std::uint8_t>(a));
        if (max <= std::numeric_limits<std::uint16_t>::max() && sizeof(T) > 2)
          return CodeArray(converted<std::uint16_t>(a));
        return CodeArray(std::move(a));
      },
      wide);
}

CodeArray::Storage CodeArray::widened(Storage narrow, std::size_t to) {
  return std::visit(
      [&](auto& a) -> Storage {
        if (to == 1 && sizeof(a[0]) < 2) return converted<std::uint16_t>(a);
        if (to == 2 && sizeof(a[0]) < 4) return converted<std::uint32_t>(a);
        return std::move(a);
      },
      narrow);
}

Value outcome_of(const LoopyValue& value) noexcept {
  if (!value.infinite) return value.value == 0 ? Value::lose : Value::win;
  return !value.set.empty() && value.set.front() == 0 ? Value::win : Value::draw;
}

void check_graph_values(const GraphValues& values, std::string_view origin) {
  check_sets(values, origin);
  const std::uint64_t codes = values.finite_limit + std::uint64_t{values.set_count()};
  const std::uint64_t n = values.vertex_count();
  struct Seen {
    std::uint64_t infinite = 0;
    std::uint64_t bad;
  };
  const Seen seen = par::reduce(
      n, grain, Seen{0, n},
      [&](std::size_t begin, std::size_t end) {
        Seen s{0, n};
        for (std::size_t v = begin; v < end; ++v) {
          s.infinite += values.code[v] >= values.finite_limit;
          if (values.code[v] >= codes) s.bad = std::min<std::uint64_t>(s.bad, v);
        }
        return s;
      },
      [](Seen a, Seen b) { return Seen{a.infinite + b.infinite, std::min(a.bad, b.bad)}; });
  if (seen.bad != n)
    fail(Category::malformed, "{}: the code of vertex {} is {}, but codes end at {}", origin, seen.bad,
         values.code[seen.bad], codes);
  if (seen.infinite != values.infinite)
    fail(Category::malformed, "{}: {} infinite vertices, but {} are announced", origin, seen.infinite,
         values.infinite);
}

}  // namespace retrograph
