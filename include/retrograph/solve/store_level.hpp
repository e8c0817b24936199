// How much of a result is kept: in memory by the engines for boards, and in result files.
#pragma once

#include <cstdint>
#include <string_view>

namespace retrograph {

enum class StoreLevel : std::uint8_t {
  summary,  // counts, largest remoteness, the value of the start
  values,   // and the value of every position
  full,     // and remoteness (and best moves where asked for)
};

[[nodiscard]] constexpr std::string_view name_of(StoreLevel level) noexcept {
  return level == StoreLevel::summary ? "summary" : level == StoreLevel::values ? "values" : "full";
}

}  // namespace retrograph
