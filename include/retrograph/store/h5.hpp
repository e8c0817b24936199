// A thin layer over the HDF5 C API: owned handles, errors as exceptions, the few operations the store needs.
//
// Every object knows where it is ("file.h5:/graph/indptr") for messages. HDF5 prints nothing: its error stack
// becomes Error(malformed) when reading what the file says, Error(io) when the system fails, Error(resource)
// on a full disk. New files use the formats of HDF5 1.8 and hold no times, so that equal calls give equal
// bytes. Not for concurrent use, even of different files: HDF5 may be built without its lock.
#pragma once

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <hdf5.h>

#include "retrograph/support/array.hpp"
#include "retrograph/support/error.hpp"
#include "retrograph/support/function_ref.hpp"

namespace retrograph::h5 {

/// An HDF5 identifier of any kind, released when it dies.
class Handle {
 public:
  Handle() = default;
  explicit Handle(hid_t id) noexcept : id_(id) {}
  ~Handle() { reset(); }
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, hid_t{-1})) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  [[nodiscard]] hid_t id() const noexcept { return id_; }
  [[nodiscard]] bool valid() const noexcept { return id_ >= 0; }
  /// Releases now; false if HDF5 reports trouble (data that could not be written).
  bool reset() noexcept;

 private:
  hid_t id_ = -1;
};

/// Throws what the error stack of HDF5 says about `action` on `where`, in `category` unless the system names
/// a cause of its own.
[[noreturn]] void fail_from_stack(Category category, std::string_view where, std::string_view action);

/// Anything with a name and attributes: file, group, dataset.
class Object {
 public:
  Object(Handle handle, std::string where) : handle_(std::move(handle)), where_(std::move(where)) {}
  [[nodiscard]] hid_t id() const noexcept { return handle_.id(); }
  [[nodiscard]] const std::string& where() const noexcept { return where_; }

 protected:
  [[nodiscard]] Handle& handle() noexcept { return handle_; }

 private:
  Handle handle_;
  std::string where_;
};

class File : public Object {
 public:
  /// mappable: data of 4 KiB and more starts on a page, so that contiguous datasets can be mapped.
  enum class Layout : std::uint8_t { packed, mappable };
  /// Creates, or empties what is there.
  [[nodiscard]] static File create(const std::filesystem::path& path, Layout layout = Layout::packed);
  /// Read-only. Error(no_input), or Error(malformed) for what is not HDF5 or damaged.
  [[nodiscard]] static File open(const std::filesystem::path& path);
  /// Writes everything out and closes; the destructor closes too, but cannot report trouble.
  void close();

 private:
  using Object::Object;
};

class Group : public Object {
  using Object::Object;
};

/// A dataset and its extent. For reading, make it with open_dataset().
class Dataset : public Object {
 public:
  Dataset(Handle handle, std::string where);
  [[nodiscard]] std::span<const hsize_t> dims() const noexcept { return dims_; }
  /// Number of elements.
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  /// Bytes of an element in the file.
  [[nodiscard]] std::size_t element_size() const noexcept { return element_size_; }
  /// H5T_INTEGER, H5T_ENUM, H5T_FLOAT, ...
  [[nodiscard]] H5T_class_t type_class() const noexcept { return class_; }
  [[nodiscard]] bool is_signed() const noexcept { return signed_; }

 private:
  std::vector<hsize_t> dims_;
  std::uint64_t size_ = 1;
  std::size_t element_size_ = 0;
  H5T_class_t class_ = H5T_NO_CLASS;
  bool signed_ = false;
};

/// The HDF5 type of T in memory.
template <class T>
[[nodiscard]] hid_t native_type() {
  static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
  if constexpr (std::is_enum_v<T>)
    return native_type<std::underlying_type_t<T>>();
  else if constexpr (std::is_same_v<T, double>)
    return H5T_NATIVE_DOUBLE;
  else if constexpr (sizeof(T) == 1)
    return std::is_signed_v<T> ? H5T_NATIVE_INT8 : H5T_NATIVE_UINT8;
  else if constexpr (sizeof(T) == 2)
    return std::is_signed_v<T> ? H5T_NATIVE_INT16 : H5T_NATIVE_UINT16;
  else if constexpr (sizeof(T) == 4)
    return std::is_signed_v<T> ? H5T_NATIVE_INT32 : H5T_NATIVE_UINT32;
  else
    return std::is_signed_v<T> ? H5T_NATIVE_INT64 : H5T_NATIVE_UINT64;
}

/// The enum of values: draw 0, win 1, lose 2, tie 3, none 255, over uint8.
[[nodiscard]] Handle value_type();

/// Whether `path` ("/graph/indptr", or a name below `parent`) leads to an object.
[[nodiscard]] bool exists(const Object& parent, const std::string& path);
[[nodiscard]] bool is_group(const Object& parent, const std::string& path);
/// "file.h5:/graph/indptr": where an object called `name` in `parent` is, for messages.
[[nodiscard]] std::string below(const Object& parent, const std::string& name);

[[nodiscard]] Group create_group(const Object& parent, const std::string& name);
[[nodiscard]] Group open_group(const Object& parent, const std::string& name);

/// A contiguous dataset. Without `fill` its storage is there at once.
[[nodiscard]] Dataset create_contiguous(const Object& parent, const std::string& name, hid_t type,
                                        std::span<const hsize_t> dims,
                                        std::optional<std::int8_t> fill = std::nullopt);
/// Chunked, gzip 1, fletcher32, shuffle where an element is wider than a byte. Written by ChunkWriter.
[[nodiscard]] Dataset create_chunked(const Object& parent, const std::string& name, hid_t type,
                                     std::span<const hsize_t> dims, std::span<const hsize_t> chunk);

/// Checks that the extent is believable: storage that could hold that many elements (gzip shrinks 1032:1 at
/// most), chunks of at most 1 GiB, no external files. Error(malformed) otherwise.
[[nodiscard]] Dataset open_dataset(const Object& parent, const std::string& name);

/// Error(malformed) unless the dataset holds integers in one dimension.
void require_integers(const Dataset& dataset);
/// Error(malformed) unless it holds integers of a byte, or the enum of values with its own legend.
void require_values(const Dataset& dataset);

/// Elements begin .. begin + count - 1 of a one-dimensional dataset, converted to `type`.
void read_range(const Dataset& dataset, hid_t type, std::uint64_t begin, std::uint64_t count, void* to);
void write_range(const Dataset& dataset, hid_t type, std::uint64_t begin, std::uint64_t count,
                 const void* from);
/// All bytes of a contiguous dataset that is new, by several workers at once; one of them calls `meanwhile`.
void write_whole(const Dataset& dataset, std::span<const std::byte> bytes, FunctionRef<void()> meanwhile);
/// A block of a dataset of any rank.
void write_block(const Dataset& dataset, hid_t type, std::span<const hsize_t> start,
                 std::span<const hsize_t> count, const void* from);
void read_block(const Dataset& dataset, hid_t type, std::span<const hsize_t> start,
                std::span<const hsize_t> count, void* to);

/// All elements as T, row-major: mapped in place if they lie in the file just so, else read.
template <class T>
[[nodiscard]] Array<T> load(const Dataset& dataset);

// Attributes. Strings are UTF-8 of fixed length: they lie in the object's header, which carries a checksum.
// Those of variable length lie in a heap that carries none, and HDF5 1.10 crashes where that heap is damaged.
void write_attribute(const Object& object, const char* name, std::string_view value);
/// A string of variable length, as h5py writes them: for names that other programs compare, never read by us.
void write_variable_string(const Object& object, const char* name, std::string_view value);
void write_attribute(const Object& object, const char* name, std::uint64_t value);
void write_attribute(const Object& object, const char* name, double value);
void write_attribute(const Object& object, const char* name, std::span<const std::int64_t> values);
/// Values that the legend `flag_values` of CF names, as uint8.
void write_attribute(const Object& object, const char* name, std::span<const std::uint8_t> values);

/// Absent attributes give nothing; those of another kind are Error(malformed).
[[nodiscard]] std::optional<std::string> string_attribute(const Object& object, const char* name);
[[nodiscard]] std::optional<std::uint64_t> integer_attribute(const Object& object, const char* name);
/// An integer attribute that has to be there: Error(malformed) names it where it is not.
[[nodiscard]] std::uint64_t needed_integer(const Object& object, const char* name);
[[nodiscard]] std::optional<double> double_attribute(const Object& object, const char* name);
[[nodiscard]] std::optional<std::vector<std::int64_t>> integers_attribute(const Object& object,
                                                                          const char* name);

/// CF attributes: long_name and units, and for values flag_values and flag_meanings.
void describe(const Object& dataset, std::string_view long_name, std::string_view units);
void describe_values(const Object& dataset, std::string_view long_name);

}  // namespace retrograph::h5
