#include "retrograph/support/array.hpp"

#include <limits>
#include <new>

#include <sys/mman.h>

#include "retrograph/support/error.hpp"

namespace retrograph {
namespace {
constexpr std::size_t huge_page = std::size_t{2} << 20;
constexpr std::align_val_t cache_line{64};
}  // namespace

std::shared_ptr<std::byte> allocate_bytes(std::size_t count, std::size_t element_size) {
  if (count > (std::numeric_limits<std::size_t>::max() / 2) / element_size)
    fail(Category::resource, "an array of {} elements of {} bytes is beyond the address space", count,
         element_size);
  const std::size_t bytes = count * element_size + array_padding;
  if (bytes < huge_page) {
    auto* block = static_cast<std::byte*>(::operator new(bytes, cache_line, std::nothrow));
    if (block == nullptr) fail(Category::resource, "out of memory: {} bytes asked for", bytes);
    return {block, [](std::byte* p) { ::operator delete(p, cache_line); }};
  }
  // One huge page more than needed, so that the array can start on a huge-page boundary.
  const std::size_t mapped = (bytes + huge_page - 1) / huge_page * huge_page + huge_page;
  void* region = mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (region == MAP_FAILED) fail(Category::resource, "out of memory: {} bytes asked for", bytes);
  const auto address = reinterpret_cast<std::uintptr_t>(region);
  const std::uintptr_t aligned = (address + huge_page - 1) / huge_page * huge_page;
  madvise(reinterpret_cast<void*>(aligned), mapped - (aligned - address), MADV_HUGEPAGE);
  return {reinterpret_cast<std::byte*>(aligned), [region, mapped](std::byte*) { munmap(region, mapped); }};
}

}  // namespace retrograph
