#include "retrograph/batch/sweep_config.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "retrograph/support/error.hpp"

namespace retrograph {
namespace {

constexpr std::uint64_t most_jobs = 1'000'000'000;

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::vector<std::string_view> split(std::string_view text, char by) {
  std::vector<std::string_view> parts;
  for (;;) {
    const auto at = text.find(by);
    parts.push_back(trimmed(text.substr(0, at)));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

template <class T>
std::optional<T> number(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

[[noreturn]] void bad_range(std::string_view where, std::string_view text) {
  fail(Category::malformed,
       "{}: '{}' is no range a:b or a:b:step with a < b and a step above 0, of at most {} values", where,
       text, most_jobs);
}

// The range parts[0]:parts[1][:parts[2]]; whole numbers stay exact, decimals are a + i * step to 12 digits.
std::vector<std::string> range(const std::vector<std::string_view>& parts, std::string_view where,
                               std::string_view text) {
  std::vector<std::string> out;
  const auto whole_begin = number<std::int64_t>(parts[0]);
  const auto whole_end = number<std::int64_t>(parts[1]);
  const auto whole_step = parts.size() == 3 ? number<std::int64_t>(parts[2]) : std::optional<std::int64_t>(1);
  if (whole_begin && whole_end && whole_step) {
    if (*whole_step <= 0 || *whole_begin >= *whole_end ||
        static_cast<std::uint64_t>(*whole_end - *whole_begin) / static_cast<std::uint64_t>(*whole_step) >=
            most_jobs)
      bad_range(where, text);
    for (std::int64_t v = *whole_begin; v < *whole_end; v += *whole_step) out.push_back(fmt::format("{}", v));
    return out;
  }
  const auto begin = number<double>(parts[0]);
  const auto end = number<double>(parts[1]);
  const auto step = parts.size() == 3 ? number<double>(parts[2]) : std::optional<double>(1);
  if (!begin || !end || !step || !(*step > 0) || !(*begin < *end)) bad_range(where, text);
  // b itself is left out even where rounding puts a + i * step just below it.
  constexpr double slack = 1e-9;
  const double count = std::ceil((*end - *begin) / *step - slack);
  if (!(count < static_cast<double>(most_jobs))) bad_range(where, text);
  for (double i = 0; i < count; ++i) out.push_back(fmt::format("{:.12g}", *begin + i * *step));
  return out;
}

// "subtraction:1,3,4" and "subtraction:all-but:2" hold the separators of lists and ranges: such a list is separated by ';'.
bool is_code_list(std::string_view text) {
  return text.find("subtraction:") != std::string_view::npos;
}

}  // namespace

std::vector<std::string> expand_values(std::string_view text, std::string_view where) {
  std::vector<std::string> out;
  const bool codes = is_code_list(text);
  for (const std::string_view part : split(text, codes ? ';' : ',')) {
    if (part.empty()) fail(Category::malformed, "{}: an empty value in '{}'", where, text);
    const auto ends = split(part, ':');
    if (codes || ends.size() == 1 || part.starts_with("octal:")) {
      out.emplace_back(part);
    } else if (ends.size() > 3) {
      bad_range(where, part);
    } else {
      for (std::string& value : range(ends, where, part)) out.push_back(std::move(value));
    }
  }
  return out;
}

SweepConfig parse_sweep_config(std::string_view text, std::string_view name) {
  SweepConfig config;
  std::uint64_t line_number = 0;
  for (std::string_view line : split(text, '\n')) {
    ++line_number;
    if (line.empty() || line.front() == '#' || line.front() == ';') continue;
    const auto equals = line.find('=');
    const std::string where = fmt::format("{}:{}", name, line_number);
    if (equals == std::string_view::npos)
      fail(Category::malformed, "{}: '{}' is not key = values", where, line);
    const std::string key(trimmed(line.substr(0, equals)));
    const std::string_view values = trimmed(line.substr(equals + 1));
    const bool twice =
        (key == "kind" && !config.kind.empty()) ||
        std::any_of(config.keys.begin(), config.keys.end(), [&](const SweepKey& k) { return k.name == key; });
    if (key.empty() || twice)
      fail(Category::malformed, "{}: the key '{}' is {}", where, key, twice ? "given twice" : "empty");
    if (key == "kind") {
      config.kind = values;
      continue;
    }
    config.keys.push_back({key, expand_values(values, where)});
    const std::uint64_t count = config.keys.back().values.size();
    if (config.jobs > most_jobs / count)
      fail(Category::resource, "{}: the sweep has more than {} jobs", where, most_jobs);
    config.jobs *= count;
  }
  if (config.kind.empty())
    fail(Category::malformed, "{}: there is no 'kind = police-thief', 'starts', 'grundy' or 'graph'", name);
  return config;
}

KeyType type_of_key(const SweepKey& key) {
  const auto all = [&](auto&& test) { return std::all_of(key.values.begin(), key.values.end(), test); };
  if (all([](const std::string& v) { return number<std::uint64_t>(v).has_value(); })) return KeyType::whole;
  if (all([](const std::string& v) { return number<double>(v).has_value(); })) return KeyType::real;
  return KeyType::word;
}

JobValues values_of_job(const SweepConfig& config, std::uint64_t job) {
  JobValues values;
  for (auto key = config.keys.rbegin(); key != config.keys.rend(); ++key) {
    values[key->name] = key->values[job % key->values.size()];
    job /= key->values.size();
  }
  return values;
}

}  // namespace retrograph
