// Sums on the command line: how their answers are printed, for the verbs that give them.
#pragma once

#include "retrograph/cli/verb.hpp"
#include "retrograph/grundy/misere_sums.hpp"
#include "retrograph/grundy/sums_solver.hpp"

#include "cli/json.hpp"

namespace retrograph::cli {

/// value (null where infinite), infinite (its set, null where finite), outcome, terms and moves; each move
/// names its term by index, what it was, and what is left: sizes of heaps, or one vertex or number.
[[nodiscard]] Json sum_json(const Sum& sum, const SumResult& result);
/// value is the misère nim-value; genus as text.
[[nodiscard]] Json misere_json(const Sum& sum, const MisereResult& result, const Genus& genus);

/// "value *5: win for the player to move".
[[nodiscard]] std::string sum_text(const SumResult& result);
/// "0.137:17 -> 3 + 5".
[[nodiscard]] std::string move_text(const Sum& sum, const TermMove& move);

/// Solves the sum, under misère play with --misere; prints value or genus, outcome and every winning move.
void answer_sum(const Session& session, const Sum& sum, const char* schema);

}  // namespace retrograph::cli
