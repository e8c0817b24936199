#include "grundy/heap_state.hpp"

#include <algorithm>

#include "retrograph/support/error.hpp"
#include "retrograph/support/parallel.hpp"

#include "catch.hpp"
#include "grundy/heap_history.hpp"
#include "heap_cases.hpp"
#include "memory_checkpoint.hpp"

using namespace retrograph;
using namespace retrograph::testing;

namespace {

HeapOptions state_options(std::uint64_t count, bool keep, StopSource& stop) {
  HeapOptions options;
  options.count = count;
  options.keep_values = keep;
  options.find_period = true;
  options.histograms = true;
  options.stop = &stop;
  return options;
}

struct NoSink final : StateSink {
  void put(std::span<const std::byte>) override {}
};

// The run in pieces, for six blocks at first.
HeapRun run_in_pieces(const HeapGame& game, std::uint64_t count, bool keep, const std::string& engine,
                      std::size_t& pieces) {
  return in_pieces(
      [&](MemoryCheckpoint& checkpoint) {
        StopSource unused;
        HeapOptions options = state_options(count, keep, unused);
        options.checkpoint = &checkpoint;
        return run_heap_engine(game, options, engine);
      },
      [&] { return pieces < 6 ? std::size_t{1} : std::size_t{1} << 40; }, pieces);
}

}  // namespace

TEST_CASE("a run that is stopped and goes on from its state ends as one that is not") {
  struct Case {
    const char* game;
    const char* engine;
    std::uint64_t count;
    bool keep;
  };
  for (const Case& c :
       {Case{"0.156", "sparse", 500'000, false}, Case{"0.16", "sparse", 450'000, true},
        Case{"0.007", "dense", 9'000, true}, Case{"0.137", "reference", 9'000, true},
        Case{"subtraction:1,3,4", "dense", 30'000, true},
        Case{"subtraction:all-but:2,5", "dense", 30'000, true}, Case{"treblecross", "dense", 9'000, true}}) {
    INFO(c.game);
    const HeapGame game = parse_heap_game(c.game);
    StopSource none;
    const HeapRun whole = run_heap_engine(game, state_options(c.count, c.keep, none), c.engine);
    std::size_t pieces = 0;
    const HeapRun parts = run_in_pieces(game, c.count, c.keep, c.engine, pieces);
    CHECK(pieces >= 3);
    CHECK(as_vector(parts.values) == as_vector(whole.values));
    CHECK(parts.statistics == whole.statistics);
    CHECK(parts.period == whole.period);
    CHECK(parts.certificate == whole.certificate);
    CHECK(parts.rares == whole.rares);
    CHECK(parts.depth == whole.depth);
  }
}

TEST_CASE("states of other games, cut or longer ones are refused") {
  const HeapGame game = parse_heap_game("0.156");
  StopSource stop;
  MemoryCheckpoint first(stop, {}, 1);
  HeapOptions options = state_options(200'000, false, stop);
  options.checkpoint = &first;
  CHECK_THROWS_AS(run_heap_engine(game, options, "sparse"), Error);
  std::vector<std::byte> state = first.state();
  REQUIRE(state.size() > 1000);
  const auto category = [&](const char* code, std::span<const std::byte> bytes) {
    StopSource none;
    MemoryCheckpoint checkpoint(none, {bytes.begin(), bytes.end()}, std::size_t{1} << 40);
    options.checkpoint = &checkpoint;
    try {
      (void)run_heap_engine(parse_heap_game(code), options, "sparse");
    } catch (const Error& error) {
      return error.category();
    }
    return Category::stopped;
  };
  CHECK(category("0.16", state) == Category::usage);
  for (const std::size_t size :
       {std::size_t{1}, std::size_t{8}, std::size_t{60}, state.size() / 2, state.size() - 1})
    CHECK(category("0.156", std::span(state).first(size)) == Category::malformed);
  state.push_back(std::byte{0});
  CHECK(category("0.156", state) == Category::malformed);
}

TEST_CASE("a history is whole for as long as head and tail meet, wherever the tail begins") {
  for (const std::uint64_t kept : {8, 11, 15, 16, 17}) {
    HeapHistory history(8);
    std::vector<std::uint16_t> values;
    for (std::uint16_t n = 0; n < kept; ++n) {
      values.push_back(n);
      history.push(n);
    }
    NoSink sink;
    StateWriter writer(sink);
    history.pass(writer);  // leaves the last eight in the tail
    if (!history.complete()) {
      CHECK(kept > 16);
      continue;
    }
    std::vector<std::uint16_t> room;
    const auto all = history.all(room);
    CHECK(std::equal(all.begin(), all.end(), values.begin(), values.end()));
  }
}
