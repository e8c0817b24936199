#include "store/gzip_member.hpp"

#include "store/deflate.hpp"

namespace retrograph {

std::string gzip_member(std::string_view text) {
  auto* const packer = thread_compressor<6>();
  std::string packed(libdeflate_gzip_compress_bound(packer, text.size()), '\0');
  packed.resize(libdeflate_gzip_compress(packer, text.data(), text.size(), packed.data(), packed.size()));
  return packed;
}

}  // namespace retrograph
