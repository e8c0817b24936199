// A verb of the command, and what it gets when it runs.
//
// One object a verb, listed once in src/cli/verbs.cpp; the parser, the help and the completion all read that
// table.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "retrograph/batch/run_context.hpp"
#include "retrograph/cli/options.hpp"

namespace retrograph::cli {

struct Session {
  const Options& options;
  RunContext context;
  bool json = false;
  bool quiet = false;

  /// The only writers of stdout: text lines, or the one JSON object.
  void say(std::string_view line) const;
  void say_json(const nlohmann::ordered_json& object) const;
  /// The name of the result file, or null.
  [[nodiscard]] nlohmann::ordered_json output_json() const;
  /// A line that says where the result is, if one was written.
  void say_output() const;
};

struct Verb {
  std::string_view name;
  std::string_view arguments;  // as in the usage line: "GRAPH", "GAME H1 H2 ..."
  std::string_view summary;    // one line
  std::size_t least_arguments = 0;
  std::size_t most_arguments = 0;
  bool makes_output = false;        // takes -o, --force, --reproducible
  std::vector<OptionSpec> options;  // its own, beside the common ones
  int (*run)(Session&) = nullptr;   // returns the exit code
};

/// All verbs, in the order of the help.
[[nodiscard]] std::span<const Verb* const> verbs();

/// The options of a verb: its own, then the common ones.
[[nodiscard]] std::vector<OptionSpec> all_options(const Verb& verb);

/// Runs the command with the words behind its name; returns the exit code. Never throws.
[[nodiscard]] int run_command(const std::vector<std::string>& words);

inline constexpr std::string_view version = RETROGRAPH_VERSION;

}  // namespace retrograph::cli
