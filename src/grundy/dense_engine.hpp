// The dense engine: marks of some splits, then whole-vector tests of the least values left.
//
// For codes without digits above 7, sets and Grundy's game. A heap n takes a walk over W splits a digit,
// which marks most small values; the least unmarked values are then tested, four at once, against all splits
// by comparing xors of the table with a reversed copy of it. A value that no split has is G(n) if all smaller
// ones are marked or were hit. Blocks of heaps are shared between threads: splits with both parts below the
// block first, the others in order after that. Values are one byte while they are below 256, then two. 2
// bytes (4 bytes) of table a heap.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "retrograph/games/heap_game.hpp"
#include "retrograph/grundy/heap_table.hpp"

namespace retrograph {

[[nodiscard]] bool dense_accepts(const HeapGame& game);
/// Games that never split: codes of digits 0 to 3, subtraction sets, all-but sets.
[[nodiscard]] HeapRun run_takes(const HeapGame& game, const HeapOptions& options);
[[nodiscard]] HeapRun run_dense(const HeapGame& game, const HeapOptions& options);

/// The engine step by step, for those that need only a prefix.
class DenseTable {
 public:
  /// `capacity`: more values than this are never asked for.
  DenseTable(const HeapGame& game, std::uint64_t capacity);
  DenseTable(DenseTable&&) noexcept;
  ~DenseTable();

  /// Takes G(0) .. G(values.size() - 1) as known; only while nothing was computed.
  void adopt(std::span<const std::uint16_t> values);
  /// Computes G(0) .. G(count-1). Throws Error(resource) for a value beyond 16 bits.
  void extend(std::uint64_t count);
  [[nodiscard]] std::uint64_t size() const noexcept;
  [[nodiscard]] std::uint32_t max_value() const noexcept;
  /// Values first .. first + out.size() - 1, all computed before.
  void copy(std::uint64_t first, std::span<std::uint16_t> out) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace retrograph
