#include "retrograph/store/graph_file.hpp"

#include <algorithm>
#include <cstring>

#include <xxhash.h>

#include "retrograph/graph/build.hpp"
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

// One side of the graph as the group `name`; `rows` says what a row lists.
template <VertexId V>
h5::Group write_side(const h5::File& file, const char* name, const CsrGraph<V>& graph, const char* rows,
                     bool compress) {
  auto group = h5::create_group(file, name);
  const auto n = static_cast<std::int64_t>(graph.vertex_count());
  const std::int64_t shape[] = {n, n};
  h5::write_variable_string(group, "encoding-type", "csr_matrix");
  h5::write_variable_string(group, "encoding-version", "0.1.0");
  h5::write_attribute(group, "shape", std::span(shape));
  write_integers<std::int64_t>(group, "indptr", graph.offsets(), compress,
                               "start of each vertex's moves in indices");
  if (graph.vertex_count() < narrow_vertex_limit)
    write_integers<std::int32_t>(group, "indices", graph.targets(), compress, rows);
  else
    write_integers<std::int64_t>(group, "indices", graph.targets(), compress, rows);
  const hsize_t edges[] = {graph.edge_count()};
  h5::describe(h5::create_contiguous(group, "data", H5T_NATIVE_INT8, edges, std::int8_t{1}),
               "weight of each move", "1");
  return group;
}

template <VertexId V>
void write_arena(const h5::File& file, const Arena<V>& arena, const GraphWriteOptions& options) {
  const auto group =
      write_side(file, "graph", arena.moves, "vertices that can be moved to", options.compress);
  h5::write_attribute(group, "dead-end", name_of(arena.dead_end));
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
CsrGraph<V> load_side(const h5::Group& group, std::uint64_t n) {
  const auto indptr = h5::open_dataset(group, "indptr");
  const auto indices = h5::open_dataset(group, "indices");
  h5::require_integers(indptr);
  if (indptr.size() != n + 1)
    fail(Category::malformed, "{}: has {} entries, {} vertices need {}", indptr.where(), indptr.size(), n,
         n + 1);
  auto offsets = load_unsigned<EdgeIndex>(indptr);
  auto targets = load_unsigned<V>(indices);
  check_csr<V>(std::as_const(offsets).span(), std::as_const(targets).span(), group.where());
  return {std::move(offsets), std::move(targets)};
}

template <VertexId V>
Arena<V> load_arena(const h5::Group& group, std::uint64_t n) {
  Arena<V> arena;
  arena.moves = load_side<V>(group, n);
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

// The reverse side of a graph of n vertices and m moves.
template <VertexId V>
CsrGraph<V> load_reverse(const h5::Group& group, std::uint64_t n, EdgeIndex m) {
  if (const std::uint64_t size = graph_vertices(group); size != n)
    fail(Category::malformed, "{}: has {} rows, the graph has {} vertices", group.where(), size, n);
  CsrGraph<V> reverse = load_side<V>(group, n);
  if (reverse.edge_count() != m)
    fail(Category::malformed, "{}: lists {} moves, the graph has {}", group.where(), reverse.edge_count(), m);
  return reverse;
}

// `sides`: how many arrays of this size there are, 1 or 2.
void refuse_over(std::uint64_t memory_limit, const h5::Group& group, std::uint64_t sides) {
  const std::uint64_t n = graph_vertices(group);
  const std::uint64_t edges = h5::open_dataset(group, "indices").size();
  const std::uint64_t width = n < narrow_vertex_limit ? 4 : 8;
  const std::uint64_t limit = memory_limit / sides;
  if (n > limit / 8 || edges > limit / width || 8 * n + width * edges > limit)
    fail(Category::resource, "{}: {} vertices and {} edges need more than the {} bytes there are (--memory)",
         group.where(), n, edges, memory_limit);
}

LoadedGraph load_graph_groups(const h5::File& file, const h5::Group& group, bool reverse) {
  const std::uint64_t n = graph_vertices(group);
  LoadedGraph graph;
  if (n < narrow_vertex_limit)
    graph.arena = load_arena<std::uint32_t>(group, n);
  else
    graph.arena = load_arena<std::uint64_t>(group, n);
  if (reverse)
    std::visit(
        [&]<VertexId V>(const Arena<V>& arena) {
          graph.reverse = load_reverse<V>(h5::open_group(file, "reverse"), n, arena.moves.edge_count());
        },
        graph.arena);
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

template <VertexId V>
bool matches_checksums(const h5::Group& group, const CsrGraph<V>& side) {
  const bool indptr = matches_checksum(group, "indptr", side.offsets());
  return matches_checksum(group, "indices", side.targets()) && indptr;
}

template <VertexId V>
void check_reverse(const h5::Group& group, const CsrGraph<V>& graph, const CsrGraph<V>& reverse) {
  const CsrGraph<V> built = transpose(graph);
  const auto differ = [&](std::uint64_t v) {
    return !std::ranges::equal(built.successors(v), reverse.successors(v));
  };
  for (std::uint64_t v = 0; v < graph.vertex_count(); ++v)
    if (differ(v))
      fail(Category::refused, "{}: row {} does not list the vertices that can move to {}, ascending",
           group.where(), v, v);
}

}  // namespace

template <VertexId V>
void write_graph(PartialFile& out, const Arena<V>& arena, const Provenance& provenance,
                 const GraphWriteOptions& options) {
  auto file = h5::File::create(out.partial(), h5::File::Layout::mappable);
  write_arena(file, arena, options);
  if (options.reverse)
    write_side(file, "reverse", transpose(arena.moves), "vertices that can move there", options.compress);
  write_provenance(file, provenance);
  mark_complete(file);
  file.close();
  out.commit();
}

void write_graph(PartialFile& out, const AnyArena& arena, const Provenance& provenance,
                 const GraphWriteOptions& options) {
  std::visit([&](const auto& a) { write_graph(out, a, provenance, options); }, arena);
}

LoadedGraph read_graph(const std::filesystem::path& path, std::uint64_t memory_limit, bool reverse) {
  const auto file = h5::File::open(path);
  const auto group = h5::open_group(file, "graph");
  check_graph_encoding(file, group);
  const bool both = reverse && h5::exists(file, "reverse");
  if (memory_limit != 0) refuse_over(memory_limit, group, both ? 2 : 1);
  return load_graph_groups(file, group, both);
}

GraphFileCheck check_graph_file(const std::filesystem::path& path) {
  const auto file = h5::File::open(path);
  static_cast<void>(read_provenance(file));
  const auto group = h5::open_group(file, "graph");
  const bool both = h5::exists(file, "reverse");
  const LoadedGraph graph = load_graph_groups(file, group, both);
  return std::visit(
      [&]<VertexId V>(const Arena<V>& arena) {
        GraphFileCheck check{arena.vertex_count(), arena.moves.edge_count(), false, both};
        check.checksums = matches_checksums(group, arena.moves);
        if (!both) return check;
        const auto other = h5::open_group(file, "reverse");
        const auto& reverse = std::get<CsrGraph<V>>(*graph.reverse);
        check.checksums = matches_checksums(other, reverse) && check.checksums;
        check_reverse(other, arena.moves, reverse);
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
