#include "retrograph/store/checkpoint_file.hpp"

#include <fstream>
#include <numeric>
#include <random>

#include "retrograph/support/error.hpp"

#include "catch.hpp"
#include "store/scratch.hpp"

using namespace retrograph;

namespace {

// A number, a text and an array that is larger than any buffer on the way.
void save_number(CheckpointFile& file, std::uint64_t number) {
  std::vector<std::uint32_t> values(700'000 + number);
  std::iota(values.begin(), values.end(), static_cast<std::uint32_t>(number));
  PartialFile whole = file.write(
      [&](StateSink& to) { StateWriter{to}(number, std::string("state"), values, std::uint8_t{7}); });
  whole.commit();
}

// The number of the newest state; none is 0.
std::uint64_t newest_number(const std::filesystem::path& output, std::uint64_t key) {
  CheckpointFile file(output, key);
  const auto state = file.newest();
  if (state == nullptr) return 0;
  StateReader reader(*state);
  std::uint64_t number = 0;
  std::string text;
  std::vector<std::uint32_t> values;
  std::uint8_t last = 0;
  reader(number, text, values, last);
  reader.end();
  CHECK(text == "state");
  CHECK(last == 7);
  REQUIRE(values.size() == 700'000 + number);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i] != i + number) FAIL("value " << i << " is " << values[i]);
  return number;
}

void flip(const std::filesystem::path& path, std::uint64_t at) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekg(static_cast<std::streamoff>(at));
  const int byte = file.get();
  file.seekp(static_cast<std::streamoff>(at));
  file.put(static_cast<char>(byte ^ 0x10));
}

std::optional<Category> refusal_of_newest(const std::filesystem::path& output, std::uint64_t key) {
  try {
    (void)CheckpointFile(output, key).newest();
  } catch (const Error& error) {
    return error.category();
  }
  return std::nullopt;
}

}  // namespace

TEST_CASE("the newest of two generations is read back, and a new run writes over the older one") {
  const Scratch scratch;
  const auto output = scratch / "out.h5";
  CHECK(newest_number(output, 5) == 0);
  {
    CheckpointFile file(output, 5);
    for (std::uint64_t number = 1; number <= 3; ++number) save_number(file, number);
  }
  CHECK(newest_number(output, 5) == 3);
  CheckpointFile file(output, 5);
  REQUIRE(file.newest() != nullptr);
  save_number(file, 4);
  CHECK(newest_number(output, 5) == 4);
  std::filesystem::remove(scratch / "out.h5.ckpt.1");
  CHECK(newest_number(output, 5) == 3);
  file.remove();
  CHECK(newest_number(output, 5) == 0);
}

TEST_CASE("wherever a generation is damaged the other is used; without one the files are refused and kept") {
  const Scratch scratch;
  const auto output = scratch / "out";
  const auto zero = scratch / "out.ckpt.0";
  const auto one = scratch / "out.ckpt.1";
  for (const std::uint64_t at : {0ULL, 8ULL, 16ULL, 24ULL, 32ULL, 40ULL, 1'000'000ULL, 2'799'900ULL}) {
    INFO(at);
    CheckpointFile file(output, 9);
    save_number(file, 1);
    save_number(file, 2);
    flip(one, at);
    CHECK(newest_number(output, 9) == 1);
    flip(zero, at);
    CHECK(refusal_of_newest(output, 9) == Category::malformed);
    flip(one, at);
    CHECK(newest_number(output, 9) == 2);
    flip(zero, at);
    file.remove();
  }
  CheckpointFile file(output, 9);
  save_number(file, 1);
  save_number(file, 2);
  std::filesystem::resize_file(one, 1000);
  CHECK(newest_number(output, 9) == 1);
  CHECK(refusal_of_newest(output, 8) == Category::usage);
  std::filesystem::resize_file(zero, 0);
  CHECK(refusal_of_newest(output, 9) == Category::malformed);
  CHECK(std::filesystem::file_size(one) == 1000);
  CHECK(std::filesystem::file_size(zero) == 0);
}

TEST_CASE("a state that cannot be written leaves the one before") {
  const Scratch scratch;
  const auto output = scratch / "out";
  CheckpointFile file(output, 1);
  save_number(file, 1);
  CHECK_THROWS_AS((void)file.write([](StateSink&) { fail(Category::resource, "no room"); }), Error);
  CHECK(newest_number(output, 1) == 1);
  CHECK(!std::filesystem::exists(scratch / "out.ckpt.1.partial"));
  save_number(file, 2);
  CHECK(newest_number(output, 1) == 2);
}

TEST_CASE("parts of any size come back in their order") {
  const Scratch scratch;
  std::mt19937_64 random(17);
  for (std::size_t round = 0; round < test::scaled(20); ++round) {
    CheckpointFile file(scratch / "out", round);
    // Small ones, and those around the sizes at which a buffer is passed by or written out.
    std::vector<std::vector<std::uint8_t>> parts(1 + random() % 8);
    for (auto& part : parts) part.resize(random() % (random() % 2 == 0 ? 40 : 1'200'000));
    for (auto& part : parts)
      for (std::size_t i = 0; i < part.size(); ++i) part[i] = static_cast<std::uint8_t>(i * 7 + part.size());
    file.write([&](StateSink& to) { StateWriter{to}(parts); }).commit();
    const auto state = file.newest();
    REQUIRE(state != nullptr);
    std::vector<std::vector<std::uint8_t>> found;
    StateReader reader(*state);
    reader(found);
    reader.end();
    REQUIRE(found == parts);
    file.remove();
  }
}
