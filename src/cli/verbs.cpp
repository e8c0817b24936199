#include "cli/verbs.hpp"

namespace retrograph::cli {

std::span<const Verb* const> verbs() {
  static const Verb* const all[] = {
      &solve_verb, &attract_verb, &police_thief_verb, &pursuit_verb,    &grundy_verb,  &grundy_graph_verb,
      &nim_verb,   &sweep_verb,   &merge_verb,        &generate_verb,   &convert_verb, &info_verb,
      &query_verb, &verify_verb,  &selftest_verb,     &completion_verb,
  };
  return all;
}

}  // namespace retrograph::cli
