#include "police_thief_reference.hpp"

#include <vector>

#include "board_flat_result.hpp"

namespace retrograph {

namespace {

// Written from the rules alone, with coordinates: shares nothing with PoliceThief but the vertex numbers.
class Textbook {
 public:
  Textbook(const Board& board, const PursuitRules& rules) : board_(board), rules_(rules) {
    number_.assign(board.cells.size(), -1);
    for (std::uint32_t cell = 0; cell < board.cells.size(); ++cell) {
      if (board.cells[cell] == Cell::wall) continue;
      number_[cell] = static_cast<std::int64_t>(cells_.size());
      cells_.push_back(cell);
    }
    n_ = cells_.size();
  }

  void run(const StopSource* stop) {
    build();
    if (stop) stop->throw_if_stopped();
    spread_wins_and_losses();
    if (stop) stop->throw_if_stopped();
    spread_ties();
  }

  Array<Value> values() const { return Array<Value>::copy_of(value_); }
  Array<std::uint32_t> plies() const { return Array<std::uint32_t>::copy_of(plies_); }
  std::uint32_t longest() const { return longest_; }

 private:
  using Vertex = std::uint64_t;

  std::vector<std::uint32_t> neighbours(std::uint32_t cell, Side side) const {
    const bool police = side == Side::police;
    const bool diagonal = police ? rules_.police_diagonal : rules_.thief_diagonal;
    const bool stay = police ? rules_.police_stay : rules_.thief_stay;
    const int row = static_cast<int>(cell / board_.cols);
    const int col = static_cast<int>(cell % board_.cols);
    std::vector<std::uint32_t> found;
    if (stay) found.push_back(cell);
    for (int r = row - 1; r <= row + 1; ++r) {
      for (int c = col - 1; c <= col + 1; ++c) {
        if (r < 0 || c < 0 || r >= static_cast<int>(board_.rows) || c >= static_cast<int>(board_.cols))
          continue;
        const int steps = std::abs(r - row) + std::abs(c - col);
        if (steps == 0 || (steps == 2 && !diagonal)) continue;
        const auto other = static_cast<std::uint32_t>(r) * board_.cols + static_cast<std::uint32_t>(c);
        if (board_.cells[other] == Cell::wall) continue;
        if (police && rules_.exit_closed && board_.cells[other] == Cell::exit) continue;
        found.push_back(other);
      }
    }
    return found;
  }

  Vertex vertex(Side turn, std::uint32_t thief, std::uint32_t police) const {
    const auto t = static_cast<Vertex>(number_[thief]);
    return (static_cast<Vertex>(turn) * n_ + t) * n_ + static_cast<Vertex>(number_[police]);
  }

  void build() {
    value_.assign(2 * n_ * n_, Value::draw);
    plies_.assign(2 * n_ * n_, RemotenessArray::none);
    open_moves_.assign(2 * n_ * n_, 0);
    can_come_.resize(2 * n_ * n_);
    for (const Side turn : {Side::police, Side::thief})
      for (const std::uint32_t thief : cells_)
        for (const std::uint32_t police : cells_) build_state(turn, thief, police);
  }

  void build_state(Side turn, std::uint32_t thief, std::uint32_t police) {
    const Vertex v = vertex(turn, thief, police);
    if (thief == police) return end(v, turn == Side::police ? Value::win : Value::lose);
    if (board_.cells[thief] == Cell::exit) return end(v, turn == Side::thief ? Value::win : Value::lose);
    const bool chase = turn == Side::police;
    for (const std::uint32_t to : neighbours(chase ? police : thief, turn)) {
      const Vertex u = chase ? vertex(Side::thief, thief, to) : vertex(Side::police, to, police);
      can_come_[u].push_back(v);
      ++open_moves_[v];
    }
    if (open_moves_[v] == 0) end(v, value_of(rules_.dead_end));
  }

  void end(Vertex v, Value value) {
    (value == Value::tie ? even_ends_ : queue_).push_back(v);
    value_[v] = value;
    plies_[v] = 0;
  }

  void decide(Vertex v, Value value, Vertex by, std::vector<Vertex>& queue) {
    value_[v] = value;
    plies_[v] = plies_[by] + 1;
    longest_ = std::max(longest_, plies_[v]);
    queue.push_back(v);
  }

  // The queue is ordered by plies, so the first losing child is the nearest and the last winning one the
  // farthest.
  void spread_wins_and_losses() {
    for (std::size_t head = 0; head < queue_.size(); ++head) {
      const Vertex u = queue_[head];
      for (const Vertex v : can_come_[u]) {
        if (plies_[v] != RemotenessArray::none) continue;
        if (value_[u] == Value::lose)
          decide(v, Value::win, u, queue_);
        else if (--open_moves_[v] == 0)
          decide(v, Value::lose, u, queue_);
      }
    }
  }

  void spread_ties() {
    for (std::size_t head = 0; head < even_ends_.size(); ++head)
      for (const Vertex v : can_come_[even_ends_[head]])
        if (plies_[v] == RemotenessArray::none) decide(v, Value::tie, even_ends_[head], even_ends_);
  }

  const Board& board_;
  const PursuitRules& rules_;
  std::vector<std::int64_t> number_;
  std::vector<std::uint32_t> cells_;
  Vertex n_ = 0;
  std::vector<Value> value_;
  std::vector<std::uint32_t> plies_;
  std::vector<std::uint8_t> open_moves_;
  std::vector<std::vector<Vertex>> can_come_;
  std::vector<Vertex> queue_;
  std::vector<Vertex> even_ends_;
  std::uint32_t longest_ = 0;
};

}  // namespace

std::uint64_t board_reference_bytes(const PoliceThief& space, StoreLevel) {
  // Value, plies and counter of a state, its list of up to 9 predecessors (a heap block grown by doubling),
  // its place in the queue.
  return space.vertex_count() * (1 + 4 + 1 + 24 + 144 + 16);
}

std::unique_ptr<BoardResult> solve_board_reference(std::shared_ptr<const PoliceThief> space,
                                                   const BoardSolveOptions& options) {
  Textbook textbook(space->board(), space->rules());
  textbook.run(options.stop);
  return std::make_unique<FlatBoardResult>(std::move(space), "reference", options.store, textbook.values(),
                                           RemotenessArray::narrowed(textbook.plies(), textbook.longest()));
}

}  // namespace retrograph
