// One line a verb: declared here, defined in verb_<name>.cpp, listed in verbs.cpp.
#pragma once

#include "retrograph/cli/verb.hpp"

namespace retrograph::cli {

extern const Verb attract_verb;
extern const Verb completion_verb;
extern const Verb convert_verb;
extern const Verb generate_verb;
extern const Verb grundy_graph_verb;
extern const Verb grundy_verb;
extern const Verb info_verb;
extern const Verb merge_verb;
extern const Verb nim_verb;
extern const Verb police_thief_verb;
extern const Verb pursuit_verb;
extern const Verb query_verb;
extern const Verb selftest_verb;
extern const Verb solve_verb;
extern const Verb sweep_verb;
extern const Verb verify_verb;

}  // namespace retrograph::cli
