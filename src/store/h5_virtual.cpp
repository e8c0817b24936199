#include "store/h5_virtual.hpp"

#include <algorithm>
#include <cstdint>

namespace retrograph::h5 {
namespace {

Handle space_of(std::span<const hsize_t> dims) {
  return Handle(H5Screate_simple(static_cast<int>(dims.size()), dims.data(), nullptr));
}

}  // namespace

File create_joining(const std::filesystem::path& path) {
  // In its present form HDF5 asks for the newest format of a file that shall hold any of 1.10.
  auto file = File::create(path);
  if (H5Fset_libver_bounds(file.id(), H5F_LIBVER_V18, H5F_LIBVER_V110) < 0)
    fail_from_stack(Category::io, file.where(), "takes no virtual datasets");
  return file;
}

Dataset create_virtual(const Object& parent, const std::string& name, hid_t type,
                       std::span<const hsize_t> dims, std::span<const VirtualPart> parts) {
  const std::string where = below(parent, name);
  const Handle list(H5Pcreate(H5P_DATASET_CREATE));
  H5Pset_obj_track_times(list.id(), false);
  const std::vector<std::uint8_t> ones(H5Tget_size(type), 0xff);
  H5Pset_fill_value(list.id(), type, ones.data());
  const Handle space = space_of(dims);
  for (const VirtualPart& part : parts) {
    if (std::ranges::find(part.count, hsize_t{0}) != part.count.end()) continue;
    const Handle source = space_of(part.count);
    if (H5Sselect_hyperslab(space.id(), H5S_SELECT_SET, part.start.data(), nullptr, part.count.data(),
                            nullptr) < 0 ||
        H5Pset_virtual(list.id(), space.id(), part.file.c_str(), part.dataset.c_str(), source.id()) < 0)
      fail_from_stack(Category::io, where, "cannot be joined");
  }
  const Handle whole = space_of(dims);
  Handle dataset(
      H5Dcreate2(parent.id(), name.c_str(), type, whole.id(), H5P_DEFAULT, list.id(), H5P_DEFAULT));
  if (!dataset.valid()) fail_from_stack(Category::io, where, "cannot be created");
  return {std::move(dataset), where};
}

std::vector<std::string> virtual_files(const Dataset& dataset) {
  std::vector<std::string> files;
  const Handle creation(H5Dget_create_plist(dataset.id()));
  if (!creation.valid() || H5Pget_layout(creation.id()) != H5D_VIRTUAL) return files;
  std::size_t count = 0;
  H5Pget_virtual_count(creation.id(), &count);
  for (std::size_t i = 0; i < count; ++i) {
    const ssize_t length = H5Pget_virtual_filename(creation.id(), i, nullptr, 0);
    std::string name(length > 0 ? static_cast<std::size_t>(length) : 0, '\0');
    H5Pget_virtual_filename(creation.id(), i, name.data(), name.size() + 1);
    files.push_back(std::move(name));
  }
  return files;
}

}  // namespace retrograph::h5
