// RowSource: where a rank takes its rows of a graph from, be it a file or a graph in memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "retrograph/graph/arena.hpp"
#include "retrograph/store/graph_rows.hpp"

namespace retrograph {

/// Members are as those of GraphRows, for one width of ids.
template <VertexId V>
class RowSource {
 public:
  virtual ~RowSource() = default;
  RowSource() = default;
  RowSource(const RowSource&) = delete;
  RowSource& operator=(const RowSource&) = delete;

  std::uint64_t vertices = 0;
  EdgeIndex edges = 0;
  DeadEnd dead_end = DeadEnd::lose;
  bool has_terminals = false;
  bool has_owners = false;

  virtual void offsets(std::uint64_t begin, std::span<EdgeIndex> out) const = 0;
  virtual void targets(EdgeIndex begin, std::span<V> out) const = 0;
  virtual void terminals(std::uint64_t begin, std::span<Value> out) const = 0;
  virtual void owners(std::uint64_t begin, std::span<std::uint8_t> out) const = 0;
};

template <VertexId V>
class FileRows final : public RowSource<V> {
 public:
  explicit FileRows(const GraphRows& rows) : rows_(rows) {
    this->vertices = rows.vertex_count();
    this->edges = rows.edge_count();
    this->dead_end = rows.dead_end();
    this->has_terminals = rows.has_terminals();
    this->has_owners = rows.has_owners();
  }
  void offsets(std::uint64_t begin, std::span<EdgeIndex> out) const override { rows_.offsets(begin, out); }
  void targets(EdgeIndex begin, std::span<V> out) const override { rows_.targets(begin, out); }
  void terminals(std::uint64_t begin, std::span<Value> out) const override { rows_.terminals(begin, out); }
  void owners(std::uint64_t begin, std::span<std::uint8_t> out) const override { rows_.owners(begin, out); }

 private:
  const GraphRows& rows_;
};

template <VertexId V>
class ArenaRows final : public RowSource<V> {
 public:
  explicit ArenaRows(const Arena<V>& arena) : arena_(arena) {
    this->vertices = arena.vertex_count();
    this->edges = arena.moves.edge_count();
    this->dead_end = arena.dead_end;
    this->has_terminals = !arena.terminal.empty();
    this->has_owners = arena.has_owners();
  }
  void offsets(std::uint64_t begin, std::span<EdgeIndex> out) const override {
    copy(arena_.moves.offsets(), begin, out);
  }
  void targets(EdgeIndex begin, std::span<V> out) const override { copy(arena_.moves.targets(), begin, out); }
  void terminals(std::uint64_t begin, std::span<Value> out) const override {
    copy(arena_.terminal.span(), begin, out);
  }
  void owners(std::uint64_t begin, std::span<std::uint8_t> out) const override {
    copy(arena_.owner.span(), begin, out);
  }

 private:
  template <class T>
  static void copy(std::span<const T> from, std::uint64_t begin, std::span<T> out) {
    std::copy_n(from.data() + begin, out.size(), out.data());
  }
  const Arena<V>& arena_;
};

}  // namespace retrograph
