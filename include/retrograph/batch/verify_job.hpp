// Verification of any file the program writes, by code that knows the game and the answer and calls no
// engine.
//
//   graph         structure and checksums
//   graph values  against the graph, found again as for a result: the conditions of grundy/smith_verify.hpp
//   result        the input is found again (by its stored name, or VerifyJob::game) and its hash compared;
//                 then the four claims
//   table         every value, or a sample, is the mex of the values its options have in the table
//   certificate   re-proved by the small checker, all segments or a shard of them
//   solution      winners and moves against the attractor in VerifyJob::game (a parity game's text)
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "retrograph/batch/run_context.hpp"

namespace retrograph {

struct VerifyJob {
  std::string file;
  std::string game;                     // input of a result, if not where its name says
  std::optional<std::uint64_t> sample;  // check this many entries, evenly chosen by a fixed seed; absent: all
  std::uint64_t shard = 0;              // of a certificate: segments with index shard modulo shards
  std::uint64_t shards = 1;
  // Of a solution: whose attractor (absent: of who wins the first target), and to which priority (absent: the
  // largest).
  std::optional<unsigned> player;
  std::optional<std::uint64_t> target_priority;
};

struct VerifyJobReport {
  std::string kind;
  bool sampled = false;
  std::uint64_t checked = 0;
  std::uint64_t failed = 0;
  std::vector<std::string> failures;  // the first few, each with where and what
  [[nodiscard]] bool ok() const noexcept { return failed == 0; }
};

/// Findings are in the report; Error is thrown only for files that cannot be read or are no file of ours.
[[nodiscard]] VerifyJobReport run_verify(const VerifyJob& job, const RunContext& context);

}  // namespace retrograph
