#include "store/gzip_member.hpp"

#include <memory>

#include <libdeflate.h>

#include "retrograph/support/error.hpp"

namespace retrograph {
namespace {

struct FreeGzip {
  void operator()(libdeflate_compressor* c) const noexcept { libdeflate_free_compressor(c); }
};

}  // namespace

std::string gzip_member(std::string_view text) {
  constexpr int level = 6;
  thread_local const std::unique_ptr<libdeflate_compressor, FreeGzip> packer(
      libdeflate_alloc_compressor(level));
  if (!packer) fail(Category::resource, "out of memory for a compressor");
  std::string packed(libdeflate_gzip_compress_bound(packer.get(), text.size()), '\0');
  packed.resize(
      libdeflate_gzip_compress(packer.get(), text.data(), text.size(), packed.data(), packed.size()));
  return packed;
}

}  // namespace retrograph
