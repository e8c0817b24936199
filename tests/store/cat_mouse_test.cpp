// Cat and mouse: answers known from a judge, read from text and solved.
#include <string>

#include "retrograph/games/explore.hpp"
#include "retrograph/solve/engine.hpp"
#include "retrograph/store/cat_mouse_text.hpp"
#include "retrograph/support/error.hpp"

#include "catch.hpp"

using namespace retrograph;
using Catch::Matchers::Contains;

namespace {

struct Answer {
  Value value;  // for the mouse, which moves first
  std::uint32_t remoteness;
  friend bool operator==(const Answer&, const Answer&) = default;
};

Answer answer(const std::string& text, const CatMouseJumps& jumps = {}) {
  const CatMouseField field = parse_cat_mouse(text, "test", jumps);
  const ExploredGame game = explore(CatMouse(field));
  const auto outcomes = solve(choose_engine(game.arena, false), game.arena);
  return {outcomes.value[0], outcomes.remoteness[0]};
}

}  // namespace

TEST_CASE("the mouse's fate on graphs, drawn games among them") {
  CHECK(answer("[[5,6],[3,4],[6],[1,4,5],[1,3,5],[0,3,4,6],[0,2,5]]") == Answer{Value::lose, 8});
  CHECK(answer("[[3],[4],[3],[0,2,4],[1,3]]") == Answer{Value::lose, 5});
  CHECK(answer("[[3],[2,3],[1],[0,1]]") == Answer{Value::win, 3});
  CHECK(
      answer(
          "[[7],[2,6,8,9],[1,4,5,6,7],[4,5,7],[2,3,5,8],[2,3,4,7],[1,2,9],[0,2,3,5,9],[1,4,9],[1,6,7,8]]") ==
      Answer{Value::lose, 22});
  CHECK(answer("[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]") == Answer{Value::draw, RemotenessArray::none});
  CHECK(answer("[[3],[7,8,9,10],[4,7,9],[0,8,9,10],[2,5,6,9],[4,6,8],[4,5,8,9],[1,2,8],[1,3,5,6,7,10],[1,2,3,"
               "4,6],[1,3,8]]") == Answer{Value::lose, 40});
}

TEST_CASE("play of more than 127 plies is not cut short") {
  const std::string head =
      "[3],[2,4,10],[1,11,12],[0,4,5,7,8,11],[1,3,6,9,10],[3,7,10],[4,7,9,11,12],[3,5,6,9],[3,9,10,13],[4,6,"
      "7,8,12],[1,4,5,8,11],"
      "[2,3,6,10,12],[2,6,9,11],[8,14],[13,15]";
  std::string text = "[" + head;
  for (int v = 15; v < 49; ++v) text += ",[" + std::to_string(v - 1) + "," + std::to_string(v + 1) + "]";
  CHECK(answer(text + ",[48]]") == Answer{Value::lose, 128});
}

TEST_CASE("the mouse's fate on grids") {
  CHECK(answer("C#......\nM..####.\n###.....\n....####\n.####...\n......#.\n#######.\nF.......\n") ==
        Answer{Value::win, 75});
  CHECK(answer("..F..\n#....\n#.#..\n.....\nC.#..\n#M...\n", {2, 2}) == Answer{Value::win, 7});
  CHECK(answer("[\"####F\",\"#C...\",\"M....\"]", {2, 1}) == Answer{Value::win, 5});
  CHECK(answer("M.C...F", {3, 1}) == Answer{Value::lose, 8});
}

TEST_CASE("bad fields are malformed, with the place") {
  const auto error = [](const std::string& text) {
    try {
      (void)parse_cat_mouse(text, "field", {});
    } catch (const Error& e) {
      CHECK(e.category() == Category::malformed);
      return std::string(e.what());
    }
    return std::string("accepted");
  };
  CHECK_THAT(error("[[1],[0]]"), Contains("2 places"));
  CHECK_THAT(error("[[1],[0],[7]]"), Contains("list 2 holds 7"));
  CHECK_THAT(error("[[1],[0],[-1]]"), Contains("-1"));
  CHECK_THAT(error("[[1],[0],3]"), Contains("entry 2"));
  CHECK_THAT(error("[[1],[0]"), Contains("JSON"));
  CHECK_THAT(error("[\"M.C\",3]"), Contains("row 1"));
  CHECK_THAT(error("M.C\n..\n"), Contains("field:2"));
  CHECK_THAT(error("M.CF\n.x..\n"), Contains("field:2:2"));
  CHECK_THAT(error("M.C.\n"), Contains("no F"));
  CHECK_THAT(error("MMCF\n"), Contains("more than one M"));
  CHECK_THAT(error(""), Contains("cells"));
}
