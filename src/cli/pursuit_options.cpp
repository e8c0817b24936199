#include "cli/pursuit_options.hpp"

#include <array>

#include "retrograph/support/error.hpp"

namespace retrograph::cli {

std::vector<OptionSpec> pursuit_option_specs() {
  return {
      {"first", "SIDE", "police", "who moves first: police or thief", 0},
      {"police-diagonal", "on|off", "on", "police may step diagonally", 0},
      {"thief-diagonal", "on|off", "off", "the thief may step diagonally", 0},
      {"police-stay", "on|off", "on", "police may stay", 0},
      {"thief-stay", "on|off", "on", "the thief may stay", 0},
      {"exit-closed", "", "", "police may not enter exits", 0},
      {"dead-end", "RULE", "lose", "what a player without a move gets: lose, win or tie", 0},
  };
}

DeadEnd dead_end_rule(const Options& options) {
  const std::string text = options.has("dead-end") ? options.text("dead-end") : "lose";
  const auto rule = dead_end_named(text);
  if (!rule) fail(Category::usage, "--dead-end: '{}' is not one of lose, win, tie", text);
  if (!options.on("misere")) return *rule;
  if (options.has("dead-end") && *rule != DeadEnd::win)
    fail(Category::usage, "--misere contradicts --dead-end {}", text);
  return DeadEnd::win;
}

PursuitRules pursuit_rules(const Options& options) {
  static constexpr std::array<std::string_view, 2> sides{"police", "thief"};
  PursuitRules rules;
  rules.first = options.choice("first", sides) == sides[0] ? Side::police : Side::thief;
  rules.police_diagonal = options.on_off("police-diagonal");
  rules.thief_diagonal = options.on_off("thief-diagonal");
  rules.police_stay = options.on_off("police-stay");
  rules.thief_stay = options.on_off("thief-stay");
  rules.exit_closed = options.on("exit-closed");
  rules.dead_end = dead_end_rule(options);
  return rules;
}

}  // namespace retrograph::cli
