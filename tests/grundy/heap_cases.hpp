// Known answers that several tests of heap games share.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "retrograph/games/heap_game_options.hpp"
#include "retrograph/grundy/heap_engine.hpp"

namespace retrograph::testing {

struct SequenceCase {
  std::string_view code;
  std::uint64_t first;
  std::vector<std::uint32_t> values;
};

struct PeriodCase {
  std::string_view code;
  std::uint64_t length;
  std::uint64_t start;
  std::uint32_t max_value;
};

struct SubtractionCase {
  std::string_view set;
  std::uint64_t length;
  std::uint64_t start;
  std::uint32_t max_value;
  std::vector<std::uint32_t> values;
};

inline const std::vector<SequenceCase> sequence_cases = {
#include "nim_sequences.inc"
};
inline const std::vector<PeriodCase> octal_periods = {
#include "octal_periods.inc"
};
inline const std::vector<SubtractionCase> subtraction_periods = {
#include "subtraction_periods.inc"
};

/// G(0) .. G(count-1) by the list of options alone.
inline std::vector<std::uint32_t> values_by_options(const HeapGame& game, std::uint64_t count) {
  std::vector<std::uint32_t> g;
  for (std::uint64_t n = 0; n < count; ++n) {
    std::vector<bool> seen(2 * n + 2);
    for_each_option(game, n, [&](Parts parts) {
      std::uint32_t value = 0;
      for (const std::uint64_t part : parts) value ^= g[part];
      if (seen.size() <= value) seen.resize(value + 1);
      seen[value] = true;
    });
    std::uint32_t value = 0;
    while (value < seen.size() && seen[value]) ++value;
    g.push_back(value);
  }
  return g;
}

inline HeapRun run_values(std::string_view game, std::uint64_t count, std::string_view engine = "auto",
                          bool find_period = false) {
  HeapOptions options;
  options.count = count;
  options.find_period = find_period;
  return run_heap_engine(parse_heap_game(game), options, engine);
}

inline std::vector<std::uint32_t> as_vector(const HeapValues& values) {
  std::vector<std::uint32_t> g(values.size());
  for (std::uint64_t n = 0; n < g.size(); ++n) g[n] = values[n];
  return g;
}

}  // namespace retrograph::testing
