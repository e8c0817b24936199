// ChunkWriter: chunked datasets of one shape, filled chunk by chunk, compressed by the workers; and their
// reader.
//
// Workers call `fill` for a batch of chunks, shuffle (elements wider than a byte), deflate (level 1) and sum
// them (fletcher32); the caller's thread writes the finished chunks in order, so that the file's bytes do not
// depend on the number of threads. Measured on values of boards: one core compresses about 0.5 GB/s.
// Memory: one raw chunk of each dataset and 16 packed ones a worker. Stock HDF5 reads the result through its
// own filters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "retrograph/store/h5.hpp"
#include "retrograph/support/function_ref.hpp"

namespace retrograph::h5 {

class ChunkWriter {
 public:
  /// All datasets have these dims and chunks; a chunk that leaves the dataset is filled whole, the rest of it
  /// being zero.
  ChunkWriter(std::vector<hsize_t> dims, std::vector<hsize_t> chunk);

  /// Adds a dataset; the reference, for its attributes, holds until the next call.
  const Dataset& add(const Object& parent, const std::string& name, hid_t type);

  /// Chunks of each dataset, row-major over the grid of chunks.
  [[nodiscard]] std::uint64_t chunk_count() const noexcept { return count_; }
  /// Elements of a chunk in each dimension.
  [[nodiscard]] std::span<const hsize_t> chunk() const noexcept { return chunk_; }
  /// Elements of a chunk.
  [[nodiscard]] std::uint64_t chunk_size() const noexcept { return elements_; }

  /// The raw bytes of one chunk of every dataset, in the order of add(); zero at the call.
  using Buffers = std::span<const std::span<std::byte>>;
  using Fill = FunctionRef<void(std::span<const hsize_t>, Buffers, unsigned)>;
  /// Calls fill(first element of the chunk in each dimension, buffers, worker) once for every chunk, from
  /// several threads at once, and writes.
  void write(Fill fill);

 private:
  using Bytes = std::vector<std::byte>;
  void pack(std::uint64_t chunk, std::vector<Bytes>& raw, std::vector<Bytes>& packed, unsigned worker,
            Fill fill) const;
  void store(std::uint64_t chunk, const std::vector<Bytes>& packed) const;
  [[nodiscard]] std::vector<hsize_t> origin_of(std::uint64_t chunk) const;

  std::vector<hsize_t> dims_;
  std::vector<hsize_t> chunk_;
  std::vector<hsize_t> grid_;
  std::uint64_t count_ = 1;
  std::uint64_t elements_ = 1;
  std::vector<Dataset> datasets_;
};

/// A one-dimensional dataset from memory, compressed in parallel; `describe` writes its attributes.
template <class T>
void write_chunked(const Object& parent, const std::string& name, hid_t type, std::span<const T> values,
                   FunctionRef<void(const Dataset&)> describe);

/// Reads a one-dimensional dataset whose elements lie in the file as T has them: the caller's thread
/// fetches packed chunks, workers check, inflate and unshuffle them. False where something asks for HDF5's
/// own reader: another layout or filter, missing chunks, damage.
template <class T>
[[nodiscard]] bool read_chunked(const Dataset& dataset, std::span<T> values);

/// The checksum of HDF5's fletcher32 filter.
[[nodiscard]] std::uint32_t fletcher32(std::span<const std::byte> bytes) noexcept;

}  // namespace retrograph::h5
