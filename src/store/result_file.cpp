#include "retrograph/store/result_file.hpp"

#include <algorithm>
#include <limits>

#include "retrograph/store/board_text.hpp"
#include "retrograph/store/result_shards.hpp"

#include "store/summary.hpp"

namespace retrograph {

struct ResultFile::State {
  explicit State(const std::filesystem::path& path)
      : file(h5::File::open(path)), provenance(read_provenance(file)), summary(read_summary(file)) {
    open_result();
  }

  h5::File file;
  Provenance provenance;
  ResultSummary summary;
  Kind kind = Kind::graph;
  std::uint64_t size = 0;
  std::vector<hsize_t> dims;
  std::optional<Board> board;
  PursuitRules rules;
  std::optional<h5::Dataset> value;
  std::optional<h5::Dataset> remoteness;
  std::optional<h5::Dataset> best_move;
  std::optional<h5::Dataset> original_id;

  [[nodiscard]] const h5::Dataset& need(const std::optional<h5::Dataset>& dataset, const char* name) const {
    if (!dataset) fail(Category::usage, "{}: holds no {}: it was stored without", file.where(), name);
    return *dataset;
  }
  [[nodiscard]] std::vector<hsize_t> place_of(std::uint64_t index) const {
    if (index >= size)
      fail(Category::usage, "{}: there is no position {}, only {}", file.where(), index, size);
    std::vector<hsize_t> place(dims.size());
    for (std::size_t d = dims.size(); d-- > 0; index /= dims[d]) place[d] = index % dims[d];
    return place;
  }
  template <class T>
  [[nodiscard]] T entry(const h5::Dataset& dataset, std::uint64_t index) const {
    const std::vector<hsize_t> one(dims.size(), 1);
    T found{};
    h5::read_block(dataset, h5::native_type<T>(), place_of(index), one, &found);
    return found;
  }
  // An unsigned entry whose all ones, in the width of the file, mean none.
  [[nodiscard]] std::optional<std::uint64_t> number(const h5::Dataset& dataset, std::uint64_t index) const {
    const auto found = entry<std::uint64_t>(dataset, index);
    const std::uint64_t none = std::numeric_limits<std::uint64_t>::max() >> (64 - 8 * dataset.element_size());
    return found == none ? std::nullopt : std::optional(found);
  }

 private:
  void open_result() {
    const auto group = h5::open_group(file, "result");
    const auto name = h5::string_attribute(group, "kind").value_or("");
    if (name == "board")
      open_board(group);
    else if (name == "graph")
      open_graph(group);
    else
      fail(Category::malformed, "{}@kind: is '{}', known are graph and board", group.where(), name);
    value = open_array(group, "value");
    if (value) h5::require_values(*value);
    remoteness = open_array(group, "remoteness");
    best_move = open_array(group, "best_move");
    if (kind == Kind::graph) original_id = open_array(group, "original_id");
    for (const auto* numbers : {&remoteness, &best_move, &original_id}) check_numbers(*numbers);
    if (remoteness && remoteness->element_size() > 4)
      fail(Category::malformed, "{}: has {} bytes an entry, 4 are the limit", remoteness->where(),
           remoteness->element_size());
  }

  void open_graph(const h5::Group& group) {
    const auto vertices = h5::integer_attribute(group, "vertices");
    if (!vertices) fail(Category::malformed, "{}@vertices: is missing", group.where());
    kind = Kind::graph;
    size = *vertices;
    dims = {size};
  }

  void open_board(const h5::Group& group) {
    kind = Kind::board;
    board = parse_board(h5::string_attribute(group, "board").value_or(""), group.where() + "@board");
    rules = pursuit_rules_of(provenance.rules, file.where());
    const std::uint64_t cells = board->cell_count();
    size = 2 * cells * cells;
    dims = {2, board->rows, board->cols, board->rows, board->cols};
  }

  std::optional<h5::Dataset> open_array(const h5::Group& group, const char* name) const {
    if (!h5::exists(group, name)) return std::nullopt;
    auto dataset = h5::open_dataset(group, name);
    check_shards(group, dataset);
    if (!std::ranges::equal(dataset.dims(), dims))
      fail(Category::malformed, "{}: has not the shape of the positions", dataset.where());
    return dataset;
  }

  static void check_numbers(const std::optional<h5::Dataset>& dataset) {
    if (dataset &&
        (dataset->type_class() != H5T_INTEGER || dataset->is_signed() || dataset->element_size() > 8))
      fail(Category::malformed, "{}: holds something else than unsigned integers", dataset->where());
  }
};

ResultFile::ResultFile(const std::filesystem::path& path) : state_(std::make_unique<State>(path)) {}
ResultFile::~ResultFile() = default;
ResultFile::ResultFile(ResultFile&&) noexcept = default;
ResultFile& ResultFile::operator=(ResultFile&&) noexcept = default;

ResultFile::Kind ResultFile::kind() const noexcept {
  return state_->kind;
}
std::uint64_t ResultFile::size() const noexcept {
  return state_->size;
}
StoreLevel ResultFile::level() const noexcept {
  if (!state_->value) return StoreLevel::summary;
  return state_->remoteness || state_->best_move ? StoreLevel::full : StoreLevel::values;
}
bool ResultFile::has_values() const noexcept {
  return state_->value.has_value();
}
bool ResultFile::has_remoteness() const noexcept {
  return state_->remoteness.has_value();
}
bool ResultFile::has_best_move() const noexcept {
  return state_->best_move.has_value();
}
const Provenance& ResultFile::provenance() const noexcept {
  return state_->provenance;
}
const ResultSummary& ResultFile::summary() const noexcept {
  return state_->summary;
}

Value ResultFile::value(std::uint64_t index) const {
  return state_->entry<Value>(state_->need(state_->value, "values"), index);
}

std::optional<std::uint32_t> ResultFile::remoteness(std::uint64_t index) const {
  const auto found = state_->number(state_->need(state_->remoteness, "remoteness"), index);
  return found ? std::optional(static_cast<std::uint32_t>(*found)) : std::nullopt;
}

std::optional<std::uint64_t> ResultFile::best_move(std::uint64_t index) const {
  return state_->number(state_->need(state_->best_move, "best moves"), index);
}

Array<Value> ResultFile::values() const {
  return h5::load<Value>(state_->need(state_->value, "values"));
}

RemotenessArray ResultFile::remoteness() const {
  const auto& dataset = state_->need(state_->remoteness, "remoteness");
  if (dataset.element_size() == 1) return RemotenessArray(h5::load<std::uint8_t>(dataset));
  if (dataset.element_size() == 2) return RemotenessArray(h5::load<std::uint16_t>(dataset));
  return RemotenessArray(h5::load<std::uint32_t>(dataset));
}

Array<std::uint64_t> ResultFile::original_ids() const {
  return state_->original_id ? h5::load<std::uint64_t>(*state_->original_id) : Array<std::uint64_t>();
}

template <VertexId V>
Array<V> ResultFile::best_moves() const {
  const auto& dataset = state_->need(state_->best_move, "best moves");
  if (dataset.element_size() != sizeof(V))
    fail(Category::usage, "{}: has ids of {} bits, {} were asked for", dataset.where(),
         8 * dataset.element_size(), 8 * sizeof(V));
  return h5::load<V>(dataset);
}

template <VertexId V>
Outcomes<V> ResultFile::outcomes() const {
  Outcomes<V> outcomes;
  if (has_values()) outcomes.value = values();
  if (has_remoteness()) outcomes.remoteness = remoteness();
  if (has_best_move()) outcomes.best_move = best_moves<V>();
  return outcomes;
}

const Board& ResultFile::board() const {
  if (!state_->board)
    fail(Category::usage, "{}: is the result of a graph, not of a board", state_->file.where());
  return *state_->board;
}

const PursuitRules& ResultFile::rules() const {
  static_cast<void>(board());
  return state_->rules;
}

std::uint64_t ResultFile::index_of(Side turn, std::uint32_t thief_cell, std::uint32_t police_cell) const {
  const std::uint64_t cells = board().cell_count();
  if (thief_cell >= cells || police_cell >= cells)
    fail(Category::usage, "cell {} is beyond the {} of the board", std::max(thief_cell, police_cell), cells);
  return (static_cast<std::uint64_t>(turn) * cells + thief_cell) * cells + police_cell;
}

std::vector<Value> ResultFile::value_row(Side turn, std::uint32_t thief_cell) const {
  const auto start = state_->place_of(index_of(turn, thief_cell, 0));
  std::vector<Value> row(board().cell_count());
  h5::read_block(state_->need(state_->value, "values"), h5::native_type<Value>(), start,
                 std::vector<hsize_t>{1, 1, 1, board().rows, board().cols}, row.data());
  return row;
}

std::vector<std::uint32_t> ResultFile::remoteness_row(Side turn, std::uint32_t thief_cell) const {
  const auto start = state_->place_of(index_of(turn, thief_cell, 0));
  const auto& dataset = state_->need(state_->remoteness, "remoteness");
  std::vector<std::uint32_t> row(board().cell_count());
  h5::read_block(dataset, H5T_NATIVE_UINT32, start, std::vector<hsize_t>{1, 1, 1, board().rows, board().cols},
                 row.data());
  const std::uint32_t none = RemotenessArray::none >> (32 - 8 * dataset.element_size());
  std::replace(row.begin(), row.end(), none, RemotenessArray::none);
  return row;
}

template Array<std::uint32_t> ResultFile::best_moves() const;
template Array<std::uint64_t> ResultFile::best_moves() const;
template Outcomes<std::uint32_t> ResultFile::outcomes() const;
template Outcomes<std::uint64_t> ResultFile::outcomes() const;

}  // namespace retrograph
