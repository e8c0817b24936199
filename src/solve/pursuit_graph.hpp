// PursuitGraph: an undirected graph made ready for pursuit, and the ranks of multisets of its vertices.
//
// Vertices are renumbered by Cuthill and McKee (1969), which brings neighbours close together: a step of a
// cop then concerns short runs of the tables (Scotland Yard: bandwidth 59 of 199). Inside the engine all
// numbers are the new ones.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "retrograph/graph/csr_graph.hpp"
#include "retrograph/solve/pursuit.hpp"
#include "retrograph/support/array.hpp"

#include "pursuit_kernels.hpp"

namespace retrograph {

class PursuitGraph {
 public:
  template <VertexId V>
  PursuitGraph(const CsrGraph<V>& graph, unsigned cops);
  PursuitGraph(const PursuitArena& arena, unsigned cops);
  PursuitGraph(const PursuitGraph&) = delete;
  PursuitGraph& operator=(const PursuitGraph&) = delete;

  [[nodiscard]] const pursuit::Graph& view() const noexcept { return view_; }
  [[nodiscard]] std::uint64_t edges() const noexcept { return (near_.size() - view_.n) / 2; }
  [[nodiscard]] std::uint32_t original(std::uint32_t v) const noexcept { return original_[v]; }
  [[nodiscard]] std::uint32_t renumbered(std::uint32_t v) const noexcept { return renumbered_[v]; }
  [[nodiscard]] std::span<const std::uint32_t> near(std::uint32_t v) const noexcept {
    return {near_.data() + begin_[v], begin_[v + 1] - begin_[v]};
  }
  /// The same for the robber.
  [[nodiscard]] std::span<const std::uint32_t> robber_near(std::uint32_t v) const noexcept {
    return {robber_near_.data() + robber_begin_[v], robber_begin_[v + 1] - robber_begin_[v]};
  }
  /// Row of the exits; empty if there are none.
  [[nodiscard]] const std::vector<std::uint64_t>& exits() const noexcept { return exits_; }
  [[nodiscard]] bool is_exit(std::uint32_t v) const noexcept {
    return !exits_.empty() && (exits_[v / 64] >> (v % 64) & 1) != 0;
  }
  /// C(a + k - 1, k): multisets of size k of vertices below a.
  [[nodiscard]] std::uint64_t multisets(unsigned k, std::uint32_t a) const noexcept { return ranks_[k][a]; }
  /// Rank of vertices in descending order, and back.
  [[nodiscard]] std::uint64_t rank(std::span<const std::uint32_t> descending) const noexcept;
  void unrank(std::uint64_t rank, std::span<std::uint32_t> descending) const noexcept;

 private:
  using Lists = std::vector<std::vector<std::uint32_t>>;
  void prepare(const Lists& cop_steps, const Lists& robber_steps, unsigned cops);
  void renumber(const Lists& lists);
  void lay_steps(const Lists& cop_steps, const Lists& robber_steps);
  void lay_rows();
  void count_multisets(unsigned cops);

  pursuit::Graph view_{};
  std::vector<std::uint32_t> original_, renumbered_, begin_, near_, reach_, robber_begin_, robber_near_;
  std::vector<std::uint64_t> exits_;
  Array<std::uint64_t> closed_, dilate_;
  std::vector<std::vector<std::uint64_t>> ranks_;
  std::vector<const std::uint64_t*> rank_rows_;
};

/// Saturates at the largest number.
[[nodiscard]] std::uint64_t multisets_of(std::uint64_t vertices, unsigned k) noexcept;

/// Words of a row of n bits: 1, 2, 4, or a multiple of 8.
[[nodiscard]] constexpr std::uint64_t pursuit_row_words(std::uint64_t n) noexcept {
  const std::uint64_t words = (n + 63) / 64;
  return words <= 2 ? (words == 0 ? 1 : words) : words <= 4 ? 4 : (words + 7) / 8 * 8;
}

}  // namespace retrograph
