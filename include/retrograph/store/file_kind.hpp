// What a file is, by its first bytes and its groups: for verbs that take any file.
#pragma once

#include <cstdint>
#include <filesystem>

namespace retrograph {

enum class FileKind : std::uint8_t {
  graph,         // HDF5 with /graph
  result,        // HDF5 with /summary
  table,         // HDF5 with /grundy
  graph_values,  // HDF5 with /grundy that counts vertices
  sweep,         // HDF5 with /sweep
  edges,         // HDF5 with a dataset /edges
  certificate,   // JSON with the schema of a certificate
  solution,      // text that begins with "paritysol"
  checkpoint,    // of an unfinished run, whole or not
  other,         // anything else: text
};

/// Error(no_input) if the file cannot be opened, Error(malformed) if it is HDF5 and damaged or of no known
/// kind.
[[nodiscard]] FileKind kind_of_file(const std::filesystem::path& path);

}  // namespace retrograph
