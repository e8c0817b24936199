#include "batch/sweep_kinds.hpp"

#include <algorithm>
#include <charconv>

#include "retrograph/support/error.hpp"

namespace retrograph {

const SweepKind& sweep_kind(const std::string& name) {
  for (const SweepKind* kind : {&police_thief_sweep, &starts_sweep, &grundy_sweep, &graph_sweep})
    if (kind->name == name) return *kind;
  fail(Category::malformed, "unknown kind of sweep '{}': known are police-thief, starts, grundy and graph",
       name);
}

std::string value_of_key(const SweepKind& kind, const JobValues& values, std::string_view key) {
  if (const auto found = values.find(std::string(key)); found != values.end()) return found->second;
  const auto spec =
      std::find_if(kind.keys.begin(), kind.keys.end(), [&](const SweepKeySpec& s) { return s.name == key; });
  if (spec == kind.keys.end() || spec->fallback.empty())
    fail(Category::malformed, "a {} sweep needs the key '{}'", kind.name, key);
  return std::string(spec->fallback);
}

std::uint64_t number_of_key(const SweepKind& kind, const JobValues& values, std::string_view key,
                            std::uint64_t least, std::uint64_t most) {
  const std::string text = value_of_key(kind, values, key);
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number < least || number > most)
    fail(Category::malformed, "{} = {}: not a whole number from {} to {}", key, text, least, most);
  return number;
}

}  // namespace retrograph
