// VertexIds: the names that users know vertices by, where these are not their numbers: the ids of an input
// that was relabelled, or the positions of a generated game. Ids are distinct, in any order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>

namespace retrograph {

class VertexIds {
 public:
  /// `ids` is empty (the number is the id) or has one a vertex; it must outlive this.
  VertexIds(std::span<const std::uint64_t> ids, std::uint64_t vertices)
      : ids_(ids), vertices_(vertices), ascending_(std::is_sorted(ids.begin(), ids.end())) {}

  [[nodiscard]] std::uint64_t id_of(std::uint64_t v) const { return ids_.empty() ? v : ids_[v]; }
  /// The vertex of an id: by bisection where ids ascend, else by a look at all of them.
  [[nodiscard]] std::optional<std::uint64_t> number_of(std::uint64_t id) const {
    if (ids_.empty()) return id < vertices_ ? std::optional(id) : std::nullopt;
    const auto found =
        ascending_ ? std::lower_bound(ids_.begin(), ids_.end(), id) : std::find(ids_.begin(), ids_.end(), id);
    if (found == ids_.end() || *found != id) return std::nullopt;
    return static_cast<std::uint64_t>(found - ids_.begin());
  }

 private:
  std::span<const std::uint64_t> ids_;
  std::uint64_t vertices_;
  bool ascending_;
};

}  // namespace retrograph
