// Virtual datasets: read as one, kept in several files. They take the formats of HDF5 1.10.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "retrograph/store/h5.hpp"

namespace retrograph::h5 {

/// One of the parts of a virtual dataset: a block of it, which is all of a dataset of another file.
struct VirtualPart {
  std::string file;  // beside the file of the virtual dataset
  std::string dataset;
  std::vector<hsize_t> start;
  std::vector<hsize_t> count;
};

/// Creates, or empties what is there: a file that may hold virtual datasets.
[[nodiscard]] File create_joining(const std::filesystem::path& path);
/// A dataset that reads as its parts; what is missing reads as all ones.
[[nodiscard]] Dataset create_virtual(const Object& parent, const std::string& name, hid_t type,
                                     std::span<const hsize_t> dims, std::span<const VirtualPart> parts);
/// The files that hold the parts of a virtual dataset, by name; empty for any other.
[[nodiscard]] std::vector<std::string> virtual_files(const Dataset& dataset);

}  // namespace retrograph::h5
