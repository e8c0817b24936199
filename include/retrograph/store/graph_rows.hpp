// GraphRows: a graph file of which single rows are read, and never the whole.
//
// The file is as graph_file.hpp describes it. What is read is checked as it is read. One thread at a time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "retrograph/graph/types.hpp"

namespace retrograph {

class GraphRows {
 public:
  /// Error(no_input), Error(malformed) for what is no graph file.
  explicit GraphRows(const std::filesystem::path& path);
  ~GraphRows();
  GraphRows(const GraphRows&) = delete;
  GraphRows& operator=(const GraphRows&) = delete;

  [[nodiscard]] std::uint64_t vertex_count() const noexcept;
  [[nodiscard]] EdgeIndex edge_count() const noexcept;
  [[nodiscard]] DeadEnd dead_end() const noexcept;
  [[nodiscard]] bool has_terminals() const noexcept;
  [[nodiscard]] bool has_owners() const noexcept;
  [[nodiscard]] bool has_original_ids() const noexcept;
  /// Where the rows are, for messages: "file.h5:/graph".
  [[nodiscard]] const std::string& where() const noexcept;

  /// Offsets of the rows begin .. begin + out.size() - 1; begin + out.size() may be vertex_count() + 1.
  /// Error(malformed) unless they never fall and are within the edges.
  void offsets(std::uint64_t begin, std::span<EdgeIndex> out) const;
  /// Targets of edges, as V; Error(malformed) for one that is no vertex.
  template <VertexId V>
  void targets(EdgeIndex begin, std::span<V> out) const;
  /// Of a range of vertices; Error(malformed) for what is no value or player. Only where there are any.
  void terminals(std::uint64_t begin, std::span<Value> out) const;
  void owners(std::uint64_t begin, std::span<std::uint8_t> out) const;
  void original_ids(std::uint64_t begin, std::span<std::uint64_t> out) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace retrograph
