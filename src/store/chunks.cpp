#include "retrograph/store/chunks.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>

#include "retrograph/graph/types.hpp"
#include "retrograph/support/parallel.hpp"

#include "store/deflate.hpp"

namespace retrograph::h5 {
namespace {

constexpr std::size_t batch_per_worker = 16;
constexpr std::size_t chunk_bytes = std::size_t{1} << 19;
constexpr int deflate_level = 1;

// Byte k of every element together, k = 0, 1, ...: what HDF5's shuffle filter does. Whole elements at a time
// are loops that compilers turn into vectors.
template <class T>
void shuffle_elements(const std::byte* from, std::size_t n, std::byte* to) {
  for (std::size_t k = 0; k < sizeof(T); ++k)
    for (std::size_t i = 0; i < n; ++i) {
      T element;
      std::memcpy(&element, from + i * sizeof(T), sizeof(T));
      to[k * n + i] = static_cast<std::byte>(element >> (8 * k));
    }
}

void shuffle(std::span<const std::byte> from, std::size_t element, std::byte* to) {
  const std::size_t n = from.size() / element;
  if (std::endian::native == std::endian::little && element == 4)
    return shuffle_elements<std::uint32_t>(from.data(), n, to);
  if (std::endian::native == std::endian::little && element == 8)
    return shuffle_elements<std::uint64_t>(from.data(), n, to);
  for (std::size_t k = 0; k < element; ++k)
    for (std::size_t i = 0; i < n; ++i) to[k * n + i] = from[i * element + k];
}

std::vector<std::byte> pack_bytes(std::span<const std::byte> raw, std::size_t element) {
  std::vector<std::byte> shuffled;
  if (element > 1) {
    shuffled.resize(raw.size());
    shuffle(raw, element, shuffled.data());
    raw = shuffled;
  }
  auto* const packer = thread_compressor<deflate_level>();
  std::vector<std::byte> packed(libdeflate_zlib_compress_bound(packer, raw.size()) + 4);
  const std::size_t size =
      libdeflate_zlib_compress(packer, raw.data(), raw.size(), packed.data(), packed.size() - 4);
  if (size == 0)
    fail(Category::internal, "a chunk of {} bytes did not fit its bound when compressed", raw.size());
  const std::uint32_t sum = fletcher32({packed.data(), size});
  for (std::size_t i = 0; i < 4; ++i) packed[size + i] = static_cast<std::byte>(sum >> (8 * i));
  packed.resize(size + 4);
  return packed;
}

}  // namespace

std::uint32_t fletcher32(std::span<const std::byte> bytes) noexcept {
  // Two sums modulo 65535 over big-endian 16-bit words; 359 words cannot overflow 32 bits before folding.
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  const auto fold = [](std::uint32_t sum) { return (sum & 0xffffU) + (sum >> 16); };
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(bytes[i]); };
  std::size_t i = 0;
  while (i + 1 < bytes.size()) {
    const std::size_t end = std::min(bytes.size() / 2 * 2, i + std::size_t{2} * 359);
    for (; i < end; i += 2) {
      first += byte(i) << 8 | byte(i + 1);
      second += first;
    }
    first = fold(first);
    second = fold(second);
  }
  if (i < bytes.size()) {
    first = fold(first + (byte(i) << 8));
    second = fold(second + first);
  }
  return fold(second) << 16 | fold(first);
}

ChunkWriter::ChunkWriter(std::vector<hsize_t> dims, std::vector<hsize_t> chunk)
    : dims_(std::move(dims)), chunk_(std::move(chunk)), grid_(dims_.size()) {
  for (std::size_t d = 0; d < dims_.size(); ++d) {
    chunk_[d] = std::clamp<hsize_t>(chunk_[d], 1, std::max<hsize_t>(dims_[d], 1));
    grid_[d] = dims_[d] / chunk_[d] + (dims_[d] % chunk_[d] != 0);
    count_ *= grid_[d];
    elements_ *= chunk_[d];
  }
}

const Dataset& ChunkWriter::add(const Object& parent, const std::string& name, hid_t type) {
  // HDF5 allows no chunks where there is nothing to chunk.
  datasets_.push_back(count_ == 0 ? create_contiguous(parent, name, type, dims_)
                                  : create_chunked(parent, name, type, dims_, chunk_));
  return datasets_.back();
}

std::vector<hsize_t> ChunkWriter::origin_of(std::uint64_t chunk) const {
  std::vector<hsize_t> origin(dims_.size());
  for (std::size_t d = dims_.size(); d-- > 0; chunk /= grid_[d]) origin[d] = chunk % grid_[d] * chunk_[d];
  return origin;
}

void ChunkWriter::pack(std::uint64_t chunk, std::vector<Bytes>& raw, std::vector<Bytes>& packed,
                       unsigned worker, Fill fill) const {
  raw.resize(datasets_.size());
  packed.resize(datasets_.size());
  std::vector<std::span<std::byte>> buffers;
  for (std::size_t i = 0; i < datasets_.size(); ++i) {
    raw[i].assign(elements_ * datasets_[i].element_size(), std::byte{0});
    buffers.emplace_back(raw[i]);
  }
  const auto origin = origin_of(chunk);
  fill(origin, buffers, worker);
  for (std::size_t i = 0; i < datasets_.size(); ++i)
    packed[i] = pack_bytes(raw[i], datasets_[i].element_size());
}

void ChunkWriter::store(std::uint64_t chunk, const std::vector<Bytes>& packed) const {
  const auto origin = origin_of(chunk);
  for (std::size_t i = 0; i < datasets_.size(); ++i)
    if (H5Dwrite_chunk(datasets_[i].id(), H5P_DEFAULT, 0, origin.data(), packed[i].size(), packed[i].data()) <
        0)
      fail_from_stack(Category::io, datasets_[i].where(), "cannot be written");
}

void ChunkWriter::write(Fill fill) {
  const std::uint64_t batch = std::min<std::uint64_t>(count_, batch_per_worker * par::threads());
  std::vector<std::vector<Bytes>> packed(batch);
  par::WorkerLocal<std::vector<Bytes>> raw;
  for (std::uint64_t begin = 0; begin < count_; begin += batch) {
    const std::uint64_t size = std::min(batch, count_ - begin);
    par::for_ranges(size, 1, [&](std::size_t from, std::size_t to, unsigned worker) {
      for (std::size_t i = from; i < to; ++i) pack(begin + i, raw[worker], packed[i], worker, fill);
    });
    for (std::uint64_t i = 0; i < size; ++i) store(begin + i, packed[i]);
  }
}

template <class T>
void write_chunked(const Object& parent, const std::string& name, hid_t type, std::span<const T> values,
                   FunctionRef<void(const Dataset&)> describe) {
  ChunkWriter writer({values.size()}, {chunk_bytes / sizeof(T)});
  describe(writer.add(parent, name, type));
  writer.write([&](std::span<const hsize_t> origin, ChunkWriter::Buffers buffers, unsigned) {
    const auto part =
        values.subspan(origin[0], std::min<std::size_t>(writer.chunk_size(), values.size() - origin[0]));
    std::memcpy(buffers[0].data(), part.data(), part.size_bytes());
  });
}

template void write_chunked(const Object&, const std::string&, hid_t, std::span<const Value>,
                            FunctionRef<void(const Dataset&)>);
template void write_chunked(const Object&, const std::string&, hid_t, std::span<const std::uint8_t>,
                            FunctionRef<void(const Dataset&)>);
template void write_chunked(const Object&, const std::string&, hid_t, std::span<const std::uint16_t>,
                            FunctionRef<void(const Dataset&)>);
template void write_chunked(const Object&, const std::string&, hid_t, std::span<const std::uint32_t>,
                            FunctionRef<void(const Dataset&)>);
template void write_chunked(const Object&, const std::string&, hid_t, std::span<const std::uint64_t>,
                            FunctionRef<void(const Dataset&)>);

}  // namespace retrograph::h5
