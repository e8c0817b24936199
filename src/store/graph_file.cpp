#include "retrograph/store/graph_file.hpp"

#include <algorithm>
#include <cstring>

#include <xxhash.h>

#include "retrograph/store/chunks.hpp"
#include "retrograph/store/h5.hpp"
#include "retrograph/support/parallel.hpp"

#include "store/graph_group.hpp"
#include "store/posix.hpp"

namespace retrograph {
namespace {

constexpr std::size_t convert_block = std::size_t{1} << 16;

// ---- writing

// Writes `values` as `Stored` into a contiguous dataset block by block, and returns the hash of its bytes.
template <class Stored, class T>
std::string write_converted(const h5::Dataset& dataset, std::span<const T> values) {
  if constexpr (sizeof(Stored) == sizeof(T)) {
    std::string hash;
    h5::write_whole(dataset, std::as_bytes(values), [&] { hash = hash_bytes(std::as_bytes(values)); });
    return hash;
  } else {
    StreamingHash hash;
    std::vector<Stored> block(convert_block);
    for (std::size_t begin = 0; begin < values.size(); begin += convert_block) {
      const auto part = values.subspan(begin, std::min(convert_block, values.size() - begin));
      std::transform(part.begin(), part.end(), block.begin(),
                     [](T value) { return static_cast<Stored>(value); });
      h5::write_range(dataset, h5::native_type<Stored>(), begin, part.size(), block.data());
      hash.add(std::as_bytes(std::span(block.data(), part.size())));
    }
    return hash.hex();
  }
}

template <class Stored, class T>
void write_integers(const h5::Group& group, const std::string& name, std::span<const T> values, bool compress,
                    const char* long_name) {
  const hid_t type = h5::native_type<Stored>();
  const auto describe = [&](const h5::Dataset& dataset) { h5::describe(dataset, long_name, "1"); };
  if (compress && !values.empty()) {
    if constexpr (sizeof(Stored) == sizeof(T)) {
      const std::string hash = hash_bytes(std::as_bytes(values));
      h5::write_chunked(group, name, type, values, [&](const h5::Dataset& dataset) {
        describe(dataset);
        h5::write_attribute(dataset, "xxh3", hash);
      });
    } else {
      Array<std::make_unsigned_t<Stored>> converted(values.size());
      par::for_each(values.size(), convert_block, [&](std::size_t i) {
        converted[i] = static_cast<std::make_unsigned_t<Stored>>(values[i]);
      });
      write_integers<Stored>(group, name, std::as_const(converted).span(), compress, long_name);
    }
    return;
  }
  const hsize_t dims[] = {values.size()};
  const h5::Dataset dataset = h5::create_contiguous(group, name, type, dims);
  describe(dataset);
  h5::write_attribute(dataset, "xxh3", write_converted<Stored>(dataset, values));
}

template <VertexId V>
void write_parts(const h5::Group& group, const Arena<V>& arena, const GraphWriteOptions& options) {
  const auto& graph = arena.moves;
  write_integers<std::int64_t>(group, "indptr", graph.offsets(), options.compress,
                               "start of each vertex's moves in indices");
  const char* const indices_name = "vertices that can be moved to";
  if (graph.vertex_count() < narrow_vertex_limit)
    write_integers<std::int32_t>(group, "indices", graph.targets(), options.compress, indices_name);
  else
    write_integers<std::int64_t>(group, "indices", graph.targets(), options.compress, indices_name);
  const hsize_t edges[] = {graph.edge_count()};
  h5::describe(h5::create_contiguous(group, "data", H5T_NATIVE_INT8, edges, std::int8_t{1}),
               "weight of each move", "1");
  if (!arena.terminal.empty())
    h5::write_chunked(group, "terminal", h5::value_type().id(), arena.terminal.span(),
                      [](const h5::Dataset& d) { h5::describe_values(d, "given value of each vertex"); });
  if (!arena.owner.empty())
    h5::write_chunked(group, "owner", H5T_NATIVE_UINT8, arena.owner.span(),
                      [](const h5::Dataset& d) { h5::describe(d, "player who moves at each vertex", "1"); });
  if (!options.original_id.empty())
    h5::write_chunked(group, "original_id", H5T_NATIVE_INT64, options.original_id,
                      [](const h5::Dataset& d) { h5::describe(d, "id of each vertex in the input", "1"); });
}

// ---- reading

// Read as signed, so that a negative number stays one; seen as unsigned it is beyond every limit.
template <class V>
Array<V> load_unsigned(const h5::Dataset& dataset) {
  h5::require_integers(dataset);
  auto values = h5::load<std::make_signed_t<V>>(dataset);
  auto* const data = reinterpret_cast<V*>(values.data());
  const std::size_t size = values.size();
  auto owner = std::make_shared<Array<std::make_signed_t<V>>>(std::move(values));
  auto bytes = std::shared_ptr<std::byte>(owner, reinterpret_cast<std::byte*>(data));
  return Array<V>::adopt(std::move(bytes), data, size);
}

template <VertexId V>
Arena<V> load_arena(const h5::Group& group, std::uint64_t n) {
  const auto indptr = h5::open_dataset(group, "indptr");
  const auto indices = h5::open_dataset(group, "indices");
  h5::require_integers(indptr);
  if (indptr.size() != n + 1)
    fail(Category::malformed, "{}: has {} entries, {} vertices need {}", indptr.where(), indptr.size(), n,
         n + 1);
  auto offsets = load_unsigned<EdgeIndex>(indptr);
  auto targets = load_unsigned<V>(indices);
  check_csr<V>(std::as_const(offsets).span(), std::as_const(targets).span(), group.where());
  Arena<V> arena;
  arena.moves = CsrGraph<V>(std::move(offsets), std::move(targets));
  if (h5::exists(group, "terminal")) {
    const auto terminal = h5::open_dataset(group, "terminal");
    h5::require_values(terminal);
    arena.terminal = h5::load<Value>(terminal);
  }
  if (h5::exists(group, "owner")) {
    const auto owner = h5::open_dataset(group, "owner");
    h5::require_integers(owner);
    arena.owner = h5::load<std::uint8_t>(owner);
  }
  arena.dead_end = graph_dead_end(group).value_or(arena.dead_end);
  check_arena(arena, group.where());
  return arena;
}

void refuse_over(std::uint64_t memory_limit, const h5::Group& group) {
  const std::uint64_t n = graph_vertices(group);
  const std::uint64_t edges = h5::open_dataset(group, "indices").size();
  const std::uint64_t width = n < narrow_vertex_limit ? 4 : 8;
  if (n > memory_limit / 8 || edges > memory_limit / width || 8 * n + width * edges > memory_limit)
    fail(Category::resource, "{}: {} vertices and {} edges need more than the {} bytes there are (--memory)",
         group.where(), n, edges, memory_limit);
}

LoadedGraph load_graph_group(const h5::Group& group) {
  const std::uint64_t n = graph_vertices(group);
  LoadedGraph graph;
  if (n < narrow_vertex_limit)
    graph.arena = load_arena<std::uint32_t>(group, n);
  else
    graph.arena = load_arena<std::uint64_t>(group, n);
  if (h5::exists(group, "original_id")) {
    const auto ids = h5::open_dataset(group, "original_id");
    graph.original_id = load_unsigned<std::uint64_t>(ids);
    if (graph.original_id.size() != n)
      fail(Category::malformed, "{}: has {} entries for {} vertices", ids.where(), graph.original_id.size(),
           n);
  }
  return graph;
}

// Compares the hash a dataset carries with that of what it holds; false if it carries none.
template <class T>
bool matches_checksum(const h5::Group& group, const char* name, std::span<const T> values) {
  const auto dataset = h5::open_dataset(group, name);
  const auto stored = h5::string_attribute(dataset, "xxh3");
  if (!stored) return false;
  const std::string found = hash_bytes(std::as_bytes(values));
  if (found != *stored)
    fail(Category::refused, "{}: its bytes have the hash {}, those written had {}", dataset.where(), found,
         *stored);
  return true;
}

}  // namespace

template <VertexId V>
void write_graph(PartialFile& out, const Arena<V>& arena, const Provenance& provenance,
                 const GraphWriteOptions& options) {
  auto file = h5::File::create(out.partial(), h5::File::Layout::mappable);
  const auto group = h5::create_group(file, "graph");
  const auto n = static_cast<std::int64_t>(arena.vertex_count());
  const std::int64_t shape[] = {n, n};
  h5::write_variable_string(group, "encoding-type", "csr_matrix");
  h5::write_variable_string(group, "encoding-version", "0.1.0");
  h5::write_attribute(group, "shape", std::span(shape));
  h5::write_attribute(group, "dead-end", name_of(arena.dead_end));
  write_parts(group, arena, options);
  write_provenance(file, provenance);
  mark_complete(file);
  file.close();
  out.commit();
}

void write_graph(PartialFile& out, const AnyArena& arena, const Provenance& provenance,
                 const GraphWriteOptions& options) {
  std::visit([&](const auto& a) { write_graph(out, a, provenance, options); }, arena);
}

LoadedGraph read_graph(const std::filesystem::path& path, std::uint64_t memory_limit) {
  const auto file = h5::File::open(path);
  const auto group = h5::open_group(file, "graph");
  check_graph_encoding(file, group);
  if (memory_limit != 0) refuse_over(memory_limit, group);
  return load_graph_group(group);
}

GraphFileCheck check_graph_file(const std::filesystem::path& path) {
  const auto file = h5::File::open(path);
  static_cast<void>(read_provenance(file));
  const auto group = h5::open_group(file, "graph");
  const LoadedGraph graph = load_graph_group(group);
  return std::visit(
      [&](const auto& arena) {
        GraphFileCheck check{arena.vertex_count(), arena.moves.edge_count(), false};
        const bool indptr = matches_checksum(group, "indptr", arena.moves.offsets());
        check.checksums = matches_checksum(group, "indices", arena.moves.targets()) && indptr;
        return check;
      },
      graph.arena);
}

bool is_hdf5(const std::filesystem::path& path) {
  static_cast<void>(open_input(path));
  return H5Fis_hdf5(path.c_str()) > 0;
}

template void write_graph(PartialFile&, const Arena<std::uint32_t>&, const Provenance&,
                          const GraphWriteOptions&);
template void write_graph(PartialFile&, const Arena<std::uint64_t>&, const Provenance&,
                          const GraphWriteOptions&);

}  // namespace retrograph
