#include "grundy/dense_engine.hpp"

#include <random>

#include "retrograph/support/error.hpp"
#include "retrograph/support/parallel.hpp"

#include "catch.hpp"
#include "grundy/dense_kernels.hpp"
#include "heap_cases.hpp"

using namespace retrograph;
using namespace retrograph::testing;

namespace {

constexpr SimdLevel levels[] = {SimdLevel::scalar, SimdLevel::avx2, SimdLevel::avx512};

std::string random_code(std::mt19937_64& random) {
  std::string code = random() % 4 == 0 ? "4." : "0.";
  for (std::uint64_t digits = 1 + random() % 4; digits > 0; --digits) code += "01234567"[random() % 8];
  return code + "1234567"[random() % 7];
}

template <class T>
void compare_probes() {
  std::mt19937_64 random(5);
  for (const SimdLevel level : levels) {
    if (level > machine_simd_level()) continue;
    const auto probe = dense::probe_for<T>(level);
    std::size_t wrong = 0;
    for (int round = 0; round < 4000; ++round) {
      std::vector<T> a(random() % 300);
      std::vector<T> b(a.size());
      const std::uint64_t range = std::uint64_t{1} << (random() % 9);
      for (T& x : a) x = static_cast<T>(random() % range);
      for (T& x : b) x = static_cast<T>(random() % range);
      dense::Candidates<T> c;
      for (T& x : c) x = static_cast<T>(random() % (2 * range));
      wrong += probe(a.data(), b.data(), a.size(), c) != dense::probe_scalar(a.data(), b.data(), a.size(), c);
    }
    CHECK(wrong == 0);
  }
}

}  // namespace

TEST_CASE("probes of every instruction set agree with the plain loop") {
  compare_probes<std::uint8_t>();
  compare_probes<std::uint16_t>();
}

TEST_CASE("the dense engine gives every published prefix") {
  for (const SequenceCase& c : sequence_cases) {
    INFO(c.code);
    const HeapValues values = run_values(c.code, c.first + c.values.size(), "dense").values;
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < c.values.size(); ++i) wrong += values[c.first + i] != c.values[i];
    CHECK(wrong == 0);
  }
}

TEST_CASE("dense and reference agree on random codes, on every instruction set") {
  for (const SimdLevel level : levels) {
    const SimdScope scope(level);
    std::mt19937_64 random(6);
    for (int round = 0; round < 60; ++round) {
      const std::string code = random_code(random);
      INFO(code << " " << name_of(level));
      CHECK(as_vector(run_values(code, 900, "dense").values) ==
            as_vector(run_values(code, 900, "reference").values));
    }
  }
}

TEST_CASE("dense and reference agree on longer tables, narrow and wide, at any number of threads") {
  // 0.007 passes 255 near heap 6,000; 0.454 stays narrow.
  for (const auto& [game, count] :
       {std::pair("0.007", 9000), std::pair("0.454", 8000), std::pair("grundy", 8000)}) {
    INFO(game);
    const auto reference = as_vector(run_values(game, static_cast<std::uint64_t>(count), "reference").values);
    for (const unsigned threads : {1U, 2U, 3U}) {
      const par::ThreadScope scope(threads);
      CHECK(as_vector(run_values(game, static_cast<std::uint64_t>(count), "dense").values) == reference);
    }
  }
}

TEST_CASE("all-but and finite sets agree with the reference") {
  std::mt19937_64 random(7);
  for (int round = 0; round < 60; ++round) {
    std::string game = round % 2 == 0 ? "subtraction:all-but:" : "subtraction:";
    std::uint64_t removal = 0;
    for (std::uint64_t i = 1 + random() % 6; i > 0; --i) {
      removal += 1 + random() % 9;
      game += std::to_string(removal) + ",";
    }
    game.pop_back();
    INFO(game);
    CHECK(as_vector(run_values(game, 400, "dense").values) ==
          as_vector(run_values(game, 400, "reference").values));
  }
  CHECK(as_vector(run_values("nim", 400, "dense").values) ==
        as_vector(run_values("nim", 400, "reference").values));
  CHECK(as_vector(run_values("0.1203", 400, "dense").values) ==
        as_vector(run_values("0.1203", 400, "reference").values));
}

TEST_CASE("codes that leave three heaps are not for the dense engine") {
  CHECK_THROWS_AS(find_heap_engine("dense", parse_heap_game("0.3F")), Error);
  CHECK(run_values("0.3F", 50).engine == "reference");
}
