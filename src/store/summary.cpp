#include "store/summary.hpp"

#include <algorithm>

#include "retrograph/store/chunks.hpp"

namespace retrograph {
namespace {

constexpr std::uint32_t no_remoteness = RemotenessArray::none;

template <class T>
std::vector<T> column(const std::vector<ResultBin>& bins, T ResultBin::* member) {
  std::vector<T> values(bins.size());
  std::transform(bins.begin(), bins.end(), values.begin(), [&](const ResultBin& bin) { return bin.*member; });
  return values;
}

template <class T>
void write_column(const h5::Group& group, const char* name, hid_t type, const std::vector<T>& values,
                  FunctionRef<void(const h5::Dataset&)> describe) {
  h5::write_chunked(group, name, type, std::span<const T>(values), describe);
}

template <class T>
Array<T> read_column(const h5::Group& group, const char* name, std::uint64_t rows) {
  const auto dataset = h5::open_dataset(group, name);
  if constexpr (std::is_same_v<T, Value>)
    h5::require_values(dataset);
  else
    h5::require_integers(dataset);
  if (dataset.dims().size() != 1 || dataset.size() != rows)
    fail(Category::malformed, "{}: has {} entries, the other columns have {}", dataset.where(),
         dataset.size(), rows);
  return h5::load<T>(dataset);
}

}  // namespace

void SummaryCollector::grow(std::vector<Bin>& bins, std::size_t at, std::uint64_t index) const {
  if (at > positions_)
    fail(Category::malformed, "position {} has the remoteness {}, but there are only {} positions", index, at,
         positions_);
  bins.resize(at + 1 + at / 2);
}

ResultSummary SummaryCollector::finish() {
  Worker all;
  workers_.for_each([&](Worker& worker) {
    for (std::size_t v = 0; v < 4; ++v) {
      auto& into = all.bins[v];
      const auto& from = worker.bins[v];
      if (into.size() < from.size()) into.resize(from.size());
      for (std::size_t at = 0; at < from.size(); ++at) {
        if (from[at].count == 0) continue;
        into[at].example =
            into[at].count == 0 ? from[at].example : std::min(into[at].example, from[at].example);
        into[at].count += from[at].count;
      }
    }
  });
  ResultSummary summary;
  summary.distances = distances_;
  std::uint64_t* const totals[] = {&summary.counts.draw, &summary.counts.win, &summary.counts.lose,
                                   &summary.counts.tie};
  for (std::size_t v = 0; v < 4; ++v) {
    for (std::size_t at = 0; at < all.bins[v].size(); ++at) {
      const Bin& bin = all.bins[v][at];
      if (bin.count == 0) continue;
      const bool distance = distances_ && v != 0;
      *totals[v] += bin.count;
      if (distance)
        summary.counts.max_remoteness =
            std::max(summary.counts.max_remoteness, static_cast<std::uint32_t>(at));
      summary.bins.push_back({distance ? static_cast<std::uint32_t>(at) : no_remoteness,
                              static_cast<Value>(v), bin.count, bin.example});
    }
  }
  std::sort(summary.bins.begin(), summary.bins.end(), [](const ResultBin& a, const ResultBin& b) {
    return std::pair(a.remoteness, a.value) < std::pair(b.remoteness, b.value);
  });
  return summary;
}

void write_summary(const h5::Object& file, const ResultSummary& summary) {
  const auto group = h5::create_group(file, "summary");
  h5::write_attribute(group, "win", summary.counts.win);
  h5::write_attribute(group, "lose", summary.counts.lose);
  h5::write_attribute(group, "tie", summary.counts.tie);
  h5::write_attribute(group, "draw", summary.counts.draw);
  h5::write_attribute(group, "distances", std::uint64_t{summary.distances});
  h5::write_attribute(group, "max_remoteness", std::uint64_t{summary.counts.max_remoteness});
  write_column(group, "remoteness", H5T_NATIVE_UINT32, column(summary.bins, &ResultBin::remoteness),
               [](const h5::Dataset& d) { h5::describe(d, "plies to the end, all ones for none", "plies"); });
  write_column(group, "value", h5::value_type().id(), column(summary.bins, &ResultBin::value),
               [](const h5::Dataset& d) { h5::describe_values(d, "value of the positions of a bin"); });
  write_column(group, "count", H5T_NATIVE_UINT64, column(summary.bins, &ResultBin::count),
               [](const h5::Dataset& d) { h5::describe(d, "positions in a bin", "1"); });
  write_column(group, "example", H5T_NATIVE_UINT64, column(summary.bins, &ResultBin::example),
               [](const h5::Dataset& d) { h5::describe(d, "lowest index of a bin", "1"); });
}

void finish_result(PartialFile& out, h5::File& file, const ResultSummary& summary,
                   const Provenance& provenance) {
  write_summary(file, summary);
  write_provenance(file, provenance);
  mark_complete(file);
  file.close();
  out.commit();
}

void describe_remoteness(const h5::Dataset& dataset) {
  h5::describe(dataset, "plies to the end under best play, all ones for none", "plies");
}

ResultSummary read_summary(const h5::Object& file) {
  const auto group = h5::open_group(file, "summary");
  ResultSummary summary;
  summary.counts = {h5::needed_integer(group, "win"), h5::needed_integer(group, "lose"),
                    h5::needed_integer(group, "tie"), h5::needed_integer(group, "draw"),
                    static_cast<std::uint32_t>(h5::needed_integer(group, "max_remoteness"))};
  summary.distances = h5::needed_integer(group, "distances") != 0;
  const std::uint64_t rows = h5::open_dataset(group, "count").size();
  const auto remoteness = read_column<std::uint32_t>(group, "remoteness", rows);
  const auto value = read_column<Value>(group, "value", rows);
  const auto count = read_column<std::uint64_t>(group, "count", rows);
  const auto example = read_column<std::uint64_t>(group, "example", rows);
  for (std::size_t i = 0; i < rows; ++i)
    summary.bins.push_back({remoteness[i], value[i], count[i], example[i]});
  return summary;
}

}  // namespace retrograph
