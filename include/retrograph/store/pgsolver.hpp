// Parity games in PGSolver's text, and the winners and strategies of its solution files.
//
//   parity 20;            optional; the number is a count or the highest id, so it is only a hint
//   start 3;              optional, without meaning here
//   0 12 1 3,4 "name";    id, priority, owner, successors, optional name, which may hold any separator
// Ids come in any order and may have gaps. There are 1 + largest id vertices; an id without a line has no
// moves, priority 0 and owner 0, and must not be a successor. Priorities are up to 2^64 - 1. Max-parity,
// player 0 is even. Anything else is Error(malformed) with file and line.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "retrograph/graph/arena.hpp"
#include "retrograph/store/atomic_file.hpp"

namespace retrograph {

struct ParityGame {
  Arena<std::uint32_t> arena;           // with owners
  std::vector<std::uint64_t> priority;  // of every vertex
  std::vector<bool> defined;            // whether the vertex has a line
};

/// The path "-" is standard input.
[[nodiscard]] ParityGame read_pgsolver(const std::filesystem::path& path);
[[nodiscard]] ParityGame parse_pgsolver(std::string_view text, std::string_view name);

/// One line of a solution: who wins the vertex, and with which move where the winner is its owner (else
/// no_vertex).
struct SolutionLine {
  std::uint32_t vertex = 0;
  std::uint8_t winner = 0;
  std::uint32_t move = no_vertex<std::uint32_t>;
};

/// "paritysol <highest id>;" and a line "id winner move;" each. Writes and commits.
void write_solution(PartialFile& out, std::span<const SolutionLine> lines);
[[nodiscard]] std::vector<SolutionLine> parse_solution(std::string_view text, std::string_view name);
[[nodiscard]] std::vector<SolutionLine> read_solution(const std::filesystem::path& path);

}  // namespace retrograph
