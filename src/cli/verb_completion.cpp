// retrograph completion SHELL: a completion script, generated from the table of verbs.
#include <array>

#include "retrograph/support/error.hpp"

#include "cli/console.hpp"
#include "cli/verbs.hpp"

namespace retrograph::cli {
namespace {

std::string names_of_verbs() {
  std::string names;
  for (const Verb* verb : verbs()) names += fmt::format("{}{}", names.empty() ? "" : " ", verb->name);
  return names;
}

std::string names_of_options(const Verb& verb) {
  std::string names;
  for (const OptionSpec& spec : all_options(verb))
    names += fmt::format("{}--{}", names.empty() ? "" : " ", spec.name);
  return names;
}

std::string for_bash() {
  std::string text = "_retrograph() {\n  local word=${COMP_WORDS[COMP_CWORD]} options=\n  COMPREPLY=()\n";
  text += fmt::format(
      "  if [[ $COMP_CWORD -eq 1 ]]; then\n    COMPREPLY=($(compgen -W '{} --help --version' -- "
      "\"$word\"))\n    return\n  fi\n",
      names_of_verbs());
  text += "  case ${COMP_WORDS[1]} in\n";
  for (const Verb* verb : verbs())
    text += fmt::format("    {}) options='{}' ;;\n", verb->name, names_of_options(*verb));
  text += "  esac\n  [[ $word == -* ]] && COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n}\n";
  return text + "complete -o default -F _retrograph retrograph\n";
}

std::string for_zsh() {
  return "autoload -U +X bashcompinit && bashcompinit\n" + for_bash();
}

std::string for_fish() {
  std::string text;
  const auto escaped = [](std::string_view raw) {
    std::string out;
    for (const char c : raw) out += c == '\'' ? std::string("\\'") : std::string(1, c);
    return out;
  };
  for (const Verb* verb : verbs()) {
    text += fmt::format("complete -c retrograph -n __fish_use_subcommand -f -a {} -d '{}'\n", verb->name,
                        escaped(verb->summary));
    for (const OptionSpec& spec : all_options(*verb))
      text += fmt::format("complete -c retrograph -n '__fish_seen_subcommand_from {}' -l {}{} -d '{}'\n",
                          verb->name, spec.name, spec.is_switch() ? "" : " -r", escaped(spec.help));
  }
  return text;
}

int run_completion_verb(Session& session) {
  static constexpr std::array<std::string_view, 3> shells{"bash", "zsh", "fish"};
  const std::string& shell = session.options.arguments()[0];
  if (shell == shells[0]) return print_text(for_bash());
  if (shell == shells[1]) return print_text(for_zsh());
  if (shell == shells[2]) return print_text(for_fish());
  fail(Category::usage, "'{}' is not one of {}", shell, fmt::join(shells, ", "));
}

}  // namespace

const Verb completion_verb{"completion", "bash|zsh|fish",    "print a shell completion script", 1, 1, false,
                           {},           run_completion_verb};

}  // namespace retrograph::cli
