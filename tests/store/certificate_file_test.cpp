#include "retrograph/store/certificate_file.hpp"

#include "catch.hpp"
#include "store/scratch.hpp"

using namespace retrograph;

namespace {

Certificate sample() {
  Certificate c;
  c.game = "0.104";
  c.theorem = Proof::sparse_window;
  c.start = 197769598;
  c.period = 11770282;
  c.k = 3;
  c.mask = 0x17;
  c.position = true;
  c.depth = 4178;
  c.rares = {{1, 0}, {284, 65}};
  c.windows = {{500000000, {1, 2, 3}}, {511770282, {65535, 0, 7}}};
  return c;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("a certificate survives the way through a file") {
  const Scratch scratch;
  PartialFile out(scratch / "c.json", false);
  write_certificate(out, sample());
  REQUIRE(read_certificate(scratch / "c.json") == sample());
  REQUIRE(certificate_text(sample()).find("{\"schema\":\"retrograph/certificate/1\",\"game\":\"0.104\"") ==
          0);
}

TEST_CASE("a certificate that is not sound names the key") {
  const std::string good = certificate_text(sample());
  const struct {
    std::string text;
    const char* word;
  } cases[] = {
      {"", "JSON"},
      {"[]", "not an object"},
      {good.substr(0, good.size() / 2), "JSON"},
      {good + "x", "JSON"},
      {replaced(good, "\"k\":3,", ""), "k is missing"},
      {replaced(good, "\"k\":3,", "\"k\":3,\"k\":4,"), "'k' is given twice"},
      {replaced(good, "\"k\":3,", "\"k\":3,\"extra\":4,"), "'extra' is not a key"},
      {replaced(good, "\"k\":3", "\"k\":-3"), "k must be an integer"},
      {replaced(good, "\"k\":3", "\"k\":3.5"), "k must be an integer"},
      {replaced(good, "\"k\":3", "\"k\":\"3\""), "k must be an integer"},
      {replaced(good, "\"k\":3", "\"k\":4294967296"), "k is 4294967296, the limit is 4294967295"},
      {replaced(good, "\"mask\":23", "\"mask\":null"), "mask must be"},
      {replaced(good, "\"position\":true", "\"position\":1"), "position must be true or false"},
      {replaced(good, "sparse-window", "none"), "theorem is 'none'"},
      {replaced(good, "certificate/1", "certificate/2"), "schema is"},
      {replaced(good, "[1,0]", "[1]"), "rares must hold pairs"},
      {replaced(good, "[1,0]", "[1,-1]"), "a value of rares"},
      {replaced(good, "65535", "65536"), "the limit is 65535"},
      {replaced(good, "\"at\":500000000", "\"to\":1"), "windows must hold"},
      {replaced(good, "\"rares\":[", "\"rares\":5,\"r\":["), "'r' is not a key"},
      {replaced(good, "\"game\":\"0.104\"", "\"game\":7"), "game must be a string"},
  };
  for (const auto& c : cases) {
    INFO(c.word);
    const auto failure = failure_of([&] { static_cast<void>(parse_certificate(c.text, "c.json")); });
    REQUIRE(failure);
    REQUIRE(failure->category == Category::malformed);
    REQUIRE(failure->what.find("c.json: ") == 0);
    REQUIRE(failure->what.find(c.word) != std::string::npos);
  }
}
