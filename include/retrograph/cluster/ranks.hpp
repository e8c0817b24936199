// Ranks: the processes of one MPI job, seen from one of them.
//
// One object a process, made before the first worker thread and after the signals are blocked (the threads of
// the MPI library inherit the mask), MPI_THREAD_FUNNELED: members are for the thread that made it. What is
// marked collective must be called by all ranks in the same order. agree() is how trouble in one rank becomes
// an end that all share: without it an exception in one leaves the others waiting, and the job is aborted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "retrograph/support/error.hpp"
#include "retrograph/support/function_ref.hpp"

namespace retrograph {

/// An error that every rank has thrown: no rank waits for another.
class AgreedError : public Error {
 public:
  using Error::Error;
};

class Ranks {
 public:
  Ranks();
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  [[nodiscard]] unsigned rank() const noexcept { return rank_; }
  [[nodiscard]] unsigned size() const noexcept { return size_; }
  [[nodiscard]] bool first() const noexcept { return rank_ == 0; }
  /// Ranks on this machine.
  [[nodiscard]] unsigned on_node() const noexcept { return on_node_; }

  /// Sums, in place, over all ranks. Collective, like all that follow but end_job().
  void sum(std::span<std::uint64_t> values) const;
  [[nodiscard]] std::uint64_t sum(std::uint64_t value) const;
  [[nodiscard]] std::uint64_t most(std::uint64_t value) const;
  /// The value of every rank, in all of them.
  [[nodiscard]] std::vector<std::uint64_t> all(std::uint64_t value) const;
  /// The bytes of rank `root`, in all of them.
  [[nodiscard]] std::string broadcast(std::string bytes, unsigned root) const;
  /// take(rank, bytes) in rank 0 for every rank in order; the others send theirs.
  void gather(std::span<const std::byte> bytes,
              FunctionRef<void(unsigned, std::span<const std::byte>)> take) const;
  /// Runs `step`; if it throws in any rank, all throw what the first of these did, as an AgreedError.
  void agree(FunctionRef<void()> step) const;
  /// Returns when all ranks have come here; waits without taking the processor.
  void meet() const;

  /// Ends the job at once, all its ranks.
  [[noreturn]] void end_job(int code) const;

 private:
  unsigned rank_ = 0;
  unsigned size_ = 1;
  unsigned on_node_ = 1;
};

}  // namespace retrograph
