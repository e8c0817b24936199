#include "retrograph/batch/sweep.hpp"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <optional>
#include <set>

#include "retrograph/store/checkpoint_file.hpp"
#include "retrograph/support/error.hpp"
#include "retrograph/support/parallel.hpp"

#include "batch/provenance.hpp"
#include "batch/sweep_kinds.hpp"
#include "batch/sweep_state.hpp"

namespace retrograph {
namespace {

SweepConfig checked_config(const std::string& text, const std::string& name, const SweepKind*& kind) {
  SweepConfig config = parse_sweep_config(text, name);
  kind = &sweep_kind(config.kind);
  for (const SweepKey& key : config.keys) {
    const bool known = std::any_of(kind->keys.begin(), kind->keys.end(),
                                   [&](const SweepKeySpec& s) { return s.name == key.name; });
    if (!known) fail(Category::malformed, "{}: a {} sweep has no key '{}'", name, config.kind, key.name);
  }
  // Keys are independent but for a few pairs, so each value is checked with the first values of the others.
  for (const SweepKey& key : config.keys)
    for (const std::string& value : key.values) {
      JobValues values = values_of_job(config, 0);
      values[key.name] = value;
      kind->check(values);
    }
  if (config.keys.empty()) kind->check({});
  return config;
}

std::vector<std::string> column_names(const SweepConfig& config, const SweepKind& kind, bool reproducible) {
  std::vector<std::string> names;
  names.reserve(config.keys.size() + kind.columns.size());
  for (const SweepKey& key : config.keys) names.push_back(key.name);
  for (const std::string_view name : kind.columns)
    if (!reproducible || name != "seconds") names.emplace_back(name);
  return names;
}

SweepRow compute(const SweepConfig& config, const SweepKind& kind, std::uint64_t job, bool reproducible,
                 const RunContext& context) {
  const JobValues values = values_of_job(config, job);
  SweepRow row{job, {}};
  for (const SweepKey& key : config.keys) row.cells.emplace_back(values.at(key.name));
  std::vector<SweepCell> cells = kind.run(values, context);
  for (std::size_t c = 0; c < cells.size(); ++c)
    if (!reproducible || kind.columns[c] != "seconds") row.cells.push_back(std::move(cells[c]));
  return row;
}

// Rows of the shard as they come in, and the checkpoint they go to from time to time.
class Rows {
 public:
  Rows(const SweepJob& job, const RunContext& context, std::uint64_t key) : every_(job.checkpoint_every) {
    if (context.output.empty()) return;
    file_.emplace(context.output, key);
    if (const auto state = file_->newest()) rows_ = unpack_rows(*state, context.output);
  }
  [[nodiscard]] std::set<std::uint64_t> done() const {
    std::set<std::uint64_t> jobs;
    for (const SweepRow& row : rows_) jobs.insert(row.job);
    return jobs;
  }
  // From any worker.
  void add(SweepRow row, StopSource& stop) {
    const std::lock_guard lock(guard_);
    rows_.push_back(std::move(row));
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - saved_).count();
    if (file_ && (seconds >= every_ || stop.take_checkpoint_request())) save();
  }
  void save() {
    file_->save(pack_rows(rows_));
    saved_ = std::chrono::steady_clock::now();
  }
  [[nodiscard]] bool kept() const noexcept { return file_.has_value(); }
  void finished() noexcept {
    if (file_) file_->remove();
  }
  [[nodiscard]] std::vector<SweepRow> take() {
    std::sort(rows_.begin(), rows_.end(), [](const SweepRow& a, const SweepRow& b) { return a.job < b.job; });
    return std::move(rows_);
  }

 private:
  double every_;
  std::mutex guard_;
  std::vector<SweepRow> rows_;
  std::optional<CheckpointFile> file_;
  std::chrono::steady_clock::time_point saved_ = std::chrono::steady_clock::now();
};

template <class Run>
void for_jobs(const std::vector<std::uint64_t>& jobs, Run&& run) {
  // Fewer jobs than threads: one after the other, each on all threads.
  if (jobs.size() < par::threads()) {
    for (const std::uint64_t job : jobs) run(job);
  } else {
    par::for_each(jobs.size(), 1, [&](std::size_t i) { run(jobs[i]); });
  }
}

std::uint64_t state_key(const std::string& text, const SweepJob& job) {
  const std::string key = fmt::format("sweep {}/{}\n{}", job.shard, job.shards, text);
  return std::stoull(hash_bytes(std::as_bytes(std::span(key))), nullptr, 16);
}

}  // namespace

SweepReport run_sweep(const SweepJob& job, const RunContext& context) {
  StopWatch watch;
  Provenance provenance = provenance_of(context);
  provenance.input = identify_file(job.config);
  const std::string text = read_config(job.config);
  const SweepKind* kind = nullptr;
  const SweepConfig config = checked_config(text, job.config, kind);
  std::optional<PartialFile> out;
  if (!context.output.empty()) out.emplace(context.output, context.force);
  Rows rows(job, context, state_key(text, job));
  const std::set<std::uint64_t> done = rows.done();
  std::vector<std::uint64_t> jobs;
  for (std::uint64_t i = job.shard; i < config.jobs; i += job.shards)
    if (!done.contains(i)) jobs.push_back(i);
  context.progress->start("sweep", "jobs", jobs.size() + done.size());
  context.progress->add(done.size());
  try {
    for_jobs(jobs, [&](std::uint64_t i) {
      context.stop->throw_if_stopped();
      rows.add(compute(config, *kind, i, context.reproducible, context), *context.stop);
      context.progress->add(1);
    });
  } catch (const Error& e) {
    if (e.category() != Category::stopped || !rows.kept()) throw;
    rows.save();
    throw Resumable(
        fmt::format("{}: stopped with a checkpoint, the same command goes on from it", context.output));
  }
  SweepReport report{{config.kind, text, config.jobs, job.shard, job.shards,
                      column_names(config, *kind, context.reproducible), rows.take()},
                     done.size(),
                     0};
  if (out) write_sweep(*out, report.table, provenance);
  rows.finished();
  report.seconds = watch.lap();
  return report;
}

SweepTable merge_sweeps(const std::vector<std::string>& files, const RunContext& context) {
  PartialFile out(context.output, context.force);
  Provenance provenance = provenance_of(context);
  SweepTable all;
  std::vector<bool> seen;
  for (const std::string& path : files) {
    SweepFile file = read_sweep(path);
    SweepTable& part = file.table;
    if (seen.empty()) {
      all = {part.kind, part.config, part.jobs, 0, 1, part.columns, {}};
      seen.resize(part.shards);
      provenance.input = file.provenance.input;
    }
    if (part.config != all.config || part.columns != all.columns)
      fail(Category::usage, "{}: a part of another sweep than {}", path, files.front());
    if (part.shards != seen.size() || part.shard >= seen.size())
      fail(Category::usage, "{}: shard {}/{}, {} has {}", path, part.shard, part.shards, files.front(),
           seen.size());
    if (seen[part.shard])
      fail(Category::usage, "{}: shard {}/{} is there twice", path, part.shard, part.shards);
    seen[part.shard] = true;
    std::move(part.rows.begin(), part.rows.end(), std::back_inserter(all.rows));
  }
  for (std::size_t s = 0; s < seen.size(); ++s)
    if (!seen[s]) fail(Category::usage, "shard {}/{} is missing", s, seen.size());
  std::sort(all.rows.begin(), all.rows.end(),
            [](const SweepRow& a, const SweepRow& b) { return a.job < b.job; });
  write_sweep(out, all, provenance);
  return all;
}

SweepCheck check_sweep(const SweepFile& file, std::uint64_t sample, const RunContext& context) {
  constexpr std::size_t failures_listed = 8;
  const SweepTable& table = file.table;
  const SweepKind* kind = nullptr;
  const SweepConfig config = checked_config(table.config, "the configuration in the file", kind);
  std::vector<std::uint64_t> rows;
  const std::uint64_t step = sample == 0 || sample >= table.rows.size() ? 1 : table.rows.size() / sample;
  for (std::uint64_t r = 0; r < table.rows.size(); r += step) rows.push_back(r);
  SweepCheck check{rows.size(), 0, {}};
  std::mutex guard;
  context.progress->start("verify", "rows", rows.size());
  for_jobs(rows, [&](std::uint64_t r) {
    const SweepRow& stored = table.rows[r];
    const SweepRow again = compute(config, *kind, stored.job, file.provenance.reproducible, context);
    context.progress->add(1);
    for (std::size_t c = 0; c < stored.cells.size(); ++c) {
      if (table.columns[c] == "seconds" || (c < again.cells.size() && stored.cells[c] == again.cells[c]))
        continue;
      const std::lock_guard lock(guard);
      ++check.failed;
      if (check.failures.size() < failures_listed)
        check.failures.push_back(
            fmt::format("job {}: column {} differs from what the job gives", stored.job, table.columns[c]));
      return;
    }
  });
  return check;
}

}  // namespace retrograph
