// The self-test: one hash over the answers of all engines on a fixed set of instances.
//
// The hash is the same for every thread count, rank count, instruction set and engine; a change of it is a
// change of an answer. Every engine that takes an instance must give the same labels, else Error(internal)
// naming instance and engine.
#pragma once

#include <cstdint>
#include <string>

#include "retrograph/batch/run_context.hpp"

namespace retrograph {

struct SelfTest {
  std::string hash;  // 16 hex digits
  std::uint64_t instances = 0;
  std::uint64_t runs = 0;  // instances times the engines that took them
};

[[nodiscard]] SelfTest run_selftest(const RunContext& context);

}  // namespace retrograph
