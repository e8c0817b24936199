#include "retrograph/store/input_hash.hpp"

#include <string_view>

#include "catch.hpp"
#include "store/scratch.hpp"

using namespace retrograph;

TEST_CASE("the hash of no bytes is the published XXH3 value") {
  REQUIRE(hash_bytes({}) == "2d06800538d394c2");
  REQUIRE(StreamingHash().hex() == "2d06800538d394c2");
}

TEST_CASE("a hash in pieces and the hash of the file equal the hash of all bytes") {
  const Scratch scratch;
  std::string text;
  for (int i = 0; i < 200000; ++i) text += static_cast<char>('a' + i % 23);
  const auto bytes = std::as_bytes(std::span(text));
  StreamingHash hash;
  for (std::size_t at = 0; at < bytes.size(); at += 777)
    hash.add(bytes.subspan(at, std::min<std::size_t>(777, bytes.size() - at)));
  REQUIRE(hash.hex() == hash_bytes(bytes));
  REQUIRE(hash.size() == bytes.size());
  const auto path = scratch.write("t", text);
  REQUIRE(identify_file(path) == InputId{path.string(), text.size(), hash_bytes(bytes)});
}

TEST_CASE("a file that cannot be opened is no input") {
  const Scratch scratch;
  for (const auto& path : {scratch / "missing", scratch.path()}) {
    const auto failure = failure_of([&] { static_cast<void>(identify_file(path)); });
    REQUIRE(failure);
    REQUIRE(failure->category == Category::no_input);
  }
}
