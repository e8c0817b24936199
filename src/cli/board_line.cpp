#include "cli/board_line.hpp"

#include <fmt/format.h>

#include "retrograph/games/board_picture.hpp"

#include "cli/json.hpp"

namespace retrograph::cli {
namespace {

std::string where(const PoliceThief& space, std::uint32_t dense) {
  const std::uint32_t cell = space.moves().cell_of(dense);
  return fmt::format("{},{}", cell / space.board().cols, cell % space.board().cols);
}

}  // namespace

Json position_json(const PoliceThief& space, const PoliceThiefState& s) {
  return {{"turn", s.turn == Side::police ? "police" : "thief"},
          {"police", where(space, s.police)},
          {"thief", where(space, s.thief)}};
}

Json line_json(const PoliceThief& space, const BoardLine& line) {
  auto out = Json::array();
  for (const PoliceThiefState& s : line.states) out.push_back(position_json(space, s));
  return out;
}

std::string move_text(const PoliceThief& space, const PoliceThiefState& from, const PoliceThiefState& to) {
  return from.turn == Side::police ? "police to " + where(space, to.police)
                                   : "thief to " + where(space, to.thief);
}

void say_line(const Session& session, const PoliceThief& space, const BoardLine& line) {
  for (std::size_t i = 0; i < line.states.size(); ++i) {
    const PoliceThiefState& s = line.states[i];
    session.say(
        i == 0 ? fmt::format("\nstart: police {}, thief {}", where(space, s.police), where(space, s.thief))
               : fmt::format("\nply {}: {}", i, move_text(space, line.states[i - 1], s)));
    std::string picture =
        board_picture(space.board(), space.moves().cell_of(s.police), space.moves().cell_of(s.thief));
    picture.pop_back();
    session.say(picture);
  }
  if (line.repeats) session.say("\nand so on: this position has been there before");
}

}  // namespace retrograph::cli
