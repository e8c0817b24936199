#include "retrograph/solve/level_state.hpp"

#include <algorithm>

#include "retrograph/support/parallel.hpp"

namespace retrograph {
namespace {

constexpr std::uint64_t tag = 0x31304c4556454c52;  // "RLEVEL01"
constexpr std::size_t word_grain = 1024;

// One bit a vertex: its value is `wanted`.
Array<std::uint64_t> bits_of(std::span<const Value> value, Value wanted) {
  Array<std::uint64_t> bits((value.size() + 63) / 64);
  par::for_each(bits.size(), word_grain, [&](std::size_t w) {
    std::uint64_t word = 0;
    const std::size_t count = std::min<std::size_t>(64, value.size() - 64 * w);
    for (std::size_t i = 0; i < count; ++i) word |= std::uint64_t{value[64 * w + i] == wanted} << i;
    bits[w] = word;
  });
  return bits;
}

}  // namespace

void write_level_state(StateSink& to, const LevelStateView& state) {
  StateWriter writer(to);
  writer(tag, std::uint64_t{state.remoteness.size()}, state.level, state.ties, state.win, state.tie,
         state.remoteness);
}

void write_level_state(StateSink& to, std::uint64_t level, bool ties, std::span<const Value> value,
                       const RemotenessStore& remoteness) {
  const Array<std::uint64_t> win = bits_of(value, Value::win);
  const Array<std::uint64_t> tie = ties ? bits_of(value, Value::tie) : Array<std::uint64_t>();
  write_level_state(to, {level, ties, win.span(), tie.span(), remoteness});
}

LevelState read_level_state(StateSource& from, std::uint64_t vertices) {
  StateReader reader(from);
  LevelState state;
  std::uint64_t found = 0;
  std::uint64_t size = 0;
  reader(found, size);
  if (found != tag || size != vertices) StateReader::wrong();
  reader(state.level, state.ties, state.win, state.tie, state.remoteness);
  reader.end();
  const std::uint64_t words = (vertices + 63) / 64;
  if (state.win.size() != words || state.tie.size() != (state.ties ? words : 0) ||
      state.remoteness.size() != vertices || (vertices != 0 && state.level >= state.remoteness.limit()))
    StateReader::wrong();
  return state;
}

}  // namespace retrograph
