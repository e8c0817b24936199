// The configuration of a sweep: INI lines `key = values`, the cross product of all values in the order of
// the keys.
//
// values: a list a,b,c; or a range a:b[:step] without b, in whole numbers or decimals. The last key varies
// fastest; job i has the i-th combination. `kind` says what is swept: police-thief, starts, grundy or graph
// (see sweep.hpp for the keys of each). Lines that start with # or ; are comments.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace retrograph {

struct SweepKey {
  std::string name;
  std::vector<std::string> values;
};

struct SweepConfig {
  std::string kind;
  std::vector<SweepKey> keys;  // in the order of the file, `kind` left out
  std::uint64_t jobs = 1;      // product of the numbers of values
};

/// What all values of a key are: whole numbers from 0 on, numbers, or words.
enum class KeyType : std::uint8_t { whole, real, word };
[[nodiscard]] KeyType type_of_key(const SweepKey& key);

/// The values of one job by key.
using JobValues = std::map<std::string, std::string>;

/// Throws Error(malformed) naming `name`, line and text; Error(resource) for more than 10^9 jobs.
[[nodiscard]] SweepConfig parse_sweep_config(std::string_view text, std::string_view name);
[[nodiscard]] JobValues values_of_job(const SweepConfig& config, std::uint64_t job);
/// A list or a range as its values; Error(malformed) quoting `where`.
[[nodiscard]] std::vector<std::string> expand_values(std::string_view text, std::string_view where);

}  // namespace retrograph
