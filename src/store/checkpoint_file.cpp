#include "retrograph/store/checkpoint_file.hpp"

#include <array>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include <xxhash.h>

#include "retrograph/store/atomic_file.hpp"
#include "retrograph/store/input_hash.hpp"
#include "retrograph/support/error.hpp"

namespace retrograph {
namespace {

constexpr std::string_view magic = "RGCKPT01";

struct Header {
  std::array<char, 8> magic;
  std::uint64_t key;
  std::uint64_t generation;
  std::uint64_t size;
  std::uint64_t hash;
};
static_assert(sizeof(Header) == 40);

std::uint64_t hash_of(const Header& header, std::span<const std::byte> payload) {
  const std::array<std::uint64_t, 3> facts{header.key, header.generation, header.size};
  return XXH3_64bits_withSeed(payload.data(), payload.size(), XXH3_64bits(facts.data(), sizeof facts));
}

struct Generation {
  Header header;
  std::vector<std::byte> payload;
};

// Nothing if the file is absent or not whole.
std::optional<Generation> read(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  Generation found{};
  if (!in.read(reinterpret_cast<char*>(&found.header), sizeof found.header)) return std::nullopt;
  if (std::string_view(found.header.magic.data(), magic.size()) != magic) return std::nullopt;
  std::error_code error;
  if (std::filesystem::file_size(path, error) != sizeof found.header + found.header.size || error)
    return std::nullopt;
  found.payload.resize(found.header.size);
  in.read(reinterpret_cast<char*>(found.payload.data()), static_cast<std::streamsize>(found.payload.size()));
  if (!in || hash_of(found.header, found.payload) != found.header.hash) return std::nullopt;
  return found;
}

}  // namespace

std::uint64_t checkpoint_key(std::string_view what) {
  return std::stoull(hash_bytes(std::as_bytes(std::span(what))), nullptr, 16);
}

CheckpointFile::CheckpointFile(const std::filesystem::path& output, std::uint64_t key)
    : output_(output), key_(key) {}

std::filesystem::path CheckpointFile::path(std::uint64_t generation) const {
  return output_.string() + ".ckpt." + std::to_string(generation % 2);
}

std::optional<std::vector<std::byte>> CheckpointFile::newest() {
  std::optional<Generation> newest;
  bool any = false;
  for (const std::uint64_t slot : {0U, 1U}) {
    any = any || std::filesystem::exists(path(slot));
    std::optional<Generation> found = read(path(slot));
    if (found && (!newest || found->header.generation > newest->header.generation)) newest = std::move(found);
  }
  if (!newest) {
    if (any)
      fail(Category::malformed,
           "{}: there are checkpoints but none is whole; move {} and {} away to start anew", output_.string(),
           path(0).string(), path(1).string());
    return std::nullopt;
  }
  if (newest->header.key != key_)
    fail(Category::usage,
         "{}: its checkpoint belongs to another input or other rules; move {} and {} away to start anew",
         output_.string(), path(0).string(), path(1).string());
  next_ = newest->header.generation + 1;
  return std::move(newest->payload);
}

void CheckpointFile::save(std::span<const std::byte> state) {
  Header header{{}, key_, next_, state.size(), 0};
  std::memcpy(header.magic.data(), magic.data(), magic.size());
  header.hash = hash_of(header, state);
  PartialFile file(path(next_), true);
  {
    std::ofstream out(file.partial(), std::ios::binary | std::ios::trunc);
    out.write(reinterpret_cast<const char*>(&header), sizeof header);
    out.write(reinterpret_cast<const char*>(state.data()), static_cast<std::streamsize>(state.size()));
    out.close();
    if (!out) fail(Category::resource, "{}: the checkpoint cannot be written", file.partial().string());
  }
  file.commit();
  ++next_;
}

void CheckpointFile::remove() noexcept {
  std::error_code ignored;
  for (const std::uint64_t slot : {0U, 1U}) std::filesystem::remove(path(slot), ignored);
}

}  // namespace retrograph
