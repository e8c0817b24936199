#include "retrograph/store/result_shards.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "retrograph/store/h5.hpp"

#include "store/h5_virtual.hpp"
#include "store/summary.hpp"

namespace retrograph {
namespace {

h5::Handle unsigned_type(unsigned width) {
  return h5::Handle(H5Tcopy(width == 1   ? H5T_NATIVE_UINT8
                            : width == 2 ? H5T_NATIVE_UINT16
                                         : H5T_NATIVE_UINT32));
}

std::string shard_name(const std::filesystem::path& output, unsigned rank) {
  return shard_path(output, rank).filename().string();
}

// The parts of one dataset, one behind the other.
std::vector<h5::VirtualPart> parts_of(const ResultShards& shards, const std::filesystem::path& output,
                                      const char* name) {
  std::vector<h5::VirtualPart> parts;
  hsize_t start = 0;
  for (unsigned rank = 0; rank < shards.counts.size(); ++rank) {
    const hsize_t count = shards.counts[rank];
    parts.push_back({shard_name(output, rank), fmt::format("/result/{}", name), {start}, {count}});
    start += count;
  }
  return parts;
}

}  // namespace

std::filesystem::path shard_path(const std::filesystem::path& output, unsigned rank) {
  return fmt::format("{}.rank-{}", output.string(), rank);
}

void write_joined_result(PartialFile& out, const ResultShards& shards, const ResultSummary& summary,
                         const Provenance& provenance) {
  auto file = h5::create_joining(out.partial());
  const auto group = h5::create_group(file, "result");
  h5::write_attribute(group, "kind", std::string_view("graph"));
  const hsize_t vertices = std::accumulate(shards.counts.begin(), shards.counts.end(), hsize_t{0});
  h5::write_attribute(group, "vertices", std::uint64_t{vertices});
  h5::write_attribute(group, "run", shards.run);
  const auto join = [&](const char* name, hid_t type) {
    return h5::create_virtual(group, name, type, std::span(&vertices, 1),
                              parts_of(shards, out.target(), name));
  };
  h5::describe_values(join("value", h5::value_type().id()), "value of each vertex");
  if (shards.original_ids)
    h5::describe(join("original_id", H5T_NATIVE_UINT64),
                 "id of each vertex in the input, or its position in the generated game", "1");
  if (shards.remoteness_width != 0)
    describe_remoteness(join("remoteness", unsigned_type(shards.remoteness_width).id()));
  finish_result(out, file, summary, provenance);
}

ResultSummary merge_summaries(std::span<const ResultSummary> parts) {
  ResultSummary all;
  std::map<std::pair<std::uint32_t, Value>, ResultBin> bins;
  for (const ResultSummary& part : parts) {
    all.distances = all.distances || part.distances;
    all.counts.win += part.counts.win;
    all.counts.lose += part.counts.lose;
    all.counts.tie += part.counts.tie;
    all.counts.draw += part.counts.draw;
    all.counts.max_remoteness = std::max(all.counts.max_remoteness, part.counts.max_remoteness);
    for (const ResultBin& bin : part.bins) {
      const auto [place, fresh] = bins.emplace(std::pair(bin.remoteness, bin.value), bin);
      if (fresh) continue;
      place->second.count += bin.count;
      place->second.example = std::min(place->second.example, bin.example);
    }
  }
  for (const auto& [key, bin] : bins) all.bins.push_back(bin);
  return all;
}

void check_shards(const h5::Object& result, const h5::Dataset& dataset) {
  const std::string run = h5::string_attribute(result, "run").value_or("");
  const std::string where = dataset.where();
  const std::filesystem::path folder = std::filesystem::path(where.substr(0, where.rfind(':'))).parent_path();
  for (const std::string& name : h5::virtual_files(dataset)) {
    if (std::filesystem::path(name).has_parent_path())
      fail(Category::malformed, "{}: is kept in {}, which is not a file beside it", dataset.where(), name);
    const std::filesystem::path path = folder / name;
    if (!std::filesystem::exists(path))
      fail(Category::malformed, "{}: its part {} is missing", dataset.where(), path.string());
    const auto shard = h5::File::open(path);
    static_cast<void>(read_provenance(shard));
    const auto found = h5::string_attribute(h5::open_group(shard, "result"), "run").value_or("");
    if (found != run)
      fail(Category::malformed, "{}: its part {} is of the run '{}', not of '{}'", dataset.where(),
           path.string(), found, run);
  }
}

}  // namespace retrograph
