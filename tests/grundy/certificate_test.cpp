#include "retrograph/grundy/certificate_check.hpp"
#include "retrograph/support/error.hpp"

#include "catch.hpp"
#include "heap_cases.hpp"

using namespace retrograph;
using namespace retrograph::testing;

namespace {

Certificate claim(std::string_view game, std::uint64_t start, std::uint64_t period, Proof theorem) {
  Certificate certificate;
  certificate.game = parse_heap_game(game).name;
  certificate.theorem = theorem;
  certificate.start = start;
  certificate.period = period;
  const HeapGame parsed = parse_heap_game(game);
  certificate.k = parsed.kind == HeapGame::Kind::all_but && !parsed.excluded.empty() ? parsed.excluded.back()
                                                                                     : parsed.last_digit();
  return certificate;
}

}  // namespace

TEST_CASE("certificates of found periods are proved again") {
  for (const char* game :
       {"0.137", "0.77", "0.07", "0.4", "4.0", "0.45", "subtraction:1,3,4", "subtraction:9,14,25,31",
        "subtraction:all-but:2,5", "nim", "0.12", "0.51", "0.156"}) {
    INFO(game);
    const HeapRun run = run_values(game, 8000, "auto", true);
    REQUIRE(run.certificate.has_value());
    const CheckReport report = check_certificate(*run.certificate);
    CHECK(report.failure == "");
    CHECK(report.ok);
    CHECK_FALSE(report.sampled);
    CHECK(report.checked >= run.period->start + run.period->length);
  }
}

TEST_CASE("false certificates that circulate are refused at the index where they break") {
  const auto breaks_at = [](std::string_view game, std::uint64_t start, std::uint64_t period) {
    const CheckReport report = check_certificate(claim(game, start, period, Proof::guy_smith));
    CHECK_FALSE(report.ok);
    CHECK(report.failure.find("breaks at") != std::string::npos);
    return report.failed_at.value();
  };
  CHECK(breaks_at("0.36", 45, 3) == 56);
  CHECK(breaks_at("0.16", 38, 3) == 52);
  CHECK(breaks_at("0.6", 61, 3) == 69);
  CHECK(breaks_at("0.4", 0, 1) == 2);
  CHECK(breaks_at("0.77", 4, 12) == 10);
}

TEST_CASE("near misses are refused with the reason") {
  const auto reason = [](std::string_view game, std::uint64_t start, std::uint64_t period, Proof theorem) {
    const CheckReport report = check_certificate(claim(game, start, period, theorem));
    CHECK_FALSE(report.ok);
    return report.failure;
  };
  CHECK(reason("0.77", 70, 12, Proof::guy_smith).find("the period breaks at 70") != std::string::npos);
  CHECK(reason("0.77", 72, 12, Proof::guy_smith).find("holds at 71 too") != std::string::npos);
  CHECK(reason("0.77", 71, 24, Proof::guy_smith).find("24 is a multiple of the period 12") !=
        std::string::npos);
  CHECK(reason("0.77", 71, 36, Proof::guy_smith).find("36 is a multiple of the period 12") !=
        std::string::npos);
  CHECK(reason("0.77", 71, 13, Proof::guy_smith).find("breaks at 7") != std::string::npos);
  CHECK(reason("subtraction:2,4,7", 7, 3, Proof::window).find("breaks at 7") != std::string::npos);
  CHECK(reason("subtraction:2,4,7", 8, 6, Proof::window).find("multiple") != std::string::npos);
  CHECK(reason("grundy", 10, 3, Proof::grundy).find("breaks at 10") != std::string::npos);
}

TEST_CASE("arithmetic claims of all-but sets are checked with their saltus") {
  Certificate nim = claim("nim", 0, 1, Proof::window);
  nim.saltus = 1;
  CHECK(check_certificate(nim).ok);
  nim.period = 2;
  nim.saltus = 2;
  CHECK(check_certificate(nim).failure.find("multiple") != std::string::npos);
  nim.saltus = 1;
  CHECK(check_certificate(nim).failed_at == 0);
}

TEST_CASE("certificates that do not fit their game are malformed") {
  CHECK_THROWS_AS(check_certificate(claim("0.77", 71, 0, Proof::guy_smith)), Error);
  CHECK_THROWS_AS(check_certificate(claim("0.77", 71, 12, Proof::window)), Error);
  CHECK_THROWS_AS(check_certificate(claim("0.77", 71, 12, Proof::none)), Error);
  CHECK_THROWS_AS(check_certificate(claim("grundy", 71, 12, Proof::guy_smith)), Error);
  CHECK_THROWS_AS(
      check_certificate(claim("0.77", std::uint64_t{1} << 63, std::uint64_t{1} << 63, Proof::guy_smith)),
      Error);
  Certificate wrong_k = claim("0.77", 71, 12, Proof::guy_smith);
  wrong_k.k = 3;
  CHECK_THROWS_AS(check_certificate(wrong_k), Error);
  Certificate saltus = claim("0.77", 71, 12, Proof::guy_smith);
  saltus.saltus = 1;
  CHECK_THROWS_AS(check_certificate(saltus), Error);
}
