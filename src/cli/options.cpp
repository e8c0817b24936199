#include "retrograph/cli/options.hpp"

#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include "retrograph/support/error.hpp"

namespace retrograph::cli {

std::string_view name_of(Layer layer) noexcept {
  switch (layer) {
    case Layer::command_line:
      return "command line";
    case Layer::environment:
      return "environment";
    case Layer::config_file:
      return "--config";
    case Layer::user_file:
      return "user configuration";
    case Layer::built_in:
      return "built in";
  }
  return "";
}

bool Options::on(const std::string& name) const {
  const auto found = values_.find(name);
  return found != values_.end() && found->second.text == "true";
}

const std::string& Options::text(const std::string& name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) fail(Category::usage, "the option --{} is required", name);
  return found->second.text;
}

std::uint64_t Options::number(const std::string& name, std::uint64_t least, std::uint64_t most) const {
  return parse_number(text(name), "--" + name, least, most);
}

std::string Options::choice(const std::string& name, std::span<const std::string_view> words) const {
  const std::string& given = text(name);
  for (const auto word : words)
    if (given == word) return given;
  fail(Category::usage, "--{}: '{}' is not one of {}", name, given, fmt::join(words, ", "));
}

bool Options::on_off(const std::string& name) const {
  static constexpr std::string_view words[] = {"on", "off"};
  return choice(name, words) == "on";
}

std::string Options::ini(bool with_layers) const {
  std::string out;
  for (const auto& [name, entry] : values_) {
    if (entry.is_switch && entry.layer == Layer::built_in && !with_layers) continue;
    out += fmt::format("{} = {}", name, entry.text);
    if (with_layers) out += fmt::format("  # {}", name_of(entry.layer));
    out += '\n';
  }
  return out;
}

std::uint64_t parse_number(std::string_view text, std::string_view what, std::uint64_t least,
                           std::uint64_t most) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < least || value > most)
    fail(Category::usage, "{}: '{}' is not a whole number from {} to {}", what, text, least, most);
  return value;
}

double parse_seconds(std::string_view text, std::string_view what) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  const double scale = unit.empty() || unit == "s" ? 1 : unit == "m" ? 60 : unit == "h" ? 3600 : 0;
  if (error != std::errc{} || scale == 0 || !std::isfinite(value) || !(value > 0))
    fail(Category::usage, "{}: '{}' is not a time such as 90s, 5m or 2h", what, text);
  return value * scale;
}

std::uint64_t parse_size(std::string_view text, std::string_view what) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  double scale = 1;
  if (!unit.empty() && unit != "B") {
    static constexpr std::string_view letters = "KMGTP";
    const auto power = letters.find(unit.front());
    const auto rest = unit.substr(1);
    const bool binary = rest == "iB" || rest == "i";
    if (power == std::string_view::npos || !(binary || rest.empty() || rest == "B"))
      scale = 0;
    else
      scale = std::pow(binary ? 1024.0 : 1000.0, static_cast<double>(power + 1));
  }
  constexpr double most = 9e18;
  const double bytes = value * scale;
  if (error != std::errc{} || !std::isfinite(bytes) || bytes < 1 || bytes > most)
    fail(Category::usage, "{}: '{}' is not a size such as 24GiB, 500MB or 4096", what, text);
  return static_cast<std::uint64_t>(bytes);
}

}  // namespace retrograph::cli
