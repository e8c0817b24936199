#include "retrograph/store/chunks.hpp"
#include "retrograph/store/result_file.hpp"
#include "retrograph/store/result_shards.hpp"
#include "retrograph/support/parallel.hpp"

#include "store/summary.hpp"

namespace retrograph {
namespace {

constexpr std::size_t summary_grain = std::size_t{1} << 16;

template <VertexId V>
void write_arrays(const h5::Group& group, const Outcomes<V>& outcomes, StoreLevel level,
                  std::span<const std::uint64_t> original_id) {
  h5::write_chunked(group, "value", h5::value_type().id(), outcomes.value.span(),
                    [](const h5::Dataset& d) { h5::describe_values(d, "value of each vertex"); });
  if (!original_id.empty())
    h5::write_chunked(group, "original_id", H5T_NATIVE_UINT64, original_id, [](const h5::Dataset& d) {
      h5::describe(d, "id of each vertex in the input, or its position in the generated game", "1");
    });
  if (level != StoreLevel::full) return;
  if (!outcomes.remoteness.empty())
    std::visit(
        [&]<class T>(const Array<T>& plies) {
          h5::write_chunked(group, "remoteness", h5::native_type<T>(), plies.span(),
                            [](const h5::Dataset& d) { describe_remoteness(d); });
        },
        outcomes.remoteness.storage());
  if (!outcomes.best_move.empty())
    h5::write_chunked(group, "best_move", h5::native_type<V>(), outcomes.best_move.span(),
                      [](const h5::Dataset& d) {
                        h5::describe(d, "lowest vertex among the best moves, all ones for none", "1");
                      });
}

// Of vertices first, first + 1, ..., which are not all there are.
template <VertexId V>
ResultSummary summary_of(const Outcomes<V>& outcomes, std::uint64_t first, std::uint64_t vertices) {
  const bool distances = !outcomes.remoteness.empty();
  SummaryCollector collector(distances, vertices);
  std::visit(
      [&]<class T>(const Array<T>& plies) {
        par::for_ranges(
            outcomes.value.size(), summary_grain, [&](std::size_t begin, std::size_t end, unsigned worker) {
              for (std::size_t i = begin; i < end; ++i)
                collector.add(worker, first + i, outcomes.value[i], distances ? std::uint32_t{plies[i]} : 0);
            });
      },
      outcomes.remoteness.storage());
  return collector.finish();
}

}  // namespace

template <VertexId V>
ResultSummary summarise(const Outcomes<V>& outcomes) {
  return summary_of(outcomes, 0, outcomes.value.size());
}

ResultSummary summarise_part(const Outcomes<std::uint32_t>& part, std::uint64_t first,
                             std::uint64_t vertices) {
  return summary_of(part, first, vertices);
}

template <VertexId V>
void write_result(PartialFile& out, const Outcomes<V>& outcomes, const Provenance& provenance,
                  StoreLevel level, std::span<const std::uint64_t> original_id) {
  auto file = h5::File::create(out.partial());
  const auto group = h5::create_group(file, "result");
  h5::write_attribute(group, "kind", std::string_view("graph"));
  h5::write_attribute(group, "vertices", std::uint64_t{outcomes.value.size()});
  if (level != StoreLevel::summary) write_arrays(group, outcomes, level, original_id);
  finish_result(out, file, summarise(outcomes), provenance);
}

void write_result_shard(PartialFile& out, const Outcomes<std::uint32_t>& part, std::uint64_t first,
                        const std::string& run, const Provenance& provenance,
                        std::span<const std::uint64_t> original_id) {
  auto file = h5::File::create(out.partial());
  const auto group = h5::create_group(file, "result");
  h5::write_attribute(group, "kind", std::string_view("shard"));
  h5::write_attribute(group, "first", first);
  h5::write_attribute(group, "vertices", std::uint64_t{part.value.size()});
  h5::write_attribute(group, "run", run);
  write_arrays(group, part, StoreLevel::full, original_id);
  write_provenance(file, provenance);
  mark_complete(file);
  file.close();
  out.commit();
}

template ResultSummary summarise(const Outcomes<std::uint32_t>&);
template ResultSummary summarise(const Outcomes<std::uint64_t>&);
template void write_result(PartialFile&, const Outcomes<std::uint32_t>&, const Provenance&, StoreLevel,
                           std::span<const std::uint64_t>);
template void write_result(PartialFile&, const Outcomes<std::uint64_t>&, const Provenance&, StoreLevel,
                           std::span<const std::uint64_t>);

}  // namespace retrograph
