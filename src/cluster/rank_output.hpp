// The result of a graph over ranks: a shard from each and the file that joins them, or, where files of equal
// runs have to be equal byte for byte (--reproducible), the one file that one process writes, by rank 0.
#pragma once

#include <future>
#include <optional>
#include <string>

#include "retrograph/batch/run_context.hpp"
#include "retrograph/cluster/ranks.hpp"
#include "retrograph/solve/outcomes.hpp"
#include "retrograph/store/atomic_file.hpp"
#include "retrograph/store/graph_rows.hpp"
#include "retrograph/store/provenance.hpp"

#include "cluster/bounds.hpp"

namespace retrograph {

class RankOutput {
 public:
  /// Collective: refuses outputs that cannot be made. Rank 0 begins to hash `input` meanwhile.
  RankOutput(const Ranks& ranks, const RunContext& context, const std::string& input);

  [[nodiscard]] bool wanted() const noexcept { return !context_.output.empty(); }
  /// Bytes that writing takes in rank 0 beside its part.
  [[nodiscard]] std::uint64_t bytes(std::uint64_t vertices) const noexcept {
    return wanted() && context_.reproducible && ranks_.first() ? 2 * vertices : 0;
  }
  /// Collective; nothing where no output is wanted.
  template <VertexId V>
  void write(const Bounds& bounds, const Outcomes<std::uint32_t>& part, const GraphRows& rows,
             const Rules& rules, std::string_view engine);

 private:
  template <VertexId V>
  void write_whole(const Bounds& bounds, const Outcomes<std::uint32_t>& part, const GraphRows& rows);
  void write_shards(const Bounds& bounds, const Outcomes<std::uint32_t>& part, const GraphRows& rows);

  const Ranks& ranks_;
  const RunContext& context_;
  Provenance provenance_;
  std::future<InputId> input_;  // of rank 0
  std::optional<PartialFile> out_;
  std::optional<PartialFile> shard_;
};

}  // namespace retrograph
