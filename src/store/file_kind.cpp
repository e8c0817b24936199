#include "retrograph/store/file_kind.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <unistd.h>

#include "retrograph/store/graph_file.hpp"
#include "retrograph/store/h5.hpp"

#include "store/posix.hpp"

namespace retrograph {
namespace {

bool counts_vertices(const h5::File& file) {
  return h5::integer_attribute(h5::open_group(file, "grundy"), "vertices").has_value();
}

FileKind kind_of_hdf5(const std::filesystem::path& path) {
  const auto file = h5::File::open(path);
  constexpr std::pair<const char*, FileKind> groups[] = {{"graph", FileKind::graph},
                                                         {"summary", FileKind::result},
                                                         {"grundy", FileKind::table},
                                                         {"sweep", FileKind::sweep}};
  for (const auto& [name, kind] : groups)
    if (h5::is_group(file, name))
      return kind == FileKind::table && counts_vertices(file) ? FileKind::graph_values : kind;
  if (h5::exists(file, "edges")) return FileKind::edges;
  fail(Category::malformed, "{}: HDF5 without graph, result, table, sweep or edges", path.string());
}

}  // namespace

FileKind kind_of_file(const std::filesystem::path& path) {
  if (path == "-") return FileKind::other;
  if (is_hdf5(path)) return kind_of_hdf5(path);
  // A certificate names its schema near its start.
  const Descriptor file = open_input(path);
  std::array<char, 512> head{};
  const ssize_t got = ::read(file.get(), head.data(), head.size());
  const std::string_view text(head.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
  const auto first = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  if (text.substr(first).starts_with("paritysol")) return FileKind::solution;
  if (text.starts_with("RGCKPT")) return FileKind::checkpoint;
  const bool json = text.find_first_not_of(" \t\r\n") == text.find('{');
  return json && text.find("retrograph/certificate/") != std::string_view::npos ? FileKind::certificate
                                                                                : FileKind::other;
}

}  // namespace retrograph
