#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>

#include <unistd.h>

#include "retrograph/batch/jobs.hpp"
#include "retrograph/batch/signals.hpp"
#include "retrograph/cli/verb.hpp"
#include "retrograph/support/error.hpp"
#include "retrograph/support/machine.hpp"
#include "retrograph/support/parallel.hpp"

#include "cli/console.hpp"
#include "cli/json.hpp"

namespace retrograph::cli {
namespace {

constexpr std::uint64_t most_threads = 1024;
constexpr int signal_exit_base = 128;

std::vector<OptionSpec> common_options(const Verb& verb) {
  std::vector<OptionSpec> common{
      {"threads", "N", "",
       "threads to use (default: SLURM_CPUS_PER_TASK, else what affinity and cgroup allow)", 0},
      {"memory", "SIZE", "",
       "refuse a run that is estimated to need more, such as 24GiB or 500MB (default: the machine's limit)",
       0},
  };
  if (verb.makes_output) {
    common.push_back({"output", "FILE", "", "write the result to FILE", 'o'});
    common.push_back({"force", "", "", "overwrite FILE", 0});
    common.push_back({"reproducible", "", "", "leave out of FILE what differs between equal runs", 0});
  }
  const std::vector<OptionSpec> rest{
      {"json", "", "", "print one JSON object instead of text", 0},
      {"quiet", "", "", "errors only on stderr", 0},
      {"verbose", "", "", "more on stderr", 0},
      {"progress", "WHEN", "auto", "show progress: auto, always or never", 0},
      {"config", "FILE", "", "read options from an INI file", 0},
      {"print-config", "", "", "print the effective configuration and stop", 0},
      {"log-file", "FILE", "", "append the log to FILE", 0},
      {"help", "", "", "print this help", 0},
      {"version", "", "", "print the version", 0},
  };
  common.insert(common.end(), rest.begin(), rest.end());
  return common;
}

std::string command_help() {
  std::string text =
      "usage: retrograph <verb> [options] [arguments]\n\nSolves games on graphs in batch.\n\nVerbs:\n";
  for (const Verb* verb : verbs()) text += fmt::format("  {:14} {}\n", verb->name, verb->summary);
  text += "\n'retrograph <verb> --help' lists the options of a verb.\n";
  return text;
}

std::string verb_help(const Verb& verb) {
  return fmt::format("usage: retrograph {} [options] {}\n\n{}.\n\nOptions:\n{}", verb.name, verb.arguments,
                     verb.summary, options_help(all_options(verb)));
}

std::vector<std::string> known_names() {
  std::vector<std::string> names;
  for (const Verb* verb : verbs())
    for (const OptionSpec& spec : all_options(*verb)) names.push_back(spec.name);
  return names;
}

const Verb& verb_named(const std::string& name) {
  const auto all = verbs();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Verb* v) { return v->name == name; });
  if (found == all.end()) fail(Category::usage, "unknown verb '{}': 'retrograph --help' lists them", name);
  return **found;
}

std::string quoted(const std::vector<std::string>& words) {
  std::string line = "retrograph";
  for (const std::string& word : words) {
    const bool plain = !word.empty() && word.find_first_of(" \t\n'\"\\$`*?&|;<>()#") == std::string::npos;
    line += ' ' + (plain ? word : "'" + word + "'");
  }
  return line;
}

void check_arguments(const Verb& verb, const Options& options) {
  const std::size_t n = options.arguments().size();
  if (n < verb.least_arguments)
    fail(Category::usage, "retrograph {}: missing argument ({})", verb.name, verb.arguments);
  if (n > verb.most_arguments)
    fail(Category::usage, "retrograph {}: unexpected argument '{}'", verb.name,
         options.arguments()[verb.most_arguments]);
}

int run_verb(const Verb& verb, const Options& options, const std::vector<std::string>& words) {
  StopSource stop;
  Progress progress;
  Console console(options, progress);
  // Made before the first worker thread, so that every thread inherits the blocked signals.
  SignalWatch signals(stop, [](int signal) { std::_Exit(signal_exit_base + signal); });
  const par::ThreadScope threads(options.has("threads")
                                     ? static_cast<unsigned>(options.number("threads", 1, most_threads))
                                     : jobs().default_threads());
  if (const std::string trouble = jobs().warning(par::threads()); !trouble.empty()) console.warn(trouble);
  Session session{options, {}, options.on("json"), options.on("quiet")};
  session.context.memory_limit =
      options.has("memory") ? parse_size(options.text("memory"), "--memory") : jobs().default_memory();
  if (verb.makes_output) {
    session.context.output = options.has("output") ? options.text("output") : std::string();
    session.context.force = options.on("force");
    session.context.reproducible = options.on("reproducible");
  }
  if (options.has("checkpoint-every")) {
    if (options.has("checkpoint")) session.context.checkpoint = options.text("checkpoint");
    session.context.checkpoint_every = parse_seconds(options.text("checkpoint-every"), "--checkpoint-every");
  }
  session.context.tool_version = version;
  session.context.command_line = quoted(words);
  session.context.config = options.ini(false);
  session.context.stop = &stop;
  session.context.progress = &progress;
  session.context.note = [&](const std::string& line) { console.note(line); };
  try {
    return verb.run(session);
  } catch (const Resumable&) {
    throw;
  } catch (const Error& e) {
    if (e.category() != Category::stopped || signals.received() == 0) throw;
    console.error("stopped by a signal; nothing was written");
    return signal_exit_base + signals.received();
  }
}

int show(const std::string& text) {
  return jobs().speaks() ? print_text(text) : 0;
}

int run_words(const std::vector<std::string>& words) {
  if (words.empty()) {
    if (jobs().speaks()) std::fputs(command_help().c_str(), stderr);
    return static_cast<int>(Category::usage);
  }
  if (words.front() == "--help" || words.front() == "-h") return show(command_help());
  if (words.front() == "--version") return show(fmt::format("retrograph {}\n", version));
  const Verb* verb = nullptr;
  Options options;
  jobs().agree([&] {
    verb = &verb_named(words.front());
    options = read_options(verb->name, all_options(*verb), known_names(), {words.begin() + 1, words.end()});
  });
  if (options.on("help")) return show(verb_help(*verb));
  if (options.on("version")) return show(fmt::format("retrograph {}\n", version));
  if (options.on("print-config")) return show(options.ini(true));
  jobs().agree([&] { check_arguments(*verb, options); });
  const auto run = [&] { return run_verb(*verb, options, words); };
  if (jobs().spreads(verb->name)) return jobs().run(run);
  return jobs().speaks() ? run() : 0;
}

int report(Category category, const std::string& what) {
  if (jobs().speaks()) std::fputs(fmt::format("retrograph: {}\n", what).c_str(), stderr);
  return static_cast<int>(category);
}

}  // namespace

std::vector<OptionSpec> all_options(const Verb& verb) {
  std::vector<OptionSpec> all = verb.options;
  const std::vector<OptionSpec> common = common_options(verb);
  all.insert(all.end(), common.begin(), common.end());
  return all;
}

int run_command(const std::vector<std::string>& words) {
  try {
    return run_words(words);
  } catch (const Error& e) {
    return report(e.category(), e.what());
  } catch (const std::bad_alloc&) {
    return report(Category::resource, "out of memory");
  } catch (const std::exception& e) {
    return report(Category::internal, e.what());
  }
}

}  // namespace retrograph::cli
