// SummaryCollector: counts and the histogram of a result, gathered by many workers, and its group in files.
#pragma once

#include <vector>

#include "retrograph/store/h5.hpp"
#include "retrograph/store/result_file.hpp"
#include "retrograph/support/parallel.hpp"

namespace retrograph {

/// Each worker adds entries in any order; finish() when all are done.
class SummaryCollector {
 public:
  /// No position of `positions` can be further than that from the end.
  SummaryCollector(bool distances, std::uint64_t positions) : distances_(distances), positions_(positions) {}

  /// Value::none is skipped; remoteness is ignored without distances.
  void add(unsigned worker, std::uint64_t index, Value value, std::uint32_t remoteness) {
    if (value > Value::tie) return;
    auto& bins = workers_[worker].bins[static_cast<std::size_t>(value)];
    const std::size_t at = !distances_ || value == Value::draw ? 0 : remoteness;
    if (at >= bins.size()) grow(bins, at, index);
    Bin& bin = bins[at];
    if (bin.count++ == 0 || index < bin.example) bin.example = index;
  }
  [[nodiscard]] ResultSummary finish();

 private:
  struct Bin {
    std::uint64_t count = 0;
    std::uint64_t example = 0;
  };
  struct Worker {
    std::vector<Bin> bins[4];  // by value, then by remoteness
  };
  void grow(std::vector<Bin>& bins, std::size_t at, std::uint64_t index) const;

  bool distances_;
  std::uint64_t positions_;
  par::WorkerLocal<Worker> workers_;
};

void write_summary(const h5::Object& file, const ResultSummary& summary);
/// The last steps of every result: summary, provenance, the mark of completeness; closes and commits.
void finish_result(PartialFile& out, h5::File& file, const ResultSummary& summary,
                   const Provenance& provenance);
void describe_remoteness(const h5::Dataset& dataset);
[[nodiscard]] ResultSummary read_summary(const h5::Object& file);

}  // namespace retrograph
