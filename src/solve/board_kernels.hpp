// The inner loops of the bit-row engine, compiled once for each instruction set.
//
// A *row* is the set of police cells for one thief cell: bit i * pitch + j stands for police cell (i, j),
// with pitch = columns + 1 so that the one column of padding, always zero, borders both sides. Rows are
// packed and end at a whole block of 512 bits; `reach` is how many blocks a police step can cross. Thief
// cells are numbered densely over free cells; their order is the engine's.
//
// Only plain structures and intrinsics may be used by the kernels: a template of the standard library
// compiled for a new processor must not end up in the rest of the program.
#pragma once

#include <cstdint>

namespace retrograph::bits {

inline constexpr unsigned block_words = 8;
inline constexpr unsigned max_planes = 32;

/// A board under its rules, as the kernels see it. All arrays belong to BitBoard.
struct Board {
  std::uint32_t words;   // of a row; a multiple of block_words
  std::uint32_t blocks;  // of a row
  std::uint32_t pitch;
  std::uint32_t reach;
  std::uint32_t thieves;
  std::uint32_t group;  // blocks that share one bit of a window, a power of two
  bool diagonal, stay, closed;
  const std::uint64_t* free;
  const std::uint64_t* open;   // cells that the police may enter
  const std::uint64_t* extra;  // police cells without a step where that wins for the police, else zero
  const std::uint32_t* point;  // bit of the thief's own cell
  const std::uint32_t* step_begin;
  const std::uint32_t* steps;  // thief cells that a thief cell can move to
  const std::uint32_t* wake_begin;
  const std::uint32_t* wakes;  // thief cells that can move to a thief cell
  // Under the usual rules, else null: the four neighbours of every thief cell, the cell itself for missing
  // ones.
  const std::uint32_t* around;
  // Only for boards that the small kernels take: thief cells from `movable` on are exits; all cells but
  // exits.
  std::uint32_t movable;
  const std::uint64_t* plain;
  const std::uint8_t* police_fixed;  // 1: the game is over on this thief cell (exit)
  const std::uint8_t* thief_fixed;   // 1: exit, or a thief cell without a step
  const std::uint8_t* thief_full;    // 1: a thief cell without a step, where that loses for the thief
};

/// Bit planes of level numbers: plane j of block s of thief cell t at plane[j] + t * row_stride + s *
/// block_stride.
struct Planes {
  std::uint64_t* plane[max_planes];
  std::uint64_t row_stride;
  std::uint64_t block_stride;
};

/// Planes that grow while levels are found: more(source) adds an empty plane number `used`.
struct PlaneSource {
  Planes planes;
  unsigned used;
  void (*more)(PlaneSource&);
};

struct Counts {
  std::uint64_t police;  // bits of the rows
  std::uint64_t thief;   // bits of the thief-turn rows that follow from them
  // The same over cells that are not exits, without the thief's own cell. Only from the small kernels.
  std::uint64_t police_plain;
  std::uint64_t thief_plain;
};

/// One of the two fixpoints. grow: the police wins, rows only gain; else: the police does not lose, rows only
/// lose bits.
struct Fixpoint {
  bool grow;
  std::uint64_t* x;  // police to move
  std::uint64_t* y;  // thief to move; only for strict levels
};

/// Boards of at most small_blocks blocks and small_pitch columns under the usual rules, solved whole. `spare`
/// has room for as many rows as x, `list` for 2 (thieves + 8) numbers, `due` for a
/// byte a thief cell.
struct SmallKernels {
  void (*wins)(const Board&, std::uint64_t* x);
  void (*holds)(const Board&, std::uint64_t* x, std::uint32_t* list, std::uint8_t* due);
  /// Both return the last level that decided anything.
  std::uint32_t (*win_levels)(const Board&, std::uint64_t* x, std::uint64_t* spare, PlaneSource&);
  std::uint32_t (*hold_levels)(const Board&, std::uint64_t* x, std::uint64_t* spare, std::uint32_t* list,
                               std::uint8_t* due, PlaneSource&);
  Counts (*count)(const Board&, const std::uint64_t* x);
  /// Whether some state with the thief to move is decided one ply after the last level.
  bool (*thief_follows)(const Board&, const std::uint64_t* x, bool win, const Planes&, unsigned used,
                        std::uint32_t last, std::uint64_t* spare);
};

inline constexpr std::uint32_t small_blocks = 8;
inline constexpr std::uint32_t small_pitch = 63;

struct Kernels {
  /// Words of scratch memory that a thread must supply, 64-byte aligned.
  std::uint64_t (*scratch_words)(const Board&);
  /// Visits the thief cells begin .. end-1 that have something pending (the window of what changed around
  /// them), updates x in place and hands on what changed. Returns whether there was anything to do.
  bool (*sweep)(const Board&, const Fixpoint&, std::uint64_t* pending, std::uint32_t begin, std::uint32_t end,
                std::uint64_t* scratch);
  /// Strict levels, for thief cells begin .. end-1; both return whether anything changed. thief_level: y
  /// from x of the steps, where police_changed has a window of one of them. police_level: x from the own y,
  /// where thief_changed has a window; what changed is marked with `level` in the planes. Each writes its
  /// own windows for every cell.
  bool (*thief_level)(const Board&, const Fixpoint&, const std::uint64_t* police_changed,
                      std::uint64_t* thief_changed, std::uint32_t begin, std::uint32_t end,
                      std::uint64_t* scratch);
  bool (*police_level)(const Board&, const Fixpoint&, const std::uint64_t* thief_changed,
                       std::uint64_t* police_changed, std::uint32_t begin, std::uint32_t end, const Planes&,
                       std::uint32_t level, std::uint64_t* scratch);
  /// out = the thief-turn row of t: all of x at its steps, and its own cell.
  void (*thief_row)(const Board&, const std::uint64_t* x, std::uint32_t t, std::uint64_t* out);
  std::uint64_t (*count)(const std::uint64_t* words, std::uint64_t n);
  /// levels[i] for the 512 cells of a block from planes 0 .. planes-1 at that block.
  void (*unpack)(const std::uint64_t* const* plane, unsigned planes, std::uint16_t* levels);
  SmallKernels small;
};

[[nodiscard]] const Kernels& scalar_kernels() noexcept;
[[nodiscard]] const Kernels& avx2_kernels() noexcept;
[[nodiscard]] const Kernels& avx512_kernels() noexcept;

/// The kernels of simd_level().
[[nodiscard]] const Kernels& kernels();

}  // namespace retrograph::bits
