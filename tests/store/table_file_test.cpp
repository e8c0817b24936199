#include "retrograph/store/table_file.hpp"

#include <algorithm>
#include <random>

#include "retrograph/store/file_kind.hpp"

#include "catch.hpp"
#include "store/scratch.hpp"

using namespace retrograph;

namespace {

template <class T>
HeapValues stored_as(const std::vector<std::uint32_t>& values) {
  Array<T> array(values.size());
  std::ranges::transform(values, array.begin(), [](std::uint32_t v) { return static_cast<T>(v); });
  return HeapValues(std::move(array));
}

HeapRun run_of(std::size_t count, std::uint32_t most) {
  std::mt19937_64 random(4);
  std::vector<std::uint32_t> values(count);
  for (auto& v : values) v = static_cast<std::uint32_t>(random() % (std::uint64_t{most} + 1));
  if (count > 1) values[1] = most;
  HeapRun run;
  run.count = count;
  run.values = most < 256     ? stored_as<std::uint8_t>(values)
               : most < 65536 ? stored_as<std::uint16_t>(values)
                              : stored_as<std::uint32_t>(values);
  run.statistics.max_value = most;
  run.statistics.max_value_at = 1;
  run.statistics.zeros = static_cast<std::uint64_t>(std::ranges::count(values, 0U));
  return run;
}

}  // namespace

TEST_CASE("a table gives back its values, facts and the histogram of heaps 1 to n") {
  const Scratch scratch;
  for (const std::uint32_t most : {9U, 300U, 70000U}) {
    auto run = run_of(100001, most);
    run.period = Period{34, 52, 0, Proof::guy_smith};
    PartialFile out(scratch / "t.h5", true);
    write_table(out, "0.137", run, begin_provenance("1", "", ""));
    REQUIRE(kind_of_file(out.target()) == FileKind::table);
    const TableFile file(out.target());
    REQUIRE(file.game() == "0.137");
    REQUIRE(file.run().count == 100001);
    REQUIRE(file.run().period == run.period);
    REQUIRE_FALSE(file.run().rare);
    REQUIRE(file.run().statistics.max_value == most);
    REQUIRE(file.run().statistics.zeros == run.statistics.zeros);
    const auto all = file.all_values();
    REQUIRE(all.width() == run.values.width());
    std::vector<std::uint64_t> counts(most + 1);
    for (std::uint64_t n = 0; n < run.count; ++n) {
      if (all[n] != run.values[n]) FAIL("heap " << n);
      if (n > 0) ++counts[all[n]];
    }
    REQUIRE(file.run().statistics.histograms == std::vector<ValueHistogram>{{100000, counts}});
    const auto part = file.values(99990, 100001);
    REQUIRE(part.size() == 11);
    REQUIRE(part.back() == run.values[100000]);
    REQUIRE(file.values(5, 5).empty());
    const auto beyond = failure_of([&] { static_cast<void>(file.values(0, 100002)); });
    REQUIRE(beyond);
    REQUIRE(beyond->category == Category::usage);
  }
}

TEST_CASE("a sparse run without values keeps its rares and histograms") {
  const Scratch scratch;
  HeapRun run;
  run.count = 1000000000000;
  run.statistics.max_value = 11;
  run.statistics.histograms = {{1, {0, 1}}, {1000, {4, 5, 6}}};
  run.rare = 2;
  run.last_rare = 77;
  run.depth = 4178;
  run.rares = {{3, 1}, {77, 70001}};
  run.mask = 0x17;
  run.position = true;
  PartialFile out(scratch / "t.h5", true);
  write_table(out, "0.104", run, begin_provenance("1", "", ""));
  const TableFile file(out.target());
  REQUIRE_FALSE(file.has_values());
  REQUIRE(file.run().rares == run.rares);
  REQUIRE(file.run().statistics == run.statistics);
  REQUIRE(file.run().mask == 0x17);
  REQUIRE(file.run().position);
  REQUIRE(file.run().depth == 4178);
  REQUIRE(file.run().rare == 2);
  REQUIRE(file.run().last_rare == 77);
  REQUIRE_FALSE(file.run().period);
}
