// Graphs in HDF5: the native layout of graph_file.hpp, and a dataset "edges" of m rows and two columns of
// integers, from and to, that any program can write; ids as in edge lists.
#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "retrograph/store/h5.hpp"

#include "store/edge_parts.hpp"
#include "store/format_readers.hpp"

namespace retrograph::format {
namespace {

constexpr hsize_t rows_at_once = hsize_t{1} << 17;

const std::filesystem::path& file_of(const ByteSource& in) {
  if (in.path().empty()) fail(Category::usage, "{}: HDF5 is read from a file only", in.name());
  return in.path();
}

// Rows begin .. begin + count - 1, as the next block of the parts; false where an id is beyond E.
template <class E>
bool take_rows(const h5::Dataset& edges, std::uint64_t begin, std::span<const std::int64_t> ids,
               std::uint64_t most, EdgeParts& parts) {
  E* const to = parts.room<E>(ids.size() / 2, 0);
  std::uint64_t largest = 0;
  for (std::size_t i = 0; i < ids.size(); i += 2) {
    const auto from = static_cast<std::uint64_t>(ids[i]);  // a negative one is beyond every limit
    const auto goal = static_cast<std::uint64_t>(ids[i + 1]);
    if (from > most || goal > most) {
      const std::size_t wrong = from > most ? i : i + 1;
      fail(Category::malformed, "{}[{},{}] is {}, it must be from 0 to {}", edges.where(), begin + i / 2,
           wrong % 2, ids[wrong], most);
    }
    largest = std::max({largest, from, goal});
    to[i / 2] = {static_cast<decltype(E::from)>(from), static_cast<decltype(E::from)>(goal)};
  }
  if (largest > std::numeric_limits<decltype(E::from)>::max()) return false;
  parts.keep<E>(ids.size() / 2, begin / rows_at_once, largest, 0);
  return true;
}

template <class Stored, VertexId V>
void write_rows(const h5::Dataset& edges, const CsrGraph<V>& graph) {
  std::vector<Stored> rows;
  std::uint64_t done = 0;
  const auto flush = [&] {
    const std::array<hsize_t, 2> start{done, 0};
    const std::array<hsize_t, 2> count{rows.size() / 2, 2};
    h5::write_block(edges, h5::native_type<Stored>(), start, count, rows.data());
    done += rows.size() / 2;
    rows.clear();
  };
  for (std::uint64_t v = 0; v < graph.vertex_count(); ++v)
    for (const V u : graph.successors(v)) {
      rows.push_back(static_cast<Stored>(v));
      rows.push_back(static_cast<Stored>(u));
      if (rows.size() == 2 * rows_at_once) flush();
    }
  flush();
}

}  // namespace

LoadedGraph read_hdf5(ByteSource& in, const GraphReadOptions& options) {
  return read_graph(file_of(in), options.memory_limit, options.reverse);
}

LoadedGraph read_hdf5_edges(ByteSource& in, const GraphReadOptions& options) {
  const auto file = h5::File::open(file_of(in));
  const auto edges = h5::open_dataset(file, "edges");
  if (edges.type_class() != H5T_INTEGER || edges.element_size() > 8)
    fail(Category::malformed, "{}: holds something else than integers of up to 64 bits", edges.where());
  if (edges.dims().size() != 2 || edges.dims()[1] != 2)
    fail(Category::malformed, "{}: is {}, it must be rows of two ids", edges.where(),
         fmt::join(edges.dims(), " x "));
  EdgeParts parts(in.name(), options);
  if (options.vertices == 0U && edges.size() != 0)
    fail(Category::malformed, "{}: a move in a graph of no vertices", edges.where());
  const std::uint64_t most = options.vertices ? *options.vertices - 1 : largest_id;
  std::vector<std::int64_t> ids;
  for (std::uint64_t begin = 0; begin < edges.dims()[0]; begin += rows_at_once) {
    const std::array<hsize_t, 2> start{begin, 0};
    const std::array<hsize_t, 2> count{std::min(rows_at_once, edges.dims()[0] - begin), 2};
    ids.resize(2 * count[0]);
    h5::read_block(edges, H5T_NATIVE_INT64, start, count, ids.data());
    if (!take_rows<NarrowEdge>(edges, begin, ids, most, parts) &&
        !take_rows<WideEdge>(edges, begin, ids, most, parts))
      fail(Category::internal, "{}: an id outgrew 64 bits", edges.where());
  }
  return parts.build();
}

void write_hdf5(PartialFile& out, const AnyArena& arena, const Provenance& provenance,
                const GraphWriteOptions& options) {
  write_graph(out, arena, provenance, options);
}

void write_hdf5_edges(PartialFile& out, const AnyArena& arena, const Provenance& provenance,
                      const GraphWriteOptions&) {
  refuse_more_than_moves(out, arena, "a dataset of edges");
  auto file = h5::File::create(out.partial(), h5::File::Layout::mappable);
  std::visit(
      [&](const auto& a) {
        const std::array<hsize_t, 2> dims{a.moves.edge_count(), 2};
        const bool narrow = a.vertex_count() < narrow_vertex_limit;
        const auto edges = h5::create_contiguous(
            file, "edges", narrow ? h5::native_type<std::int32_t>() : h5::native_type<std::int64_t>(), dims);
        h5::describe(edges, "moves: from, to", "1");
        if (narrow)
          write_rows<std::int32_t>(edges, a.moves);
        else
          write_rows<std::int64_t>(edges, a.moves);
      },
      arena);
  write_provenance(file, provenance);
  mark_complete(file);
  file.close();
  out.commit();
}

}  // namespace retrograph::format
