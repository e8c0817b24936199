#include "cluster/rank_output.hpp"

#include <cstring>
#include <random>
#include <vector>

#include "retrograph/store/result_shards.hpp"

#include "batch/provenance.hpp"
#include "cluster/rank_answer.hpp"

namespace retrograph {
namespace {

// A word that no other run has.
std::string new_run(const Ranks& ranks) {
  std::string word;
  if (ranks.first()) {
    std::random_device random;
    word = hash_text(std::uint64_t{random()} << 32 | random());
  }
  return ranks.broadcast(std::move(word), 0);
}

Array<std::uint64_t> original_ids(const GraphRows& rows, std::uint64_t begin, std::uint64_t count) {
  Array<std::uint64_t> ids(rows.has_original_ids() ? count : 0);
  if (rows.has_original_ids()) rows.original_ids(begin, ids.span());
  return ids;
}

// Summaries travel as counts, then bins.
ResultSummary gather_summary(const Ranks& ranks, const ResultSummary& own) {
  std::vector<ResultSummary> parts(ranks.size());
  ranks.gather(std::as_bytes(std::span(own.bins)), [&](unsigned rank, std::span<const std::byte> bytes) {
    parts[rank].bins.resize(bytes.size() / sizeof(ResultBin));
    std::memcpy(parts[rank].bins.data(), bytes.data(), bytes.size());
  });
  ranks.gather(std::as_bytes(std::span(&own.counts, 1)),
               [&](unsigned rank, std::span<const std::byte> bytes) {
                 std::memcpy(&parts[rank].counts, bytes.data(), bytes.size());
                 parts[rank].distances = own.distances;
               });
  return merge_summaries(parts);
}

}  // namespace

RankOutput::RankOutput(const Ranks& ranks, const RunContext& context, const std::string& input)
    : ranks_(ranks), context_(context), provenance_(provenance_of(context)) {
  if (!wanted()) return;
  provenance_.ranks = ranks.size();
  ranks.agree([&] {
    if (ranks.first()) out_.emplace(context.output, context.force);
    // A shard of an earlier run is nothing without its joined file, which the first rank has looked for.
    if (!context.reproducible) shard_.emplace(shard_path(context.output, ranks.rank()), true);
  });
  if (ranks.first()) input_ = std::async(std::launch::async, [input] { return identify_file(input); });
}

template <VertexId V>
void RankOutput::write(const Bounds& bounds, const Outcomes<std::uint32_t>& part, const GraphRows& rows,
                       const Rules& rules, std::string_view engine) {
  if (!wanted()) return;
  provenance_.rules = rules;
  provenance_.engine = engine;
  ranks_.agree([&] {
    if (ranks_.first()) provenance_.input = input_.get();
  });
  if (context_.reproducible)
    write_whole<V>(bounds, part, rows);
  else
    write_shards(bounds, part, rows);
}

template <VertexId V>
void RankOutput::write_whole(const Bounds& bounds, const Outcomes<std::uint32_t>& part,
                             const GraphRows& rows) {
  const auto all = gather_outcomes<V>(ranks_, bounds, part.value.span(), part.remoteness);
  ranks_.agree([&] {
    if (!ranks_.first()) return;
    const auto ids = original_ids(rows, 0, bounds.total());
    write_result(*out_, all, provenance_, StoreLevel::full, ids.span());
  });
}

void RankOutput::write_shards(const Bounds& bounds, const Outcomes<std::uint32_t>& part,
                              const GraphRows& rows) {
  const std::uint64_t first = bounds.begin(ranks_.rank());
  ResultShards shards{new_run(ranks_), {}, part.remoteness.width(), rows.has_original_ids()};
  for (unsigned rank = 0; rank < ranks_.size(); ++rank) shards.counts.push_back(bounds.count(rank));
  ranks_.agree([&] {
    const auto ids = original_ids(rows, first, part.value.size());
    write_result_shard(*shard_, part, first, shards.run, provenance_, ids.span());
  });
  const ResultSummary summary = gather_summary(ranks_, summarise_part(part, first, bounds.total()));
  ranks_.agree([&] {
    if (ranks_.first()) write_joined_result(*out_, shards, summary, provenance_);
  });
}

template void RankOutput::write<std::uint32_t>(const Bounds&, const Outcomes<std::uint32_t>&,
                                               const GraphRows&, const Rules&, std::string_view);
template void RankOutput::write<std::uint64_t>(const Bounds&, const Outcomes<std::uint32_t>&,
                                               const GraphRows&, const Rules&, std::string_view);

}  // namespace retrograph
