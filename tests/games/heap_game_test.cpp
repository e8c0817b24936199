#include "retrograph/games/heap_game.hpp"

#include <set>
#include <string>
#include <vector>

#include "retrograph/games/heap_game_options.hpp"
#include "retrograph/support/error.hpp"

#include "catch.hpp"

using namespace retrograph;

namespace {

using Options = std::multiset<std::vector<std::uint64_t>>;

Options options_of(std::string_view text, std::uint64_t n) {
  Options options;
  for_each_option(parse_heap_game(text), n,
                  [&](Parts parts) { options.insert({parts.begin(), parts.end()}); });
  return options;
}

std::string complaint(std::string_view text) {
  try {
    (void)parse_heap_game(text);
  } catch (const Error& error) {
    CHECK(error.category() == Category::usage);
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("codes are read digit by digit") {
  const HeapGame game = parse_heap_game("0.137");
  CHECK(game.kind == HeapGame::Kind::code);
  CHECK(game.digits == std::vector<std::uint8_t>{0, 1, 3, 7});
  CHECK(game.last_digit() == 3);
  CHECK(game.most_parts() == 2);
  CHECK(game.name == "0.137");
  CHECK(parse_heap_game("0.13700").name == "0.137");
  CHECK(parse_heap_game("4.0").digits == std::vector<std::uint8_t>{4});
  CHECK(parse_heap_game("4.0").name == "4.0");
  CHECK(parse_heap_game("0.3f").name == "0.3F");
  CHECK(parse_heap_game("0.3F").most_parts() == 3);
  CHECK(parse_heap_game("0.123").most_parts() == 1);
  CHECK(parse_heap_game("0." + std::string(32, '7')).last_digit() == 32);
}

TEST_CASE("names stand for their codes") {
  CHECK(parse_heap_game("kayles").name == "0.77");
  CHECK(parse_heap_game("dawson-kayles").name == "0.07");
  CHECK(parse_heap_game("dawson-chess").name == "0.137");
  CHECK(parse_heap_game("crosses").name == "0.137");
  CHECK(parse_heap_game("officers").name == "0.6");
  const HeapGame treblecross = parse_heap_game("treblecross");
  CHECK(treblecross.heap_offset == 2);
  CHECK(treblecross.name == "treblecross");
  CHECK(without_offset(treblecross).name == "0.007");
  CHECK(without_offset(treblecross).heap_offset == 0);
  CHECK(parse_heap_game("nim").kind == HeapGame::Kind::all_but);
  CHECK(parse_heap_game("nim").excluded.empty());
  CHECK(parse_heap_game("grundy").most_parts() == 2);
}

TEST_CASE("subtraction sets are sorted") {
  const HeapGame game = parse_heap_game("subtraction:4,1,3");
  CHECK(game.kind == HeapGame::Kind::subtraction);
  CHECK(game.name == "subtraction:1,3,4");
  CHECK(game.digits == std::vector<std::uint8_t>{0, 3, 0, 3, 3});
  CHECK(game.most_parts() == 1);
  const HeapGame rest = parse_heap_game("subtraction:all-but:5,2");
  CHECK(rest.kind == HeapGame::Kind::all_but);
  CHECK(rest.excluded == std::vector<std::uint32_t>{2, 5});
  CHECK(rest.name == "subtraction:all-but:2,5");
}

TEST_CASE("a canonical name is read as the same game") {
  for (const char* text : {"0.137", "4.0", "4.7", "0.3F", "8.0", "subtraction:2,5,7", "subtraction:all-but:1",
                           "grundy", "nim", "treblecross", "0.007"}) {
    const HeapGame game = parse_heap_game(text);
    const HeapGame again = parse_heap_game(game.name);
    CHECK(game.name == text);
    CHECK(again.name == game.name);
    CHECK(again.kind == game.kind);
    CHECK(again.digits == game.digits);
    CHECK(again.excluded == game.excluded);
    CHECK(again.heap_offset == game.heap_offset);
  }
}

TEST_CASE("text that is no heap game is refused with the place that is wrong") {
  CHECK(complaint("0.1x7") == "heap game '0.1x7': 'x' at column 4 is no octal or hexadecimal digit");
  CHECK(complaint("0.") == "heap game '0.': no digit after the point");
  CHECK(complaint("0.000") == "heap game '0.000': all digits are 0, so there is no move");
  CHECK(complaint("0." + std::string(33, '1')).find("33 digits") != std::string::npos);
  CHECK(complaint("3.7").find("the digit before the point is '3'") != std::string::npos);
  CHECK(complaint("subtraction:1,,3").find("'' is no removal") != std::string::npos);
  CHECK(complaint("subtraction:").find("'' is no removal") != std::string::npos);
  CHECK(complaint("subtraction:1,-3").find("'-3' is no removal") != std::string::npos);
  CHECK(complaint("subtraction:0").find("'0' is no removal") != std::string::npos);
  CHECK(complaint("subtraction:4294967297").find("is no removal") != std::string::npos);
  CHECK(complaint("subtraction:3,1,3").find("3 is listed twice") != std::string::npos);
  CHECK(complaint("subtraction:all-but:x").find("'x' is no removal") != std::string::npos);
  for (const char* text : {"", "0", "137", "chess", "Nim", "grundy ", "10.7", "."}) {
    INFO(text);
    CHECK(complaint(text).find(std::string("'") + text + "'") != std::string::npos);
  }
}

TEST_CASE("moves of small heaps are those of the rules") {
  CHECK(options_of("0.137", 0).empty());
  CHECK(options_of("0.137", 1) == Options{{}});
  CHECK(options_of("0.137", 2) == Options{{}});
  CHECK(options_of("0.137", 3) == Options{{}, {1}});
  CHECK(options_of("0.137", 6) == Options{{4}, {3}, {1, 2}});
  CHECK(options_of("4.0", 5) == Options{{1, 4}, {2, 3}});
  CHECK(options_of("4.0", 1).empty());
  CHECK(options_of("0.3F", 5) == Options{{4}, {3}, {1, 2}, {1, 1, 1}});
  CHECK(options_of("0.8", 7) == Options{{1, 1, 4}, {1, 2, 3}, {2, 2, 2}});
  CHECK(options_of("subtraction:1,3", 3) == Options{{}, {2}});
  CHECK(options_of("subtraction:all-but:1,3", 4) == Options{{}, {2}});
  CHECK(options_of("nim", 2) == Options{{}, {1}});
  CHECK(options_of("grundy", 6) == Options{{1, 5}, {2, 4}});
  CHECK(options_of("grundy", 2).empty());
}

TEST_CASE("options are counted as they are listed") {
  for (const char* text : {"0.137", "0.3F", "4.24", "8.8", "C.F", "subtraction:2,5",
                           "subtraction:all-but:2,9", "nim", "grundy", "0.007"})
    for (std::uint64_t n = 0; n < 70; ++n) {
      INFO(text << " heap " << n);
      CHECK(count_options(parse_heap_game(text), n) == options_of(text, n).size());
    }
  CHECK(count_options(parse_heap_game("grundy"), 92679) == 46339);
  CHECK(count_options(parse_heap_game("4.0"), std::uint64_t{1} << 62) == std::uint64_t{1} << 61);
  // Partitions of 6e9 into three parts: 3e18, beyond 32 bits squared.
  CHECK(count_options(parse_heap_game("8.0"), 6'000'000'000) == 3'000'000'000'000'000'000);
}
