#include "retrograph/store/graph_values_file.hpp"

#include "retrograph/store/chunks.hpp"
#include "retrograph/store/h5.hpp"

namespace retrograph {
namespace {

void write_sets(const h5::Group& group, const GraphValues& values) {
  const auto infinite = h5::create_group(group, "infinite");
  h5::write_chunked(
      infinite, "offsets", H5T_NATIVE_UINT64, std::span<const std::uint64_t>(values.offsets),
      [](const h5::Dataset& d) { h5::describe(d, "where the set of each number begins in members", "1"); });
  h5::write_chunked(
      infinite, "members", H5T_NATIVE_UINT32, std::span<const std::uint32_t>(values.members),
      [](const h5::Dataset& d) { h5::describe(d, "values of finite options, ascending in each set", "1"); });
}

CodeArray read_codes(const h5::Dataset& dataset) {
  h5::require_integers(dataset);
  if (dataset.is_signed() || dataset.element_size() > 4)
    fail(Category::malformed, "{}: holds something else than unsigned integers of up to 32 bits",
         dataset.where());
  if (dataset.element_size() == 1) return CodeArray(h5::load<std::uint8_t>(dataset));
  if (dataset.element_size() == 2) return CodeArray(h5::load<std::uint16_t>(dataset));
  return CodeArray(h5::load<std::uint32_t>(dataset));
}

void read_sets(const h5::Group& group, GraphValues& values) {
  if (!h5::exists(group, "infinite")) return;
  const auto infinite = h5::open_group(group, "infinite");
  const auto offsets = h5::open_dataset(infinite, "offsets");
  const auto members = h5::open_dataset(infinite, "members");
  h5::require_integers(offsets);
  h5::require_integers(members);
  const auto begins = h5::load<std::uint64_t>(offsets);
  const auto numbers = h5::load<std::uint32_t>(members);
  values.offsets.assign(begins.begin(), begins.end());
  values.members.assign(numbers.begin(), numbers.end());
}

}  // namespace

void write_graph_values(PartialFile& out, const GraphValues& values, std::uint64_t edges,
                        const Provenance& provenance, std::span<const std::uint64_t> original_id) {
  auto file = h5::File::create(out.partial());
  const auto group = h5::create_group(file, "grundy");
  h5::write_attribute(group, "vertices", values.vertex_count());
  h5::write_attribute(group, "edges", edges);
  h5::write_attribute(group, "finite_limit", std::uint64_t{values.finite_limit});
  h5::write_attribute(group, "max_value", std::uint64_t{values.max_value()});
  h5::write_attribute(group, "infinite", values.infinite);
  h5::write_attribute(group, "sets", std::uint64_t{values.set_count()});
  h5::write_attribute(group, "cyclic", std::uint64_t{values.cyclic});
  std::visit(
      [&]<class T>(const Array<T>& codes) {
        h5::write_chunked(group, "value", h5::native_type<T>(), codes.span(), [](const h5::Dataset& d) {
          h5::describe(d, "nim-value, or finite_limit plus the number of an infinite set", "1");
        });
      },
      values.code.storage());
  if (values.set_count() != 0) write_sets(group, values);
  if (!original_id.empty())
    h5::write_chunked(group, "original_id", H5T_NATIVE_UINT64, original_id, [](const h5::Dataset& d) {
      h5::describe(d, "id of each vertex in the input, or its position in the generated game", "1");
    });
  write_provenance(file, provenance);
  mark_complete(file);
  file.close();
  out.commit();
}

GraphValuesFile read_graph_values(const std::filesystem::path& path) {
  const auto file = h5::File::open(path);
  GraphValuesFile read;
  read.provenance = read_provenance(file);
  const auto group = h5::open_group(file, "grundy");
  const std::uint64_t vertices = h5::needed_integer(group, "vertices");
  const std::uint64_t limit = h5::needed_integer(group, "finite_limit");
  if (limit > 0xffffffffULL) fail(Category::malformed, "{}@finite_limit: is {}", group.where(), limit);
  read.edges = h5::needed_integer(group, "edges");
  read.values.finite_limit = static_cast<std::uint32_t>(limit);
  read.values.infinite = h5::needed_integer(group, "infinite");
  read.values.cyclic = h5::needed_integer(group, "cyclic") != 0;
  const auto value = h5::open_dataset(group, "value");
  if (value.size() != vertices)
    fail(Category::malformed, "{}: has {} entries for {} vertices", value.where(), value.size(), vertices);
  read.values.code = read_codes(value);
  read_sets(group, read.values);
  if (h5::exists(group, "original_id")) {
    const auto ids = h5::open_dataset(group, "original_id");
    h5::require_integers(ids);
    read.original_id = h5::load<std::uint64_t>(ids);
    if (read.original_id.size() != vertices)
      fail(Category::malformed, "{}: has {} entries for {} vertices", ids.where(), read.original_id.size(),
           vertices);
  }
  check_graph_values(read.values, group.where());
  return read;
}

}  // namespace retrograph
