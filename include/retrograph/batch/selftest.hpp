// The self-test: one hash over the answers of all engines on a fixed set of instances.
//
// The hash is the same for every thread count, rank count, instruction set and engine; a change of it is a
// change of an answer. Every engine that takes an instance must give the same labels, else Error(internal)
// naming instance and engine.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "retrograph/batch/run_context.hpp"
#include "retrograph/graph/arena.hpp"
#include "retrograph/solve/board_result.hpp"
#include "retrograph/solve/outcomes.hpp"

namespace retrograph {

struct SelfTest {
  std::string hash;  // 16 hex digits
  std::uint64_t instances = 0;
  std::uint64_t runs = 0;  // instances times the engines that took them
};

/// Engines that are in no registry and must agree with those that are; either may be empty.
struct MoreEngines {
  std::function<Outcomes<std::uint32_t>(const Arena<std::uint32_t>&)> graphs;
  std::function<std::unique_ptr<BoardResult>(std::shared_ptr<const PoliceThief>)> boards;
};

[[nodiscard]] SelfTest run_selftest(const RunContext& context, const MoreEngines& more = {});

}  // namespace retrograph
