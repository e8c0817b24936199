#include "retrograph/store/h5.hpp"

#include <charconv>
#include <cstring>

#include "store/posix.hpp"

namespace retrograph::h5 {
namespace {

// HDF5 prints its error stack unless told not to; the setting is per thread where it is built with threads.
void silence() {
  thread_local const bool silent = H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr) >= 0;
  static_cast<void>(silent);
}

// The innermost entry of the stack says what really happened.
std::string innermost_message() {
  std::string message;
  H5Ewalk2(
      H5E_DEFAULT, H5E_WALK_UPWARD,
      [](unsigned n, const H5E_error2_t* entry, void* to) -> herr_t {
        if (n == 0 && entry->desc != nullptr) *static_cast<std::string*>(to) = entry->desc;
        return 0;
      },
      &message);
  return message;
}

// HDF5 words a failed system call as "..., errno = 28, error message = '...', ...".
std::optional<int> errno_in(std::string_view message) {
  constexpr std::string_view key = "errno = ";
  const auto at = message.find(key);
  if (at == std::string_view::npos) return std::nullopt;
  int value = 0;
  const auto* begin = message.data() + at + key.size();
  if (std::from_chars(begin, message.data() + message.size(), value).ec != std::errc{}) return std::nullopt;
  return value;
}

// Formats of HDF5 1.8: checksummed metadata, read by everything in use.
Handle creation_access(File::Layout layout) {
  Handle access(H5Pcreate(H5P_FILE_ACCESS));
  H5Pset_libver_bounds(access.id(), H5F_LIBVER_V18, H5F_LIBVER_V18);
  if (layout == File::Layout::mappable) H5Pset_alignment(access.id(), 4096, 4096);
  H5Pset_fclose_degree(access.id(), H5F_CLOSE_STRONG);
  return access;
}

Handle no_times(hid_t kind) {
  Handle list(H5Pcreate(kind));
  H5Pset_obj_track_times(list.id(), false);
  return list;
}

}  // namespace

bool Handle::reset() noexcept {
  const hid_t id = std::exchange(id_, hid_t{-1});
  return id < 0 || H5Idec_ref(id) >= 0;
}

void fail_from_stack(Category category, std::string_view where, std::string_view action) {
  const std::string message = innermost_message();
  if (const auto error = errno_in(message); error && *error != 0)
    fail(category_of_errno(*error), "{}: {}: {}", where, action, std::strerror(*error));
  fail(category, "{}: {}: {}", where, action, message.empty() ? "HDF5 gives no reason" : message);
}

File File::create(const std::filesystem::path& path, Layout layout) {
  silence();
  const Handle creation = no_times(H5P_FILE_CREATE);
  const Handle access = creation_access(layout);
  Handle file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation.id(), access.id()));
  if (!file.valid()) fail_from_stack(Category::io, path.string(), "cannot be created");
  return {std::move(file), path.string()};
}

File File::open(const std::filesystem::path& path) {
  silence();
  static_cast<void>(open_input(path));
  Handle access(H5Pcreate(H5P_FILE_ACCESS));
  H5Pset_fclose_degree(access.id(), H5F_CLOSE_STRONG);
  Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.id()));
  if (!file.valid()) fail_from_stack(Category::malformed, path.string(), "is not a sound HDF5 file");
  return {std::move(file), path.string()};
}

void File::close() {
  if (H5Fflush(id(), H5F_SCOPE_LOCAL) < 0) fail_from_stack(Category::io, where(), "cannot be written");
  if (!handle().reset()) fail_from_stack(Category::io, where(), "cannot be closed");
}

bool exists(const Object& parent, const std::string& path) {
  for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    const std::string part = path.substr(0, end);
    if (H5Lexists(parent.id(), part.c_str(), H5P_DEFAULT) <= 0) return false;
    if (end == std::string::npos) return H5Oexists_by_name(parent.id(), path.c_str(), H5P_DEFAULT) > 0;
  }
}

bool is_group(const Object& parent, const std::string& path) {
  if (!exists(parent, path)) return false;
  const Handle object(H5Oopen(parent.id(), path.c_str(), H5P_DEFAULT));
  return object.valid() && H5Iget_type(object.id()) == H5I_GROUP;
}

std::string below(const Object& parent, const std::string& name) {
  const bool in_file = H5Iget_type(parent.id()) == H5I_FILE;
  return fmt::format("{}{}{}", parent.where(), in_file ? ":" : "/", name);
}

Group create_group(const Object& parent, const std::string& name) {
  const Handle creation = no_times(H5P_GROUP_CREATE);
  Handle group(H5Gcreate2(parent.id(), name.c_str(), H5P_DEFAULT, creation.id(), H5P_DEFAULT));
  const std::string where = below(parent, name);
  if (!group.valid()) fail_from_stack(Category::io, where, "cannot be created");
  return {std::move(group), where};
}

Group open_group(const Object& parent, const std::string& name) {
  const std::string where = below(parent, name);
  if (!exists(parent, name)) fail(Category::malformed, "{}: is missing", where);
  Handle group(H5Gopen2(parent.id(), name.c_str(), H5P_DEFAULT));
  if (!group.valid()) fail_from_stack(Category::malformed, where, "is not a sound group");
  return {std::move(group), where};
}

}  // namespace retrograph::h5
