// Sparse matrices as scipy.sparse.save_npz writes them: a ZIP archive, members stored or deflated, of NumPy
// arrays indptr, indices, format ("csr") and shape (square); data is not read, an entry is a move whatever its
// number is. Integers of any width, sign and byte order are taken.
//
// Written are stored members in the ZIP64 form, data being all ones (int8).
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <utility>

#include "retrograph/support/parallel.hpp"

#include "store/format_readers.hpp"
#include "store/npy.hpp"
#include "store/output_text.hpp"
#include "store/zip.hpp"

namespace retrograph::format {
namespace {

constexpr std::size_t grain = std::size_t{1} << 16;

template <class Stored>
Stored element(const char* bytes, bool swapped) {
  std::array<char, sizeof(Stored)> own;
  std::memcpy(own.data(), bytes, sizeof(Stored));
  if (swapped) std::reverse(own.begin(), own.end());
  return std::bit_cast<Stored>(own);
}

template <class Stored, class T>
Array<T> converted(const NpyArray& array, std::string_view where) {
  using Wide = std::conditional_t<std::is_signed_v<Stored>, std::int64_t, std::uint64_t>;
  Array<T> values(array.size);
  const auto bad = [](Stored value) { return !std::in_range<T>(value); };
  const auto at = [&](std::size_t i) {
    return element<Stored>(array.bytes.data() + i * sizeof(Stored), array.swapped);
  };
  const std::size_t first_bad = par::reduce(
      array.size, grain, array.size,
      [&](std::size_t begin, std::size_t end) {
        std::size_t first = array.size;
        for (std::size_t i = begin; i < end; ++i) {
          const Stored value = at(i);
          values[i] = static_cast<T>(Wide{value});
          if (bad(value)) first = std::min(first, i);
        }
        return first;
      },
      [](std::size_t a, std::size_t b) { return std::min(a, b); });
  if (first_bad != array.size)
    fail(Category::malformed, "{}[{}] is {}, it must be from 0 to {}", where, first_bad, +at(first_bad),
         std::numeric_limits<T>::max());
  return values;
}

template <class T>
Array<T> integers(const ZipArchive& zip, std::string_view member) {
  const ZipBytes bytes = zip.member(member);
  const std::string where = fmt::format("{}:{}", zip.name(), member);
  const NpyArray array = npy_array(bytes.view(), where);
  if (array.dimensions != 1)
    fail(Category::malformed, "{}: has {} dimensions, it must have one", where, array.dimensions);
  if (array.kind == 'u' || array.kind == 'b') {
    if (array.width == 1) return converted<std::uint8_t, T>(array, where);
    if (array.width == 2) return converted<std::uint16_t, T>(array, where);
    if (array.width == 4) return converted<std::uint32_t, T>(array, where);
    if (array.width == 8) return converted<std::uint64_t, T>(array, where);
  } else if (array.kind == 'i') {
    if (array.width == 1) return converted<std::int8_t, T>(array, where);
    if (array.width == 2) return converted<std::int16_t, T>(array, where);
    if (array.width == 4) return converted<std::int32_t, T>(array, where);
    if (array.width == 8) return converted<std::int64_t, T>(array, where);
  }
  fail(Category::malformed, "{}: holds elements of kind '{}' and {} bytes, they must be integers", where,
       array.kind, array.width);
}

// "csr", as bytes or in UTF-32.
std::string layout_of(const ZipArchive& zip) {
  const ZipBytes bytes = zip.member("format.npy");
  const NpyArray array = npy_array(bytes.view(), zip.name() + ":format.npy");
  std::string text;
  for (const char c : array.bytes.substr(0, 64))
    if (c != 0) text += c >= ' ' && c < 127 ? c : '?';
  return text;
}

template <VertexId V>
Arena<V> load(const ZipArchive& zip) {
  auto offsets = integers<EdgeIndex>(zip, "indptr.npy");
  auto targets = integers<V>(zip, "indices.npy");
  check_csr<V>(std::as_const(offsets).span(), std::as_const(targets).span(), zip.name());
  Arena<V> arena;
  arena.moves = CsrGraph<V>(std::move(offsets), std::move(targets));
  return arena;
}

template <class T>
std::string_view bytes_of(std::span<const T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

}  // namespace

LoadedGraph read_npz(ByteSource& in, const GraphReadOptions&) {
  const ByteSource::Whole whole = in.whole();
  const ZipArchive zip(whole.bytes, in.name());
  if (const std::string layout = layout_of(zip); layout != "csr")
    fail(Category::malformed, "{}: the matrix is stored as '{}', it must be csr", in.name(), layout);
  const auto shape = integers<std::uint64_t>(zip, "shape.npy");
  if (shape.size() != 2 || shape[0] != shape[1])
    fail(Category::malformed, "{}: the shape is {}, it must be that of a square matrix", in.name(),
         fmt::join(shape.begin(), shape.end(), " x "));
  LoadedGraph graph;
  if (shape[0] < narrow_vertex_limit)
    graph.arena = load<std::uint32_t>(zip);
  else
    graph.arena = load<std::uint64_t>(zip);
  const std::uint64_t rows = std::visit([](const auto& a) { return a.vertex_count(); }, graph.arena);
  if (rows != shape[0])
    fail(Category::malformed, "{}: the shape says {} rows, indptr {}", in.name(), shape[0], rows);
  return graph;
}

void write_npz(PartialFile& out, const AnyArena& arena, const Provenance&, const GraphWriteOptions&) {
  refuse_more_than_moves(out, arena, "a matrix of SciPy");
  TextOutput text(out.partial());
  ZipWriter zip(text);
  std::visit(
      [&]<class V>(const Arena<V>& a) {
        const auto n = a.vertex_count();
        const auto m = a.moves.edge_count();
        zip.add("indices.npy",
                {npy_header(sizeof(V) == 4 ? "<i4" : "<i8", {m}), bytes_of(a.moves.targets())});
        zip.add("indptr.npy", {npy_header("<i8", {n + 1}), bytes_of(a.moves.offsets())});
        zip.add("format.npy", {npy_header("|S3", {}), "csr"});
        const std::array<std::uint64_t, 2> shape{n, n};
        zip.add("shape.npy", {npy_header("<i8", {2}), bytes_of<std::uint64_t>(shape)});
        zip.add("data.npy", {npy_header("|i1", {m}), {}, '\1', m});
      },
      arena);
  zip.finish();
  text.finish();
  out.commit();
}

}  // namespace retrograph::format
