#include "retrograph/batch/sweep.hpp"

#include <algorithm>
#include <mutex>
#include <optional>
#include <set>

#include "retrograph/batch/checkpointer.hpp"
#include "retrograph/support/error.hpp"
#include "retrograph/support/parallel.hpp"

#include "batch/provenance.hpp"
#include "batch/sweep_kinds.hpp"
#include "batch/sweep_state.hpp"

namespace retrograph {
namespace {

SweepConfig checked_config(const std::string& text, const std::string& name, const SweepKind*& kind,
                           const RunContext& context) {
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
      kind->check(values, context);
    }
  if (config.keys.empty()) kind->check({}, context);
  if (kind->expand) kind->expand(config);
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

// Computes whole rows: the values of the keys, then what the kind's runner says.
class RowMaker {
 public:
  RowMaker(const SweepConfig& config, const SweepKind& kind, bool reproducible, const RunContext& context)
      : config_(config), kind_(kind), reproducible_(reproducible), runner_(kind.start(config, context)) {
    for (const SweepKey& key : config.keys) {
      const bool word = std::any_of(kind.keys.begin(), kind.keys.end(),
                                    [&](const SweepKeySpec& s) { return s.name == key.name && !s.number; });
      types_.push_back(word ? KeyType::word : type_of_key(key));
    }
  }

  // Absent if the job takes more than `bytes` of memory.
  [[nodiscard]] std::optional<SweepRow> make(std::uint64_t job, unsigned worker, std::uint64_t bytes) {
    const JobValues values = values_of_job(config_, job);
    std::optional<SweepRunner::Cells> cells = runner_->run(values, worker, bytes);
    if (!cells) return std::nullopt;
    SweepRow row{job, {}};
    row.cells.reserve(types_.size() + cells->size());
    for (std::size_t k = 0; k < types_.size(); ++k)
      row.cells.push_back(cell_of(values.at(config_.keys[k].name), types_[k]));
    for (std::size_t c = 0; c < cells->size(); ++c)
      if (!reproducible_ || kind_.columns[c] != "seconds") row.cells.push_back(std::move((*cells)[c]));
    return row;
  }

 private:
  const SweepConfig& config_;
  const SweepKind& kind_;
  bool reproducible_;
  std::unique_ptr<SweepRunner> runner_;
  std::vector<KeyType> types_;
};

// Rows of the shard as they come in, and the checkpoint they go to from time to time.
class Rows {
 public:
  Rows(const RunContext& context, const std::string& what) : checkpointer_(context, what) {
    if (Checkpoint* checkpoint = checkpointer_.get())
      if (const auto state = checkpoint->resumed()) rows_ = read_rows(*state);
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
    if (checkpointer_.get() != nullptr && stop.take_checkpoint_request()) save();
  }
  // work() adds rows; whatever ends it, those that are there are kept.
  template <class Work>
  void run(Work&& work) {
    checkpointer_.run([&] {
      try {
        work();
      } catch (const Error&) {
        if (checkpointer_.get() != nullptr) save();
        throw;
      }
    });
  }
  void finished() noexcept { checkpointer_.finished(); }
  [[nodiscard]] std::vector<SweepRow> take() {
    std::sort(rows_.begin(), rows_.end(), [](const SweepRow& a, const SweepRow& b) { return a.job < b.job; });
    return std::move(rows_);
  }

 private:
  void save() {
    checkpointer_.save([&](StateSink& to) { write_rows(to, rows_); });
  }
  std::mutex guard_;
  std::vector<SweepRow> rows_;
  Checkpointer checkpointer_;
};

// Jobs side by side, each on one thread; afterwards, one by one on all threads, those that take more than
// their share of the memory. All are of that kind where they are fewer than the threads.
// run(job, worker, bytes) returns whether the job was done.
template <class Run>
void for_jobs(const std::vector<std::uint64_t>& jobs, std::uint64_t memory, Run&& run) {
  const unsigned threads = par::threads();
  std::vector<std::uint64_t> alone;
  std::mutex guard;
  if (jobs.size() < threads) {
    alone = jobs;
  } else {
    par::for_ranges(jobs.size(), 1, [&](std::size_t begin, std::size_t end, unsigned worker) {
      for (std::size_t i = begin; i < end; ++i) {
        if (run(jobs[i], worker, memory / threads)) continue;
        const std::lock_guard lock(guard);
        alone.push_back(jobs[i]);
      }
    });
  }
  std::sort(alone.begin(), alone.end());
  for (const std::uint64_t job : alone)
    if (!run(job, 0U, memory))
      fail(Category::resource, "job {} needs more memory than the limit of {} bytes", job, memory);
}

// Rows of a reproducible sweep lack a column, so that neither kind goes on from the other.
std::string state_text(const std::string& text, const SweepJob& job, bool reproducible) {
  return fmt::format("sweep {}/{}{}\n{}", job.shard, job.shards, reproducible ? " reproducible" : "", text);
}

}  // namespace

SweepReport run_sweep(const SweepJob& job, const RunContext& context) {
  StopWatch watch;
  Provenance provenance = provenance_of(context);
  provenance.input = identify_file(job.config);
  const std::string text = read_config(job.config);
  const SweepKind* kind = nullptr;
  const SweepConfig config = checked_config(text, job.config, kind, context);
  std::optional<PartialFile> out;
  if (!context.output.empty()) out.emplace(context.output, context.force);
  Rows rows(context, state_text(text, job, context.reproducible));
  const std::set<std::uint64_t> done = rows.done();
  std::vector<std::uint64_t> jobs;
  for (std::uint64_t i = job.shard; i < config.jobs; i += job.shards)
    if (!done.contains(i)) jobs.push_back(i);
  context.progress->start("sweep", "jobs", jobs.size() + done.size());
  context.progress->add(done.size());
  rows.run([&] {
    RowMaker maker(config, *kind, context.reproducible, context);
    for_jobs(jobs, context.memory_limit, [&](std::uint64_t i, unsigned worker, std::uint64_t bytes) {
      context.stop->throw_if_stopped();
      auto row = maker.make(i, worker, bytes);
      if (!row) return false;
      rows.add(std::move(*row), *context.stop);
      context.progress->add(1);
      return true;
    });
  });
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
  const SweepConfig config = checked_config(table.config, "the configuration in the file", kind, context);
  std::vector<std::uint64_t> rows;
  const std::uint64_t step = sample == 0 || sample >= table.rows.size() ? 1 : table.rows.size() / sample;
  for (std::uint64_t r = 0; r < table.rows.size(); r += step) rows.push_back(r);
  SweepCheck check{rows.size(), 0, {}};
  std::mutex guard;
  context.progress->start("verify", "rows", rows.size());
  RowMaker maker(config, *kind, file.provenance.reproducible, context);
  for_jobs(rows, context.memory_limit, [&](std::uint64_t r, unsigned worker, std::uint64_t bytes) {
    context.stop->throw_if_stopped();
    const SweepRow& stored = table.rows[r];
    const auto made = maker.make(stored.job, worker, bytes);
    if (!made) return false;
    const SweepRow& again = *made;
    context.progress->add(1);
    for (std::size_t c = 0; c < stored.cells.size(); ++c) {
      if (table.columns[c] == "seconds" || (c < again.cells.size() && stored.cells[c] == again.cells[c]))
        continue;
      const std::lock_guard lock(guard);
      ++check.failed;
      if (check.failures.size() < failures_listed)
        check.failures.push_back(
            fmt::format("job {}: column {} differs from what the job gives", stored.job, table.columns[c]));
      return true;
    }
    return true;
  });
  return check;
}

}  // namespace retrograph
