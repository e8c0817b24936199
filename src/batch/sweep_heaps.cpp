// Sweeps of heap games: period, proof and extremes of every code.
//
// Codes with the same last cousin are computed once, as that cousin (`canonical`), up to its period. What
// counts heaps (values, zeros, rare, last_rare, depth, histogram) is the cousin's; period, start, last
// exception and the heap of the largest value are those of the code asked for, `shift` heaps later.
#include <map>
#include <mutex>
#include <optional>

#include "retrograph/games/heap_cousin.hpp"
#include "retrograph/grundy/heap_engine.hpp"
#include "retrograph/support/error.hpp"

#include "batch/sweep_kinds.hpp"

namespace retrograph {
namespace {

constexpr std::uint64_t most_count = std::uint64_t{1} << 50;
constexpr std::string_view all_octal = "octal:";

// "octal:L": all octal codes 0.d1 … dL with dL not 0.
std::vector<std::string> codes_of(const std::string& value) {
  if (!value.starts_with(all_octal)) return {value};
  const std::string_view length = std::string_view(value).substr(all_octal.size());
  if (length.size() != 1 || length[0] < '1' || length[0] > '6')
    fail(Category::malformed, "game = {}: not octal:1 to octal:6", value);
  const auto digits = static_cast<unsigned>(length[0] - '0');
  std::vector<std::string> codes;
  for (std::uint32_t code = 0; code < 1U << (3 * digits); ++code)
    if ((code & 7U) != 0) codes.push_back(fmt::format("0.{:0{}o}", code, digits));
  return codes;
}

void check_heaps(const JobValues& values, const RunContext& /*context*/) {
  (void)number_of_key(grundy_sweep, values, "count", 1, most_count);
  const std::string code = codes_of(value_of_key(grundy_sweep, values, "game")).front();
  try {
    (void)find_heap_engine(value_of_key(grundy_sweep, values, "engine"), parse_heap_game(code));
  } catch (const Error& e) {
    throw Error(Category::malformed, e.what());
  }
}

void expand_codes(SweepConfig& config) {
  for (SweepKey& key : config.keys) {
    if (key.name != "game") continue;
    std::vector<std::string> codes;
    for (const std::string& value : key.values)
      for (std::string& code : codes_of(value)) codes.push_back(std::move(code));
    config.jobs = config.jobs / key.values.size() * codes.size();
    key.values = std::move(codes);
  }
}

// "1024: 0*12 1*18 …; 2048: …": how often each value occurs among heaps 1 .. 2^i, and among all.
std::string histogram_text(const HeapStatistics& statistics) {
  std::string text;
  for (const ValueHistogram& histogram : statistics.histograms) {
    text += fmt::format("{}{}:", text.empty() ? "" : "; ", histogram.heaps);
    for (std::size_t v = 0; v < histogram.count.size(); ++v)
      if (histogram.count[v] != 0) text += fmt::format(" {}*{}", v, histogram.count[v]);
  }
  return text;
}

// The period of the code asked for: that of its cousin, `shift` heaps later, or earlier where the cousin is
// periodic from 0 on and its period ends in zeros, as heaps below `shift` have value 0.
Period shifted_period(Period period, const HeapCousin& cousin) {
  const bool whole = period.start == 0 && period.saltus == 0;
  period.start += cousin.shift;
  if (!whole || cousin.shift == 0) return period;
  HeapOptions options;
  options.count = period.length + 1;
  const HeapValues values = run_heap_engine(cousin.game, options).values;
  const auto repeats = [&](std::uint64_t later) {
    return later < cousin.shift || values[later - cousin.shift] == 0;
  };
  while (period.start > 0 && repeats(period.start - 1 + period.length)) --period.start;
  return period;
}

class HeapSweep final : public SweepRunner {
 public:
  explicit HeapSweep(const RunContext& context) : context_(context) {}

  // Absent while another worker computes the same cousin: the job comes again when all others are done.
  [[nodiscard]] std::optional<Cells> run(const JobValues& values, unsigned /*worker*/,
                                         std::uint64_t /*bytes*/) override {
    const HeapCousin cousin = last_cousin(parse_heap_game(value_of_key(grundy_sweep, values, "game")));
    const std::uint64_t count = number_of_key(grundy_sweep, values, "count", 1, most_count);
    const std::string engine = value_of_key(grundy_sweep, values, "engine");
    Entry* entry = nullptr;
    {
      const std::lock_guard lock(guard_);
      entry =
          &entries_[fmt::format("{} +{} {} {}", cousin.game.name, cousin.game.heap_offset, count, engine)];
      if (entry->run) return cells(*entry->run, cousin, 0);
      if (entry->busy) return std::nullopt;
      entry->busy = true;
    }
    StopWatch watch;
    HeapRun found = computed(cousin.game, count, engine);
    const double seconds = watch.lap();
    const std::lock_guard lock(guard_);
    entry->run = std::move(found);
    return cells(*entry->run, cousin, seconds);
  }

 private:
  struct Entry {
    bool busy = false;
    std::optional<HeapRun> run;
  };

  [[nodiscard]] HeapRun computed(const HeapGame& game, std::uint64_t count, const std::string& engine) const {
    HeapOptions options;
    options.count = count;
    options.keep_values = false;
    options.find_period = true;
    options.stop_at_period = true;
    options.histograms = true;
    options.stop = context_.stop;
    HeapRun run = run_heap_engine(game, options, engine);
    run.certificate.reset();
    return run;
  }

  static Cells cells(const HeapRun& run, const HeapCousin& cousin, double seconds) {
    Period period{no_number, no_number, no_number, Proof::none};
    if (run.period) period = shifted_period(*run.period, cousin);
    return {cousin.game.name,
            std::uint64_t{cousin.shift},
            run.count,
            period.length,
            period.start,
            run.period ? period.last_exception().value_or(no_number) : no_number,
            period.saltus,
            std::string(run.period ? name_of(period.proof) : "-"),
            std::uint64_t{run.statistics.max_value},
            run.statistics.max_value == 0 ? 0 : run.statistics.max_value_at + cousin.shift,
            run.statistics.zeros,
            run.rare.value_or(no_number),
            run.last_rare.value_or(no_number),
            run.depth.value_or(no_number),
            histogram_text(run.statistics),
            seconds};
  }

  const RunContext& context_;
  std::mutex guard_;
  std::map<std::string, Entry> entries_;  // guarded; an entry's run is set once
};

std::unique_ptr<SweepRunner> start_heaps(const SweepConfig& /*config*/, const RunContext& context) {
  return std::make_unique<HeapSweep>(context);
}

}  // namespace

const SweepKind grundy_sweep{
    "grundy",
    {{"game", ""}, {"count", "", true}, {"engine", "auto"}},
    {"canonical", "shift", "values", "period", "start", "last_exception", "saltus", "proof", "max_value",
     "max_value_at", "zeros", "rare", "last_rare", "depth", "histogram", "seconds"},
    check_heaps,
    start_heaps,
    expand_codes};

}  // namespace retrograph
