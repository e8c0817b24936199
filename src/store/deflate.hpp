// The compressors of libdeflate, one a thread: they cost more to make than a chunk to compress.
#pragma once

#include <memory>

#include <libdeflate.h>

#include "retrograph/support/error.hpp"

namespace retrograph {

struct FreeDeflate {
  void operator()(libdeflate_compressor* c) const noexcept { libdeflate_free_compressor(c); }
  void operator()(libdeflate_decompressor* d) const noexcept { libdeflate_free_decompressor(d); }
};

/// The calling thread's own; Error(resource) where there is no memory for it.
template <int level>
[[nodiscard]] libdeflate_compressor* thread_compressor() {
  thread_local const std::unique_ptr<libdeflate_compressor, FreeDeflate> own(
      libdeflate_alloc_compressor(level));
  if (!own) fail(Category::resource, "out of memory for a compressor");
  return own.get();
}
[[nodiscard]] inline libdeflate_decompressor* thread_decompressor() {
  thread_local const std::unique_ptr<libdeflate_decompressor, FreeDeflate> own(
      libdeflate_alloc_decompressor());
  if (!own) fail(Category::resource, "out of memory for a decompressor");
  return own.get();
}

}  // namespace retrograph
