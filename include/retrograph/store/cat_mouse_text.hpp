// Fields of cat and mouse as text.
//
//   graph  a JSON array of adjacency lists: [[2,5],[3],[0,4,5],...]; at least three places
//   grid   rows of `.` free, `#` wall, one each of C, M and F (food), plain or as a JSON array of strings
// Anything else is Error(malformed) with the place. The path "-" is standard input.
#pragma once

#include <filesystem>
#include <string_view>

#include "retrograph/games/cat_mouse.hpp"

namespace retrograph {

/// How far the pieces jump on a grid; without meaning on a graph.
struct CatMouseJumps {
  std::uint32_t mouse = 1;
  std::uint32_t cat = 1;
};

[[nodiscard]] CatMouseField read_cat_mouse(const std::filesystem::path& path, const CatMouseJumps& jumps);
[[nodiscard]] CatMouseField parse_cat_mouse(std::string_view text, std::string_view name,
                                            const CatMouseJumps& jumps);

}  // namespace retrograph
