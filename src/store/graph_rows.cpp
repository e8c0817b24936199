#include "retrograph/store/graph_rows.hpp"

#include <algorithm>

#include "retrograph/support/error.hpp"
#include "retrograph/support/parallel.hpp"

#include "store/graph_group.hpp"

namespace retrograph {

// Graphs of other programs name their layout; ours has it always, and strings of variable length are better
// not read where they can be damaged.
void check_graph_encoding(const h5::File& file, const h5::Group& group) {
  if (h5::string_attribute(file, "tool_version")) return;
  const auto encoding = h5::string_attribute(group, "encoding-type");
  if (encoding && *encoding != "csr_matrix")
    fail(Category::malformed, "{}: encoding-type is {}, it must be csr_matrix", group.where(), *encoding);
}

std::uint64_t graph_vertices(const h5::Group& group) {
  const auto shape = h5::integers_attribute(group, "shape");
  if (!shape || shape->size() != 2)
    fail(Category::malformed, "{}: has no attribute shape of two numbers", group.where());
  if ((*shape)[0] != (*shape)[1] || (*shape)[0] < 0)
    fail(Category::malformed, "{}: shape is {} x {}, it must be square", group.where(), (*shape)[0],
         (*shape)[1]);
  return static_cast<std::uint64_t>((*shape)[0]);
}

std::optional<DeadEnd> graph_dead_end(const h5::Group& group) {
  const auto rule = h5::string_attribute(group, "dead-end");
  if (!rule) return std::nullopt;
  const auto known = dead_end_named(*rule);
  if (!known)
    fail(Category::malformed, "{}: dead-end is {}, known are lose, win and tie", group.where(), *rule);
  return known;
}

struct GraphRows::State {
  explicit State(const std::filesystem::path& path)
      : file(h5::File::open(path)), group(open_graph(file)), vertices(graph_vertices(group)) {
    indptr.emplace(column("indptr", vertices + 1));
    indices.emplace(column("indices", std::nullopt));
    edges = indices->size();
    dead_end = graph_dead_end(group).value_or(DeadEnd::lose);
    if (h5::exists(group, "terminal")) {
      terminal.emplace(h5::open_dataset(group, "terminal"));
      h5::require_values(*terminal);
      check_size(*terminal, vertices);
    }
    if (h5::exists(group, "owner")) owner.emplace(column("owner", vertices));
    if (h5::exists(group, "original_id")) original_id.emplace(column("original_id", vertices));
  }

  h5::File file;
  h5::Group group;
  std::uint64_t vertices;
  EdgeIndex edges = 0;
  DeadEnd dead_end = DeadEnd::lose;
  std::optional<h5::Dataset> indptr;
  std::optional<h5::Dataset> indices;
  std::optional<h5::Dataset> terminal;
  std::optional<h5::Dataset> owner;
  std::optional<h5::Dataset> original_id;

 private:
  static h5::Group open_graph(const h5::File& file) {
    auto group = h5::open_group(file, "graph");
    check_graph_encoding(file, group);
    return group;
  }
  static void check_size(const h5::Dataset& dataset, std::uint64_t wanted) {
    if (dataset.dims().size() != 1 || dataset.size() != wanted)
      fail(Category::malformed, "{}: has {} entries, it must have {}", dataset.where(), dataset.size(),
           wanted);
  }
  [[nodiscard]] h5::Dataset column(const char* name, std::optional<std::uint64_t> size) const {
    auto dataset = h5::open_dataset(group, name);
    h5::require_integers(dataset);
    if (size) check_size(dataset, *size);
    return dataset;
  }
};

GraphRows::GraphRows(const std::filesystem::path& path) : state_(std::make_unique<State>(path)) {}
GraphRows::~GraphRows() = default;

std::uint64_t GraphRows::vertex_count() const noexcept {
  return state_->vertices;
}
EdgeIndex GraphRows::edge_count() const noexcept {
  return state_->edges;
}
DeadEnd GraphRows::dead_end() const noexcept {
  return state_->dead_end;
}
bool GraphRows::has_terminals() const noexcept {
  return state_->terminal.has_value();
}
bool GraphRows::has_owners() const noexcept {
  return state_->owner.has_value();
}
bool GraphRows::has_original_ids() const noexcept {
  return state_->original_id.has_value();
}
const std::string& GraphRows::where() const noexcept {
  return state_->group.where();
}

// Numbers are read as signed ones, so that a negative stays one; seen as unsigned it is beyond every limit.
void GraphRows::offsets(std::uint64_t begin, std::span<EdgeIndex> out) const {
  h5::read_range(*state_->indptr, H5T_NATIVE_INT64, begin, out.size(), out.data());
  if (out.empty()) return;
  if (begin == 0 && out[0] != 0)
    fail(Category::malformed, "{}: indptr[0] is {}, it must be 0", where(), out[0]);
  if (begin + out.size() == vertex_count() + 1 && out.back() != edge_count())
    fail(Category::malformed, "{}: indptr[{}] is {}, but there are {} edges", where(), vertex_count(),
         out.back(), edge_count());
  if (out.back() > edge_count())
    fail(Category::malformed, "{}: indptr[{}] is {}, but there are {} edges", where(), begin + out.size() - 1,
         out.back(), edge_count());
  for (std::size_t i = 1; i < out.size(); ++i)
    if (out[i] < out[i - 1])
      fail(Category::malformed, "{}: indptr falls from {} to {} at vertex {}", where(), out[i - 1], out[i],
           begin + i - 1);
}

template <VertexId V>
void GraphRows::targets(EdgeIndex begin, std::span<V> out) const {
  h5::read_range(*state_->indices, h5::native_type<std::make_signed_t<V>>(), begin, out.size(), out.data());
  const auto bad = std::find_if(out.begin(), out.end(), [&](V v) { return v >= vertex_count(); });
  if (bad != out.end())
    fail(Category::malformed, "{}: indices[{}] is {}, but there are only {} vertices", where(),
         begin + static_cast<std::uint64_t>(bad - out.begin()), *bad, vertex_count());
}

void GraphRows::terminals(std::uint64_t begin, std::span<Value> out) const {
  h5::read_range(*state_->terminal, h5::native_type<Value>(), begin, out.size(), out.data());
  for (std::size_t i = 0; i < out.size(); ++i)
    if (out[i] > Value::tie && out[i] != Value::none)
      fail(Category::malformed, "{}: the terminal value of vertex {} is {}, known are 0 to 3 and 255",
           where(), begin + i, static_cast<int>(out[i]));
}

void GraphRows::owners(std::uint64_t begin, std::span<std::uint8_t> out) const {
  h5::read_range(*state_->owner, H5T_NATIVE_UINT8, begin, out.size(), out.data());
  for (std::size_t i = 0; i < out.size(); ++i)
    if (out[i] > 1)
      fail(Category::malformed, "{}: the owner of vertex {} is {}, it must be 0 or 1", where(), begin + i,
           out[i]);
}

void GraphRows::original_ids(std::uint64_t begin, std::span<std::uint64_t> out) const {
  h5::read_range(*state_->original_id, H5T_NATIVE_INT64, begin, out.size(), out.data());
}

template void GraphRows::targets(EdgeIndex, std::span<std::uint32_t>) const;
template void GraphRows::targets(EdgeIndex, std::span<std::uint64_t>) const;

}  // namespace retrograph
