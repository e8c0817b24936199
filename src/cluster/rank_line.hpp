// A line of play over ranks: each step asks the owner of a vertex for its moves, and all ranks for the values
// of where these lead.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "retrograph/batch/solve_job.hpp"
#include "retrograph/cluster/ranks.hpp"
#include "retrograph/solve/line.hpp"

#include "cluster/bounds.hpp"
#include "cluster/row_source.hpp"

namespace retrograph {

/// Collective: the value, plies and best line from vertex `start`, in all ranks. The part of a rank is
/// `value` and `remoteness`.
template <VertexId V>
class RankLine {
 public:
  RankLine(const Ranks& ranks, const Bounds& bounds, const RowSource<V>& rows, std::span<const Value> value,
           const RemotenessArray& remoteness)
      : ranks_(ranks), bounds_(bounds), rows_(rows), value_(value), remoteness_(remoteness) {}

  [[nodiscard]] StartReport play(V start) const {
    const Label label = labels_of({start}).front();
    StartReport report{start, label.value(), label.remoteness(), {}, false};
    const Line<V> line = follow_line(start, [&](V v) { return best_move(v); });
    report.line.assign(line.vertices.begin(), line.vertices.end());
    report.repeats = line.repeats.has_value();
    return report;
  }

 private:
  // Remoteness above the value, so that one sum brings both from the one rank that has them.
  struct Label {
    std::uint64_t word = 0;
    [[nodiscard]] Value value() const noexcept { return static_cast<Value>(word & 0xff); }
    [[nodiscard]] std::uint32_t remoteness() const noexcept { return static_cast<std::uint32_t>(word >> 8); }
  };

  [[nodiscard]] bool owns(std::uint64_t v) const noexcept { return bounds_.owner(v) == ranks_.rank(); }

  [[nodiscard]] std::vector<Label> labels_of(const std::vector<V>& vertices) const {
    std::vector<std::uint64_t> words(vertices.size());
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      if (!owns(vertices[i])) continue;
      const std::uint64_t v = vertices[i] - bounds_.begin(ranks_.rank());
      words[i] = std::uint64_t{remoteness_[v]} << 8 | static_cast<std::uint64_t>(value_[v]);
    }
    ranks_.sum(words);
    std::vector<Label> labels;
    for (const std::uint64_t word : words) labels.push_back({word});
    return labels;
  }

  // The moves that count at v, from the rank that has v.
  [[nodiscard]] std::vector<V> row_of(std::uint64_t v) const {
    std::string bytes;
    ranks_.agree([&] {
      if (owns(v)) bytes = own_row(v);
    });
    bytes = ranks_.broadcast(std::move(bytes), bounds_.owner(v));
    std::vector<V> row(bytes.size() / sizeof(V));
    std::memcpy(row.data(), bytes.data(), bytes.size());
    return row;
  }
  [[nodiscard]] std::string own_row(std::uint64_t v) const {
    EdgeIndex offsets[2];
    rows_.offsets(v, offsets);
    Value given = Value::none;
    if (rows_.has_terminals) rows_.terminals(v, std::span(&given, 1));
    std::vector<V> row(given == Value::none ? offsets[1] - offsets[0] : 0);
    if (!row.empty()) rows_.targets(offsets[0], std::span<V>(row));
    return {reinterpret_cast<const char*>(row.data()), row.size() * sizeof(V)};
  }

  [[nodiscard]] V best_move(V v) const {
    std::vector<V> row = row_of(v);
    row.push_back(v);  // its label comes with those of its children
    const std::vector<Label> labels = labels_of(row);
    const Label own = labels.back();
    const Value wanted = rows_.has_owners ? own.value() : opposite(own.value());
    V best = no_vertex<V>;
    for (std::size_t i = 0; i + 1 < row.size(); ++i) {
      if (row[i] >= best || labels[i].value() != wanted) continue;
      if (wanted == Value::draw || labels[i].remoteness() + 1 == own.remoteness()) best = row[i];
    }
    return best;
  }

  const Ranks& ranks_;
  const Bounds& bounds_;
  const RowSource<V>& rows_;
  std::span<const Value> value_;
  const RemotenessArray& remoteness_;
};

}  // namespace retrograph
