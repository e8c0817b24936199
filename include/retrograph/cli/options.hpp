// Options of a verb: declared as data, read in layers, asked for by name.
//
// Layers, strongest first: command line, environment (RETROGRAPH_FIND_PERIOD sets --find-period), the file of
// --config, and $XDG_CONFIG_HOME/retrograph/config.ini. Inside one layer an option may stand once. Files are
// INI: keys at the top hold for every verb that has them, keys in a section [verb] for that verb alone.
// Unknown keys, abbreviations, and values out of range are Error(usage). Boost.Program_options parses every
// layer; the numbers are read here, since it takes -1 for an unsigned number.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace retrograph::cli {

struct OptionSpec {
  std::string name;      // long name, without dashes
  std::string value;     // what the help calls its value; empty for a switch
  std::string fallback;  // built-in value; empty for none
  std::string help;
  char letter = 0;  // short name, 0 for none
  [[nodiscard]] bool is_switch() const noexcept { return value.empty(); }
};

/// Where a value came from.
enum class Layer : std::uint8_t { command_line, environment, config_file, user_file, built_in };
[[nodiscard]] std::string_view name_of(Layer layer) noexcept;

class Options {
 public:
  [[nodiscard]] bool has(const std::string& name) const { return values_.contains(name); }
  /// True for a switch that was given.
  [[nodiscard]] bool on(const std::string& name) const;
  /// The text of an option that has a value or a built-in one.
  [[nodiscard]] const std::string& text(const std::string& name) const;
  /// A whole number in [least, most]; anything else is Error(usage) naming the option, the text and the
  /// limits.
  [[nodiscard]] std::uint64_t number(const std::string& name, std::uint64_t least, std::uint64_t most) const;
  /// One of the given words.
  [[nodiscard]] std::string choice(const std::string& name, std::span<const std::string_view> words) const;
  /// on or off.
  [[nodiscard]] bool on_off(const std::string& name) const;
  [[nodiscard]] const std::vector<std::string>& arguments() const noexcept { return arguments_; }
  /// The effective configuration as INI lines, each with the layer it came from behind a '#' where asked.
  [[nodiscard]] std::string ini(bool with_layers) const;

  struct Entry {
    std::string text;
    Layer layer = Layer::built_in;
    bool is_switch = false;
  };
  void set(const std::string& name, Entry entry) { values_.insert_or_assign(name, std::move(entry)); }
  void add_argument(std::string argument) { arguments_.push_back(std::move(argument)); }

 private:
  std::map<std::string, Entry> values_;
  std::vector<std::string> arguments_;
};

/// Reads all layers for the verb `section` with the options `specs`. `known` holds every option name of every
/// verb: a key that belongs to another verb is not an error in a file or in the environment.
[[nodiscard]] Options read_options(std::string_view section, std::span<const OptionSpec> specs,
                                   const std::vector<std::string>& known,
                                   const std::vector<std::string>& words);

/// The options as a help text, one or two columns as they fit.
[[nodiscard]] std::string options_help(std::span<const OptionSpec> specs);

/// A whole number in [least, most] from text; `what` names it in the error.
[[nodiscard]] std::uint64_t parse_number(std::string_view text, std::string_view what, std::uint64_t least,
                                         std::uint64_t most);

/// Seconds from "90", "90s", "5m" or "2h"; more than none.
[[nodiscard]] double parse_seconds(std::string_view text, std::string_view what);

/// Bytes from "24GiB", "500MB", "4096", "1.5G" (K, M, G, T with iB for powers of 1024, B or nothing for
/// powers of 1000).
[[nodiscard]] std::uint64_t parse_size(std::string_view text, std::string_view what);

}  // namespace retrograph::cli
