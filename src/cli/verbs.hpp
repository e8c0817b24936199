// One line a verb: declared here, defined in verb_<name>.cpp, listed in verbs.cpp.
#pragma once

#include "retrograph/cli/verb.hpp"

namespace retrograph::cli {

extern const Verb completion_verb;

}  // namespace retrograph::cli
