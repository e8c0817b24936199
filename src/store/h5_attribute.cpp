#include <algorithm>
#include <vector>

#include "retrograph/graph/types.hpp"
#include "retrograph/store/h5.hpp"

namespace retrograph::h5 {
namespace {

void write(const Object& object, const char* name, const Handle& type, const Handle& space,
           const void* value) {
  const Handle attribute(H5Acreate2(object.id(), name, type.id(), space.id(), H5P_DEFAULT, H5P_DEFAULT));
  if (!attribute.valid() || H5Awrite(attribute.id(), type.id(), value) < 0)
    fail_from_stack(Category::io, fmt::format("{}@{}", object.where(), name), "cannot be written");
}

Handle copy_of(hid_t type) {
  return Handle(H5Tcopy(type));
}

Handle scalar() {
  return Handle(H5Screate(H5S_SCALAR));
}

Handle vector_of(hsize_t size) {
  return Handle(H5Screate_simple(1, &size, nullptr));
}

struct Attribute {
  Handle handle;
  Handle type;
  Handle space;
  std::string where;
  [[nodiscard]] bool is(H5T_class_t kind) const { return H5Tget_class(type.id()) == kind; }
  [[nodiscard]] hssize_t size() const { return H5Sget_simple_extent_npoints(space.id()); }
  void read(hid_t as, void* to) const {
    if (H5Aread(handle.id(), as, to) < 0) fail_from_stack(Category::malformed, where, "cannot be read");
  }
};

std::optional<Attribute> open(const Object& object, const char* name) {
  if (H5Aexists(object.id(), name) <= 0) return std::nullopt;
  Attribute a{
      Handle(H5Aopen(object.id(), name, H5P_DEFAULT)), {}, {}, fmt::format("{}@{}", object.where(), name)};
  if (!a.handle.valid()) fail_from_stack(Category::malformed, a.where, "is not a sound attribute");
  a.type = Handle(H5Aget_type(a.handle.id()));
  a.space = Handle(H5Aget_space(a.handle.id()));
  if (!a.type.valid() || !a.space.valid())
    fail_from_stack(Category::malformed, a.where, "is not a sound attribute");
  return a;
}

// Attributes are small; more elements than this are a damaged or hostile file.
constexpr hssize_t most_elements = 1 << 16;

}  // namespace

void write_attribute(const Object& object, const char* name, std::string_view value) {
  const Handle type = copy_of(H5T_C_S1);
  H5Tset_size(type.id(), std::max<std::size_t>(value.size(), 1));
  H5Tset_strpad(type.id(), H5T_STR_NULLPAD);
  H5Tset_cset(type.id(), H5T_CSET_UTF8);
  write(object, name, type, scalar(), value.empty() ? "" : value.data());
}

void write_variable_string(const Object& object, const char* name, std::string_view value) {
  const Handle type = copy_of(H5T_C_S1);
  H5Tset_size(type.id(), H5T_VARIABLE);
  H5Tset_cset(type.id(), H5T_CSET_UTF8);
  const std::string text(value);
  const char* pointer = text.c_str();
  write(object, name, type, scalar(), &pointer);
}

void write_attribute(const Object& object, const char* name, std::uint64_t value) {
  write(object, name, copy_of(H5T_NATIVE_UINT64), scalar(), &value);
}

void write_attribute(const Object& object, const char* name, double value) {
  write(object, name, copy_of(H5T_NATIVE_DOUBLE), scalar(), &value);
}

void write_attribute(const Object& object, const char* name, std::span<const std::int64_t> values) {
  write(object, name, copy_of(H5T_NATIVE_INT64), vector_of(values.size()), values.data());
}

void write_attribute(const Object& object, const char* name, std::span<const std::uint8_t> values) {
  write(object, name, copy_of(H5T_NATIVE_UINT8), vector_of(values.size()), values.data());
}

std::optional<std::string> string_attribute(const Object& object, const char* name) {
  const auto a = open(object, name);
  if (!a) return std::nullopt;
  if (!a->is(H5T_STRING) || a->size() != 1) fail(Category::malformed, "{}: is not one string", a->where);
  if (H5Tis_variable_str(a->type.id()) > 0) {
    const Handle type = copy_of(H5T_C_S1);
    H5Tset_size(type.id(), H5T_VARIABLE);
    H5Tset_cset(type.id(), H5Tget_cset(a->type.id()));
    char* text = nullptr;
    a->read(type.id(), static_cast<void*>(&text));
    std::string value = text == nullptr ? "" : text;
    H5free_memory(text);
    return value;
  }
  const std::size_t length = H5Tget_size(a->type.id());
  std::string value(length, '\0');
  a->read(a->type.id(), value.data());
  value.resize(std::min(value.find('\0'), length));
  return value;
}

std::optional<std::uint64_t> integer_attribute(const Object& object, const char* name) {
  const auto a = open(object, name);
  if (!a) return std::nullopt;
  if (!a->is(H5T_INTEGER) || a->size() != 1) fail(Category::malformed, "{}: is not one integer", a->where);
  std::uint64_t value = 0;
  a->read(H5T_NATIVE_UINT64, &value);
  return value;
}

std::uint64_t needed_integer(const Object& object, const char* name) {
  const auto value = integer_attribute(object, name);
  if (!value) fail(Category::malformed, "{}@{}: is missing", object.where(), name);
  return *value;
}

std::optional<double> double_attribute(const Object& object, const char* name) {
  const auto a = open(object, name);
  if (!a) return std::nullopt;
  if ((!a->is(H5T_FLOAT) && !a->is(H5T_INTEGER)) || a->size() != 1)
    fail(Category::malformed, "{}: is not one number", a->where);
  double value = 0;
  a->read(H5T_NATIVE_DOUBLE, &value);
  return value;
}

std::optional<std::vector<std::int64_t>> integers_attribute(const Object& object, const char* name) {
  const auto a = open(object, name);
  if (!a) return std::nullopt;
  if (!a->is(H5T_INTEGER) || a->size() < 0 || a->size() > most_elements)
    fail(Category::malformed, "{}: is not a short list of integers", a->where);
  std::vector<std::int64_t> values(static_cast<std::size_t>(a->size()));
  if (!values.empty()) a->read(H5T_NATIVE_INT64, values.data());
  return values;
}

void describe(const Object& dataset, std::string_view long_name, std::string_view units) {
  write_attribute(dataset, "long_name", long_name);
  write_attribute(dataset, "units", units);
}

void describe_values(const Object& dataset, std::string_view long_name) {
  describe(dataset, long_name, "1");
  constexpr std::uint8_t values[] = {0, 1, 2, 3, 255};
  write_attribute(dataset, "flag_values", std::span(values));
  write_attribute(dataset, "flag_meanings", std::string_view("draw win lose tie none"));
}

}  // namespace retrograph::h5
