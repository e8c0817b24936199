#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <memory>

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "retrograph/graph/types.hpp"
#include "retrograph/store/chunks.hpp"
#include "retrograph/store/h5.hpp"
#include "retrograph/support/parallel.hpp"

#include "store/posix.hpp"

namespace retrograph::h5 {
namespace {

// Deflate shrinks 1032:1 at most, so more is a lie; the slack is for tiny datasets.
constexpr std::uint64_t most_expansion = 1100;
constexpr std::uint64_t expansion_slack = std::uint64_t{1} << 20;
constexpr std::uint64_t most_chunk_bytes = std::uint64_t{1} << 30;

Handle simple_space(std::span<const hsize_t> dims) {
  return Handle(H5Screate_simple(static_cast<int>(dims.size()), dims.data(), nullptr));
}

Dataset create(const Object& parent, const std::string& name, hid_t type, std::span<const hsize_t> dims,
               const Handle& creation) {
  const Handle space = simple_space(dims);
  Handle dataset(
      H5Dcreate2(parent.id(), name.c_str(), type, space.id(), H5P_DEFAULT, creation.id(), H5P_DEFAULT));
  const std::string where = below(parent, name);
  if (!dataset.valid()) fail_from_stack(Category::io, where, "cannot be created");
  return {std::move(dataset), where};
}

Handle dataset_properties() {
  Handle list(H5Pcreate(H5P_DATASET_CREATE));
  H5Pset_obj_track_times(list.id(), false);
  return list;
}

std::uint64_t logical_bytes(const Dataset& dataset) {
  constexpr auto most = std::numeric_limits<std::uint64_t>::max() / 2;
  if (dataset.size() > most / std::max<std::size_t>(dataset.element_size(), 1))
    fail(Category::malformed, "{}: claims {} elements of {} bytes", dataset.where(), dataset.size(),
         dataset.element_size());
  return dataset.size() * dataset.element_size();
}

void check_chunks(const Dataset& dataset, const Handle& creation) {
  std::vector<hsize_t> chunk(std::max<std::size_t>(dataset.dims().size(), 1));
  if (H5Pget_chunk(creation.id(), static_cast<int>(chunk.size()), chunk.data()) < 0)
    fail_from_stack(Category::malformed, dataset.where(), "has no sound chunks");
  std::uint64_t bytes = dataset.element_size();
  for (const hsize_t extent : chunk) {
    if (extent == 0 || bytes > most_chunk_bytes / extent)
      fail(Category::malformed, "{}: has chunks of more than {} bytes", dataset.where(), most_chunk_bytes);
    bytes *= extent;
  }
}

void check_storage(const Dataset& dataset) {
  const std::uint64_t bytes = logical_bytes(dataset);
  const Handle creation(H5Dget_create_plist(dataset.id()));
  if (!creation.valid()) fail_from_stack(Category::malformed, dataset.where(), "has no sound layout");
  const H5D_layout_t layout = H5Pget_layout(creation.id());
  if (H5Pget_external_count(creation.id()) > 0)
    fail(Category::malformed, "{}: is kept in other files, which are not read", dataset.where());
  if (layout == H5D_VIRTUAL) return;  // the parts are checked as they are read
  const std::uint64_t stored = H5Dget_storage_size(dataset.id());
  const std::uint64_t most = layout == H5D_CHUNKED
                                 ? (stored > std::numeric_limits<std::uint64_t>::max() / 2 / most_expansion
                                        ? bytes
                                        : stored * most_expansion + expansion_slack)
                                 : stored;
  if (bytes > most)
    fail(Category::malformed, "{}: claims {} bytes, but the file stores {} for it", dataset.where(), bytes,
         stored);
  if (layout == H5D_CHUNKED) check_chunks(dataset, creation);
}

struct Slab {
  Handle memory;
  Handle file;
};

Slab slab_of(const Dataset& dataset, std::span<const hsize_t> start, std::span<const hsize_t> count) {
  Slab slab{simple_space(count), Handle(H5Dget_space(dataset.id()))};
  if (H5Sselect_hyperslab(slab.file.id(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr) < 0)
    fail_from_stack(Category::internal, dataset.where(), "the block asked for is wrong");
  return slab;
}

// The descriptor of the dataset's file, -1 if it has none.
int descriptor_of(const Dataset& dataset) {
  const Handle file(H5Iget_file_id(dataset.id()));
  void* descriptor = nullptr;
  if (H5Fget_vfd_handle(file.id(), H5P_DEFAULT, &descriptor) < 0 || descriptor == nullptr) return -1;
  return *static_cast<int*>(descriptor);
}

// The bytes of a contiguous dataset, mapped; null where the file does not allow it.
std::shared_ptr<std::byte> map_bytes(const Dataset& dataset, std::size_t bytes, std::size_t alignment) {
  const Handle creation(H5Dget_create_plist(dataset.id()));
  if (bytes == 0 || H5Pget_layout(creation.id()) != H5D_CONTIGUOUS) return nullptr;
  const haddr_t offset = H5Dget_offset(dataset.id());
  if (offset == HADDR_UNDEF || offset % alignment != 0) return nullptr;
  const int fd = descriptor_of(dataset);
  if (fd < 0) return nullptr;
  struct stat status{};
  if (::fstat(fd, &status) != 0 || offset + bytes > static_cast<std::uint64_t>(status.st_size))
    return nullptr;
  const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  const std::uint64_t skip = offset % page;
  void* region = ::mmap(nullptr, bytes + skip, PROT_READ, MAP_PRIVATE, fd, static_cast<off_t>(offset - skip));
  if (region == MAP_FAILED) return nullptr;
  const std::size_t length = bytes + skip;
  return {static_cast<std::byte*>(region) + skip, [region, length](std::byte*) { ::munmap(region, length); }};
}

}  // namespace

Dataset::Dataset(Handle handle, std::string where) : Object(std::move(handle), std::move(where)) {
  const Handle space(H5Dget_space(id()));
  const Handle type(H5Dget_type(id()));
  if (!space.valid() || !type.valid())
    fail_from_stack(Category::malformed, this->where(), "is not a sound dataset");
  const int rank = H5Sget_simple_extent_ndims(space.id());
  dims_.resize(rank > 0 ? static_cast<std::size_t>(rank) : 0);
  H5Sget_simple_extent_dims(space.id(), dims_.data(), nullptr);
  for (const hsize_t extent : dims_) {
    if (extent != 0 && size_ > std::numeric_limits<std::uint64_t>::max() / extent)
      fail(Category::malformed, "{}: claims more than 2^64 elements", this->where());
    size_ *= extent;
  }
  element_size_ = H5Tget_size(type.id());
  class_ = H5Tget_class(type.id());
  signed_ = class_ == H5T_INTEGER && H5Tget_sign(type.id()) == H5T_SGN_2;
}

Handle value_type() {
  Handle type(H5Tenum_create(H5T_STD_U8LE));
  for (const Value value : {Value::draw, Value::win, Value::lose, Value::tie, Value::none}) {
    const auto number = static_cast<std::uint8_t>(value);
    H5Tenum_insert(type.id(), std::string(name_of(value)).c_str(), &number);
  }
  return type;
}

Dataset create_contiguous(const Object& parent, const std::string& name, hid_t type,
                          std::span<const hsize_t> dims, std::optional<std::int8_t> fill) {
  const Handle list = dataset_properties();
  H5Pset_layout(list.id(), H5D_CONTIGUOUS);
  if (fill) {
    H5Pset_fill_value(list.id(), H5T_NATIVE_INT8, &*fill);
    H5Pset_alloc_time(list.id(), H5D_ALLOC_TIME_LATE);
  } else {
    H5Pset_alloc_time(list.id(), H5D_ALLOC_TIME_EARLY);
    H5Pset_fill_time(list.id(), H5D_FILL_TIME_NEVER);
  }
  return create(parent, name, type, dims, list);
}

Dataset create_chunked(const Object& parent, const std::string& name, hid_t type,
                       std::span<const hsize_t> dims, std::span<const hsize_t> chunk) {
  const Handle list = dataset_properties();
  H5Pset_chunk(list.id(), static_cast<int>(chunk.size()), chunk.data());
  if (H5Tget_size(type) > 1) H5Pset_shuffle(list.id());
  H5Pset_deflate(list.id(), 1);
  H5Pset_fletcher32(list.id());
  return create(parent, name, type, dims, list);
}

Dataset open_dataset(const Object& parent, const std::string& name) {
  const std::string where = below(parent, name);
  if (!exists(parent, name)) fail(Category::malformed, "{}: is missing", where);
  Handle handle(H5Dopen2(parent.id(), name.c_str(), H5P_DEFAULT));
  if (!handle.valid()) fail_from_stack(Category::malformed, where, "is not a sound dataset");
  Dataset dataset(std::move(handle), where);
  check_storage(dataset);
  return dataset;
}

void require_integers(const Dataset& dataset) {
  if (dataset.type_class() != H5T_INTEGER || dataset.element_size() > 8)
    fail(Category::malformed, "{}: holds something else than integers of up to 64 bits", dataset.where());
  if (dataset.dims().size() != 1)
    fail(Category::malformed, "{}: has {} dimensions, it must have one", dataset.where(),
         dataset.dims().size());
}

void require_values(const Dataset& dataset) {
  if (dataset.element_size() != 1 ||
      (dataset.type_class() != H5T_INTEGER && dataset.type_class() != H5T_ENUM))
    fail(Category::malformed, "{}: holds something else than values of a byte", dataset.where());
  if (dataset.type_class() == H5T_INTEGER) return;
  const Handle type(H5Dget_type(dataset.id()));
  for (const Value value : {Value::draw, Value::win, Value::lose, Value::tie}) {
    std::uint8_t number = 0;
    const std::string name(name_of(value));
    if (H5Tenum_valueof(type.id(), name.c_str(), &number) < 0 || number != static_cast<std::uint8_t>(value))
      fail(Category::malformed, "{}: its legend does not call {} {}", dataset.where(),
           static_cast<int>(value), name);
  }
}

void read_block(const Dataset& dataset, hid_t type, std::span<const hsize_t> start,
                std::span<const hsize_t> count, void* to) {
  for (const hsize_t extent : count)
    if (extent == 0) return;
  const Slab slab = slab_of(dataset, start, count);
  // There is no conversion from an enum to a plain byte: read it as what it is.
  const Handle own(dataset.type_class() == H5T_ENUM ? H5Dget_type(dataset.id()) : hid_t{-1});
  if (H5Dread(dataset.id(), own.valid() ? own.id() : type, slab.memory.id(), slab.file.id(), H5P_DEFAULT,
              to) < 0)
    fail_from_stack(Category::malformed, dataset.where(), "cannot be read");
}

void read_range(const Dataset& dataset, hid_t type, std::uint64_t begin, std::uint64_t count, void* to) {
  const hsize_t start[] = {begin};
  const hsize_t extent[] = {count};
  read_block(dataset, type, start, extent, to);
}

void write_range(const Dataset& dataset, hid_t type, std::uint64_t begin, std::uint64_t count,
                 const void* from) {
  const hsize_t start[] = {begin};
  const hsize_t extent[] = {count};
  write_block(dataset, type, start, extent, from);
}

void write_whole(const Dataset& dataset, std::span<const std::byte> bytes, FunctionRef<void()> meanwhile) {
  constexpr std::size_t piece = std::size_t{8} << 20;
  const haddr_t offset = bytes.empty() ? 0 : H5Dget_offset(dataset.id());
  const int fd = descriptor_of(dataset);
  if (offset == HADDR_UNDEF || fd < 0)
    fail(Category::internal, "{}: has no place in the file", dataset.where());
  const std::size_t pieces = bytes.size() / piece + (bytes.size() % piece != 0 ? 1 : 0);
  par::for_each(pieces + 1, 1, [&](std::size_t i) {
    if (i == 0) return meanwhile();
    const std::size_t end = std::min(bytes.size(), i * piece);
    for (std::size_t at = (i - 1) * piece; at < end;) {
      const ssize_t put = ::pwrite(fd, bytes.data() + at, end - at, static_cast<off_t>(offset + at));
      if (put < 0 && errno == EINTR) continue;
      if (put < 0)
        fail(category_of_errno(errno), "{}: cannot be written: {}", dataset.where(), std::strerror(errno));
      at += static_cast<std::size_t>(put);
    }
  });
}

void write_block(const Dataset& dataset, hid_t type, std::span<const hsize_t> start,
                 std::span<const hsize_t> count, const void* from) {
  for (const hsize_t extent : count)
    if (extent == 0) return;
  const Slab slab = slab_of(dataset, start, count);
  if (H5Dwrite(dataset.id(), type, slab.memory.id(), slab.file.id(), H5P_DEFAULT, from) < 0)
    fail_from_stack(Category::io, dataset.where(), "cannot be written");
}

template <class T>
Array<T> load(const Dataset& dataset) {
  const bool as_stored = dataset.type_class() == H5T_ENUM || [&] {
    const Handle type(H5Dget_type(dataset.id()));
    return H5Tequal(type.id(), native_type<T>()) > 0;
  }();
  if (as_stored && dataset.element_size() == sizeof(T))
    if (auto bytes = map_bytes(dataset, dataset.size() * sizeof(T), alignof(T))) {
      auto* data = reinterpret_cast<T*>(bytes.get());
      return Array<T>::adopt(std::move(bytes), data, dataset.size());
    }
  Array<T> values(dataset.size());
  if (as_stored && dataset.element_size() == sizeof(T) && read_chunked(dataset, values.span())) return values;
  const std::vector<hsize_t> start(dataset.dims().size(), 0);
  read_block(dataset, native_type<T>(), start, dataset.dims(), values.data());
  return values;
}

template Array<Value> load(const Dataset&);
template Array<std::uint8_t> load(const Dataset&);
template Array<std::uint16_t> load(const Dataset&);
template Array<std::int32_t> load(const Dataset&);
template Array<std::uint32_t> load(const Dataset&);
template Array<std::int64_t> load(const Dataset&);
template Array<std::uint64_t> load(const Dataset&);

}  // namespace retrograph::h5
