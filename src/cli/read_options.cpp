#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include <boost/program_options.hpp>

#include "retrograph/cli/options.hpp"
#include "retrograph/support/error.hpp"

namespace retrograph::cli {
namespace {

namespace po = boost::program_options;

// Environment variables that steer the program without being options.
constexpr std::string_view not_options[] = {"RETROGRAPH_SIMD", "RETROGRAPH_CASES", "RETROGRAPH_TEST_SCALE"};

po::options_description describe(std::span<const OptionSpec> specs) {
  po::options_description description;
  for (const OptionSpec& spec : specs) {
    const std::string names = spec.letter == 0 ? spec.name : spec.name + ',' + spec.letter;
    const std::string help =
        spec.fallback.empty() ? spec.help : fmt::format("{} [{}]", spec.help, spec.fallback);
    if (spec.is_switch())
      description.add_options()(names.c_str(), help.c_str());
    else
      description.add_options()(names.c_str(), po::value<std::string>()->value_name(spec.value),
                                help.c_str());
  }
  return description;
}

const OptionSpec* find(std::span<const OptionSpec> specs, std::string_view name) {
  const auto found =
      std::find_if(specs.begin(), specs.end(), [&](const OptionSpec& s) { return s.name == name; });
  return found == specs.end() ? nullptr : &*found;
}

std::string switch_text(const std::string& text, std::string_view where) {
  for (const std::string_view yes : {"true", "yes", "on", "1"})
    if (text == yes) return "true";
  for (const std::string_view no : {"false", "no", "off", "0"})
    if (text == no) return "false";
  fail(Category::usage, "{}: '{}' is neither true nor false", where, text);
}

// Layers are read from the strongest down; an entry that is there already stays.
void offer(Options& options, const OptionSpec& spec, const std::string& text, Layer layer,
           std::string_view where) {
  if (options.has(spec.name)) return;
  options.set(spec.name, {spec.is_switch() ? switch_text(text, where) : text, layer, spec.is_switch()});
}

void read_command_line(Options& options, std::span<const OptionSpec> specs,
                       const std::vector<std::string>& words) {
  po::options_description description = describe(specs);
  po::options_description hidden;
  hidden.add_options()("argument", po::value<std::vector<std::string>>());
  po::options_description all;
  all.add(description).add(hidden);
  po::positional_options_description positional;
  positional.add("argument", -1);
  namespace style = po::command_line_style;
  const int rules = style::unix_style & ~style::allow_guessing & ~style::allow_sticky;
  po::parsed_options parsed =
      po::command_line_parser(words).options(all).positional(positional).style(rules).run();
  std::set<std::string> seen;
  for (const auto& option : parsed.options) {
    if (option.position_key >= 0 || option.string_key == "argument") {
      if (option.position_key < 0) fail(Category::usage, "unrecognised option '--argument'");
      for (const auto& value : option.value) options.add_argument(value);
      continue;
    }
    if (!seen.insert(option.string_key).second)
      fail(Category::usage, "the option --{} is given twice", option.string_key);
    const OptionSpec* spec = find(specs, option.string_key);
    if (spec == nullptr)
      fail(Category::internal, "option --{} was parsed but is not declared", option.string_key);
    offer(options, *spec, option.value.empty() ? "true" : option.value.front(), Layer::command_line,
          "--" + spec->name);
  }
}

void read_environment(Options& options, std::span<const OptionSpec> specs,
                      const std::vector<std::string>& known) {
  constexpr std::string_view prefix = "RETROGRAPH_";
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view line = *entry;
    const auto equals = line.find('=');
    const auto variable = line.substr(0, equals);
    if (!variable.starts_with(prefix) || equals == std::string_view::npos) continue;
    if (std::find(std::begin(not_options), std::end(not_options), variable) != std::end(not_options))
      continue;
    std::string name(variable.substr(prefix.size()));
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return c == '_' ? '-' : static_cast<char>(std::tolower(c)); });
    if (const OptionSpec* spec = find(specs, name))
      offer(options, *spec, std::string(line.substr(equals + 1)), Layer::environment, variable);
    else if (std::find(known.begin(), known.end(), name) == known.end())
      fail(Category::usage, "the environment variable {} names no option", variable);
  }
}

void read_file(Options& options, std::string_view section, std::span<const OptionSpec> specs,
               const std::vector<std::string>& known, const std::string& path, Layer layer) {
  std::ifstream in(path);
  if (!in) fail(Category::no_input, "{}: the configuration cannot be opened", path);
  const po::parsed_options parsed = po::parse_config_file(in, po::options_description{}, true);
  std::set<std::string> seen;
  for (const auto& option : parsed.options) {
    if (!seen.insert(option.string_key).second)
      fail(Category::usage, "{}: the key '{}' is given twice", path, option.string_key);
    const auto dot = option.string_key.find('.');
    const std::string name = dot == std::string::npos ? option.string_key : option.string_key.substr(dot + 1);
    if (std::find(known.begin(), known.end(), name) == known.end())
      fail(Category::usage, "{}: unknown key '{}'", path, option.string_key);
  }
  // A key of the verb's own section is stronger than one at the top.
  for (const bool own : {true, false})
    for (const auto& option : parsed.options) {
      const auto dot = option.string_key.find('.');
      if (own != (dot != std::string::npos)) continue;
      if (own && option.string_key.substr(0, dot) != section) continue;
      const OptionSpec* spec = find(specs, own ? option.string_key.substr(dot + 1) : option.string_key);
      if (spec != nullptr)
        offer(options, *spec, option.value.front(), layer, fmt::format("{}: {}", path, option.string_key));
    }
}

std::string user_file() {
  const char* base = std::getenv("XDG_CONFIG_HOME");
  const char* home = std::getenv("HOME");
  std::filesystem::path folder;
  if (base != nullptr && *base != 0)
    folder = base;
  else if (home != nullptr && *home != 0)
    folder = std::filesystem::path(home) / ".config";
  else
    return {};
  const auto file = folder / "retrograph" / "config.ini";
  std::error_code ignored;
  return std::filesystem::exists(file, ignored) ? file.string() : std::string();
}

}  // namespace

Options read_options(std::string_view section, std::span<const OptionSpec> specs,
                     const std::vector<std::string>& known, const std::vector<std::string>& words) {
  Options options;
  try {
    read_command_line(options, specs, words);
    if (options.has("help") || options.has("version")) return options;
    read_environment(options, specs, known);
    if (options.has("config"))
      read_file(options, section, specs, known, options.text("config"), Layer::config_file);
    if (const std::string file = user_file(); !file.empty())
      read_file(options, section, specs, known, file, Layer::user_file);
  } catch (const po::error& e) {
    throw Error(Category::usage, e.what());
  }
  for (const OptionSpec& spec : specs) {
    if (!spec.fallback.empty())
      offer(options, spec, spec.fallback, Layer::built_in, spec.name);
    else if (spec.is_switch())
      offer(options, spec, "false", Layer::built_in, spec.name);
  }
  return options;
}

std::string options_help(std::span<const OptionSpec> specs) {
  std::ostringstream out;
  constexpr unsigned line_length = 100;
  po::options_description columns(line_length, line_length / 2);
  const po::options_description described = describe(specs);
  for (const auto& option : described.options()) columns.add(option);
  out << columns;
  return out.str();
}

}  // namespace retrograph::cli
