// Results in shards: every rank of a run writes the outcomes of its vertices to a file of its own, and one
// more file joins them, which reads as if it held them all (virtual datasets of HDF5 1.10).
//
// A shard `<output>.rank-<i>` is like a result file without summary: /result with kind "shard", attributes
// first (its first vertex), vertices and run. The joined file is a result file (result_file.hpp) whose
// datasets are virtual, with the attribute run on /result. It finds its shards by name in its own folder.
// HDF5 reads a shard that is missing as a fill value; check_shards() is what refuses it, and one of another
// run.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "retrograph/store/result_file.hpp"

namespace retrograph {

namespace h5 {
class Object;
class Dataset;
}  // namespace h5

[[nodiscard]] std::filesystem::path shard_path(const std::filesystem::path& output, unsigned rank);

struct ResultShards {
  std::string run;                    // the same word in every file of a run, another in every run
  std::vector<std::uint64_t> counts;  // vertices of each shard, in their order
  unsigned remoteness_width = 0;      // bytes; 0: none
  bool original_ids = false;
};

/// Writes, closes and commits the shard that begins with the vertex `first`.
void write_result_shard(PartialFile& out, const Outcomes<std::uint32_t>& part, std::uint64_t first,
                        const std::string& run, const Provenance& provenance,
                        std::span<const std::uint64_t> original_id);

/// The same of the file that joins them; the shards must be there.
void write_joined_result(PartialFile& out, const ResultShards& shards, const ResultSummary& summary,
                         const Provenance& provenance);

/// The summary of a part whose first vertex is `first`, of `vertices` in all; and that of all from their
/// parts.
[[nodiscard]] ResultSummary summarise_part(const Outcomes<std::uint32_t>& part, std::uint64_t first,
                                           std::uint64_t vertices);
[[nodiscard]] ResultSummary merge_summaries(std::span<const ResultSummary> parts);

/// Error(malformed) naming the file, unless every shard of a virtual dataset is there, whole and of this run.
void check_shards(const h5::Object& result, const h5::Dataset& dataset);

}  // namespace retrograph
