// What tests over ranks share: the ranks of this process, and a check in which all of them take part.
#pragma once

#include <string>

#include "retrograph/cluster/ranks.hpp"

namespace retrograph::test {

/// Set by main().
[[nodiscard]] const Ranks& ranks();

/// The first trouble of any rank, with the rank that has it; empty if there is none. Collective.
[[nodiscard]] std::string trouble_of_all(const std::string& own);

}  // namespace retrograph::test
