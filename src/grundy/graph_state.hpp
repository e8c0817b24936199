// What the states of runs over graphs have in common: a tag (mex or Smith levels) and the number of vertices.
#pragma once

#include <cstdint>
#include <type_traits>
#include <variant>

#include "retrograph/grundy/smith_values.hpp"

namespace retrograph {

enum class GraphStateTag : std::uint64_t {
  mex = 0x313058454d475247,    // "GRGMEX01"
  smith = 0x313048544d535247,  // "GRSMTH01"
};

/// The head of a state, read; Error(malformed) unless it is one of so many vertices.
[[nodiscard]] inline GraphStateTag graph_state_tag(StateSource& from, std::uint64_t vertices) {
  StateReader reader(from);
  GraphStateTag tag{};
  std::uint64_t size = 0;
  reader(tag, size);
  if ((tag != GraphStateTag::mex && tag != GraphStateTag::smith) || size != vertices) StateReader::wrong();
  return tag;
}

/// Numbers in one of the three types.
template <class Archive, class Storage>
void pass_codes(Archive& archive, Storage& storage) {
  std::uint64_t type = storage.index();
  archive(type);
  if constexpr (Archive::reads) {
    if (type > 2) archive.wrong();
    if (type == 0) storage = Array<std::uint8_t>();
    if (type == 1) storage = Array<std::uint16_t>();
    if (type == 2) storage = Array<std::uint32_t>();
  }
  std::visit([&](auto& codes) { archive(codes); }, storage);
}

template <class Archive, class Level>
  requires std::is_same_v<std::remove_const_t<Level>, SmithLevel>
void pass_fields(Archive& archive, Level& level) {
  archive(level.vertices, level.edges, level.labelled, level.infinite, level.copy_seconds,
          level.solve_seconds);
}

}  // namespace retrograph
