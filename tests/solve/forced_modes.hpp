// Tunings of the adaptive engine that force one mode each, on games of any size.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "solve/adaptive/tuning.hpp"

namespace retrograph {

inline constexpr std::uint64_t never = std::uint64_t{1} << 30;

/// With loops cut as small as they go.
inline std::vector<std::pair<std::string, adaptive::Tuning>> forced_modes() {
  using adaptive::Tuning;
  Tuning base;
  base.least_segment = 64;
  base.parallel_list = 1;
  base.parallel_entries = 1;
  base.least_rows = 0;
  base.row_share = never;
  base.least_removed = never;
  base.walk_limit = 1e30;
  base.tiny_level = 0;
  Tuning sparse = base;
  sparse.dense_share = 0;
  Tuning tiny = sparse;
  tiny.tiny_level = never;
  Tuning mixed = sparse;
  mixed.tiny_level = 3;
  Tuning dense = base;
  dense.dense_share = never;
  dense.pull_at = 1e30;
  Tuning peel = dense;
  peel.pull_at = 0;
  Tuning peel_some = dense;
  peel_some.pull_at = 1;
  peel_some.least_removed = 8;
  Tuning leave = peel;
  leave.least_rows = never;
  Tuning leave_tiny = leave;
  leave_tiny.tiny_level = never;
  return {{"as shipped", {}},  {"sparse", sparse}, {"tiny", tiny},
          {"mixed", mixed},    {"dense", dense},   {"peel", peel},
          {"some", peel_some}, {"leave", leave},   {"leave tiny", leave_tiny}};
}

}  // namespace retrograph
