#include <algorithm>
#include <bit>
#include <cstring>

#include "retrograph/graph/types.hpp"
#include "retrograph/store/chunks.hpp"
#include "retrograph/support/parallel.hpp"

#include "store/deflate.hpp"

namespace retrograph::h5 {
namespace {

constexpr std::size_t chunks_per_worker = 8;

// The filters of a dataset, in the order in which they were applied.
struct Filters {
  bool shuffle = false;
  bool deflate = false;
  bool checksum = false;
};

// Nothing if there are others, or in another order.
std::optional<Filters> filters_of(const Handle& creation) {
  Filters found;
  int last = -1;
  const int count = H5Pget_nfilters(creation.id());
  for (int i = 0; i < count; ++i) {
    unsigned flags = 0;
    unsigned config = 0;
    std::size_t values = 0;
    const H5Z_filter_t filter = H5Pget_filter2(creation.id(), static_cast<unsigned>(i), &flags, &values,
                                               nullptr, 0, nullptr, &config);
    const int rank = filter == H5Z_FILTER_SHUFFLE      ? 0
                     : filter == H5Z_FILTER_DEFLATE    ? 1
                     : filter == H5Z_FILTER_FLETCHER32 ? 2
                                                       : -1;
    if (rank <= last) return std::nullopt;
    last = rank;
    (rank == 0 ? found.shuffle : rank == 1 ? found.deflate : found.checksum) = true;
  }
  return found;
}

// Undoes shuffle_elements() of chunks.cpp for the first `count` of `n` elements.
template <class T>
void unshuffle(const std::byte* from, std::size_t n, T* to, std::size_t count) {
  if constexpr (sizeof(T) == 1) {
    std::memcpy(to, from, count);
  } else {
    for (std::size_t i = 0; i < count; ++i) {
      T element{};
      for (std::size_t k = 0; k < sizeof(T); ++k)
        element = static_cast<T>(element | static_cast<T>(static_cast<T>(from[k * n + i]) << (8 * k)));
      to[i] = element;
    }
  }
}

class ChunkReader {
 public:
  ChunkReader(const Dataset& dataset, Filters filters, hsize_t chunk)
      : dataset_(dataset), filters_(filters), chunk_(chunk) {}

  template <class T>
  bool read(std::span<T> values) {
    const std::size_t count = values.size() / chunk_ + (values.size() % chunk_ != 0 ? 1 : 0);
    const std::size_t batch = std::min(count, chunks_per_worker * par::threads());
    std::vector<std::vector<std::byte>> packed(batch);
    for (std::size_t begin = 0; begin < count; begin += batch) {
      const std::size_t size = std::min(batch, count - begin);
      for (std::size_t i = 0; i < size; ++i)
        if (!fetch((begin + i) * chunk_, packed[i])) return false;
      const bool sound = par::reduce(
          size, 1, true,
          [&](std::size_t from, std::size_t to) {
            bool all = true;
            std::vector<std::byte> inflated;
            for (std::size_t i = from; i < to; ++i) {
              const std::size_t first = (begin + i) * chunk_;
              all = unpack(packed[i], inflated,
                           values.subspan(first, std::min<std::size_t>(chunk_, values.size() - first))) &&
                    all;
            }
            return all;
          },
          [](bool a, bool b) { return a && b; });
      if (!sound) return false;
    }
    return true;
  }

 private:
  // The packed bytes of the chunk that begins at element `first`.
  bool fetch(hsize_t first, std::vector<std::byte>& packed) const {
    hsize_t size = 0;
    if (H5Dget_chunk_storage_size(dataset_.id(), &first, &size) < 0 || size == 0) return false;
    // Deflate makes nothing much larger; more than that is damage.
    constexpr hsize_t slack = 4096;
    if (size > 2 * chunk_ * dataset_.element_size() + slack) return false;
    packed.resize(size);
    std::uint32_t skipped = 0;
    return H5Dread_chunk(dataset_.id(), H5P_DEFAULT, &first, &skipped, packed.data()) >= 0 && skipped == 0;
  }

  template <class T>
  bool unpack(std::span<const std::byte> packed, std::vector<std::byte>& inflated,
              std::span<T> values) const {
    if (filters_.checksum) {
      constexpr std::size_t width = 4;
      if (packed.size() < width) return false;
      std::uint32_t stored = 0;
      for (std::size_t i = width; i-- > 0;)
        stored = stored << 8 | static_cast<std::uint32_t>(packed[packed.size() - width + i]);
      packed = packed.first(packed.size() - width);
      if (fletcher32(packed) != stored) return false;
    }
    const std::size_t bytes = chunk_ * sizeof(T);
    if (filters_.deflate) {
      inflated.resize(bytes);
      if (libdeflate_zlib_decompress(thread_decompressor(), packed.data(), packed.size(), inflated.data(),
                                     bytes, nullptr) != LIBDEFLATE_SUCCESS)
        return false;
      packed = inflated;
    }
    if (packed.size() != bytes) return false;
    if (filters_.shuffle && sizeof(T) > 1)
      unshuffle(packed.data(), chunk_, values.data(), values.size());
    else
      std::memcpy(values.data(), packed.data(), values.size_bytes());
    return true;
  }

  const Dataset& dataset_;
  Filters filters_;
  hsize_t chunk_;
};

}  // namespace

template <class T>
bool read_chunked(const Dataset& dataset, std::span<T> values) {
  const Handle creation(H5Dget_create_plist(dataset.id()));
  hsize_t chunk = 0;
  if (std::endian::native != std::endian::little || dataset.dims().size() != 1 || values.empty() ||
      H5Pget_layout(creation.id()) != H5D_CHUNKED || H5Pget_chunk(creation.id(), 1, &chunk) != 1 ||
      chunk == 0)
    return false;
  const auto filters = filters_of(creation);
  if (!filters) return false;
  ChunkReader reader(dataset, *filters, chunk);
  if constexpr (std::is_enum_v<T>) {
    return reader.read(std::span(reinterpret_cast<std::underlying_type_t<T>*>(values.data()), values.size()));
  } else {
    return reader.read(std::span(reinterpret_cast<std::make_unsigned_t<T>*>(values.data()), values.size()));
  }
}

template bool read_chunked(const Dataset&, std::span<Value>);
template bool read_chunked(const Dataset&, std::span<std::uint8_t>);
template bool read_chunked(const Dataset&, std::span<std::uint16_t>);
template bool read_chunked(const Dataset&, std::span<std::int32_t>);
template bool read_chunked(const Dataset&, std::span<std::uint32_t>);
template bool read_chunked(const Dataset&, std::span<std::int64_t>);
template bool read_chunked(const Dataset&, std::span<std::uint64_t>);

}  // namespace retrograph::h5
