// The parts of a packed state that all engines of heap games share.
//
// It starts with a tag (its layout), the game's name and its heap offset; it does not depend on the number of
// threads or on the instruction set.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>

#include "retrograph/games/heap_game.hpp"
#include "retrograph/grundy/certificate.hpp"
#include "retrograph/support/checkpoint.hpp"
#include "retrograph/support/error.hpp"

namespace retrograph {

template <class Archive, class Rare>
  requires std::is_same_v<std::remove_const_t<Rare>, RareHeap>
void pass_fields(Archive& archive, Rare& rare) {
  archive(rare.heap, rare.value);
}
template <class Archive, class Window>
  requires std::is_same_v<std::remove_const_t<Window>, CertificateWindow>
void pass_fields(Archive& archive, Window& window) {
  archive(window.at, window.values);
}

enum class StateTag : std::uint64_t {
  table = 0x3130454c42415447,   // "GTABLE01": all values, of the engines that keep them
  sparse = 0x3230455352415053,  // "SPARSE02"
};

/// The head of every state; a reader refuses another game.
template <class Archive>
void pass_head(Archive& archive, StateTag& tag, const HeapGame& game) {
  std::string name = game.name;
  std::uint64_t offset = game.heap_offset;
  archive(tag, name, offset);
  if (Archive::reads && (name != game.name || offset != game.heap_offset))
    fail(Category::usage, "the checkpoint belongs to {}, this run is of {}", name, game.name);
}

/// The tag of a packed state of this game.
[[nodiscard]] inline StateTag state_tag(StateSource& state, const HeapGame& game) {
  StateReader reader(state);
  StateTag tag{};
  pass_head(reader, tag, game);
  if (tag != StateTag::table && tag != StateTag::sparse) StateReader::wrong();
  return tag;
}

}  // namespace retrograph
