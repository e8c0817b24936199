#include "retrograph/store/table_file.hpp"

#include <algorithm>

#include "retrograph/store/chunks.hpp"
#include "retrograph/store/h5.hpp"
#include "retrograph/support/parallel.hpp"

namespace retrograph {
namespace {

constexpr std::size_t count_grain = std::size_t{1} << 20;
constexpr Proof proofs[] = {Proof::none, Proof::guy_smith, Proof::sparse_window, Proof::window,
                            Proof::grundy};

// How often each value occurs among all heaps but 0.
ValueHistogram histogram_of(const HeapValues& values) {
  using Counts = std::vector<std::uint64_t>;
  const std::uint64_t heaps = values.empty() ? 0 : values.size() - 1;
  const Counts counts = std::visit(
      [&](const auto& array) {
        return par::reduce(
            heaps, count_grain, Counts{},
            [&](std::size_t begin, std::size_t end) {
              Counts part;
              for (std::size_t n = begin + 1; n <= end; ++n) {
                if (array[n] >= part.size()) part.resize(std::size_t{array[n]} + 1);
                ++part[array[n]];
              }
              return part;
            },
            [](Counts a, const Counts& b) {
              a.resize(std::max(a.size(), b.size()));
              for (std::size_t v = 0; v < b.size(); ++v) a[v] += b[v];
              return a;
            });
      },
      values.storage());
  return {heaps, counts};
}

void write_histograms(const h5::Group& group, const HeapRun& run) {
  std::vector<ValueHistogram> rows = run.statistics.histograms;
  if (rows.empty() && !run.values.empty()) rows.push_back(histogram_of(run.values));
  if (rows.empty()) return;
  const auto histogram = h5::create_group(group, "histogram");
  std::size_t width = 1;
  std::vector<std::uint64_t> heaps;
  for (const auto& row : rows) {
    width = std::max(width, row.count.size());
    heaps.push_back(row.heaps);
  }
  h5::write_chunked(
      histogram, "heaps", H5T_NATIVE_UINT64, std::span<const std::uint64_t>(heaps),
      [](const h5::Dataset& d) { h5::describe(d, "heaps 1 to this one are counted in a row", "1"); });
  h5::ChunkWriter writer({rows.size(), width}, {1, width});
  h5::describe(writer.add(histogram, "count", H5T_NATIVE_UINT64),
               "how often a value occurs, by row and value", "1");
  writer.write([&](std::span<const hsize_t> origin, h5::ChunkWriter::Buffers buffers, unsigned) {
    const auto bytes = std::as_bytes(std::span(rows[origin[0]].count));
    std::copy(bytes.begin(), bytes.end(), buffers[0].begin());
  });
}

void write_rares(const h5::Group& group, const std::vector<RareHeap>& rares) {
  const auto rare = h5::create_group(group, "rare");
  std::vector<std::uint64_t> heap;
  std::vector<std::uint32_t> value;
  std::vector<std::uint16_t> narrow;
  for (const RareHeap& r : rares) {
    heap.push_back(r.heap);
    value.push_back(r.value);
    narrow.push_back(static_cast<std::uint16_t>(r.value));
  }
  const auto describe = [](const h5::Dataset& d) { h5::describe(d, "nim-value of each rare heap", "1"); };
  h5::write_chunked(rare, "heap", H5T_NATIVE_UINT64, std::span<const std::uint64_t>(heap),
                    [](const h5::Dataset& d) { h5::describe(d, "heaps whose value is rare", "1"); });
  if (std::equal(value.begin(), value.end(), narrow.begin()))
    h5::write_chunked(rare, "value", H5T_NATIVE_UINT16, std::span<const std::uint16_t>(narrow), describe);
  else
    h5::write_chunked(rare, "value", H5T_NATIVE_UINT32, std::span<const std::uint32_t>(value), describe);
}

void write_facts(const h5::Group& group, std::string_view game, const HeapRun& run) {
  h5::write_attribute(group, "game", game);
  h5::write_attribute(group, "count", run.count);
  h5::write_attribute(group, "max_value", std::uint64_t{run.statistics.max_value});
  h5::write_attribute(group, "max_value_at", run.statistics.max_value_at);
  h5::write_attribute(group, "zeros", run.statistics.zeros);
  if (run.period) {
    h5::write_attribute(group, "period_length", run.period->length);
    h5::write_attribute(group, "period_start", run.period->start);
    h5::write_attribute(group, "period_saltus", run.period->saltus);
    h5::write_attribute(group, "period_proof", name_of(run.period->proof));
  }
  if (!run.rare) return;
  h5::write_attribute(group, "mask", std::uint64_t{run.mask});
  h5::write_attribute(group, "position", std::uint64_t{run.position});
  h5::write_attribute(group, "rare", *run.rare);
  if (run.last_rare) h5::write_attribute(group, "last_rare", *run.last_rare);
  if (run.depth) h5::write_attribute(group, "depth", *run.depth);
}

std::optional<Period> read_period(const h5::Group& group) {
  const auto proof = h5::string_attribute(group, "period_proof");
  if (!proof) return std::nullopt;
  const auto* const known = std::ranges::find(proofs, *proof, [](Proof p) { return name_of(p); });
  if (known == std::end(proofs)) fail(Category::malformed, "{}@period_proof: is '{}'", group.where(), *proof);
  return Period{h5::needed_integer(group, "period_length"), h5::needed_integer(group, "period_start"),
                h5::needed_integer(group, "period_saltus"), *known};
}

std::vector<RareHeap> read_rares(const h5::Group& group) {
  if (!h5::exists(group, "rare")) return {};
  const auto rare = h5::open_group(group, "rare");
  const auto heap = h5::open_dataset(rare, "heap");
  const auto value = h5::open_dataset(rare, "value");
  h5::require_integers(heap);
  h5::require_integers(value);
  if (heap.size() != value.size())
    fail(Category::malformed, "{}: {} heaps, but {} values", rare.where(), heap.size(), value.size());
  const auto heaps = h5::load<std::uint64_t>(heap);
  const auto values = h5::load<std::uint32_t>(value);
  std::vector<RareHeap> rares(heaps.size());
  for (std::size_t i = 0; i < rares.size(); ++i) rares[i] = {heaps[i], values[i]};
  return rares;
}

std::vector<ValueHistogram> read_histograms(const h5::Group& group) {
  if (!h5::exists(group, "histogram")) return {};
  const auto histogram = h5::open_group(group, "histogram");
  const auto heap = h5::open_dataset(histogram, "heaps");
  const auto count = h5::open_dataset(histogram, "count");
  h5::require_integers(heap);
  const auto dims = count.dims();
  if (count.type_class() != H5T_INTEGER || dims.size() != 2 || dims[0] != heap.size())
    fail(Category::malformed, "{}: has not a row of integers for each entry of heaps", count.where());
  const auto heaps = h5::load<std::uint64_t>(heap);
  const auto counts = h5::load<std::uint64_t>(count);
  std::vector<ValueHistogram> rows(heaps.size());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const auto row = counts.span().subspan(r * dims[1], dims[1]);
    std::size_t length = row.size();
    while (length > 0 && row[length - 1] == 0) --length;
    rows[r] = {heaps[r], {row.begin(), row.begin() + static_cast<std::ptrdiff_t>(length)}};
  }
  return rows;
}

HeapRun read_run(const h5::Group& group) {
  HeapRun run;
  run.count = h5::needed_integer(group, "count");
  run.statistics.max_value = static_cast<std::uint32_t>(h5::needed_integer(group, "max_value"));
  run.statistics.max_value_at = h5::needed_integer(group, "max_value_at");
  run.statistics.zeros = h5::needed_integer(group, "zeros");
  run.statistics.histograms = read_histograms(group);
  run.period = read_period(group);
  run.rare = h5::integer_attribute(group, "rare");
  run.last_rare = h5::integer_attribute(group, "last_rare");
  run.depth = h5::integer_attribute(group, "depth");
  run.mask = static_cast<std::uint32_t>(h5::integer_attribute(group, "mask").value_or(0));
  run.position = h5::integer_attribute(group, "position").value_or(0) != 0;
  run.rares = read_rares(group);
  return run;
}

}  // namespace

void write_table(PartialFile& out, std::string_view game, const HeapRun& run, const Provenance& provenance) {
  auto file = h5::File::create(out.partial());
  const auto group = h5::create_group(file, "grundy");
  write_facts(group, game, run);
  if (!run.values.empty())
    std::visit(
        [&]<class T>(const Array<T>& values) {
          h5::write_chunked(group, "value", h5::native_type<T>(), values.span(),
                            [](const h5::Dataset& d) { h5::describe(d, "nim-value of each heap", "1"); });
        },
        run.values.storage());
  write_histograms(group, run);
  if (run.rare) write_rares(group, run.rares);
  write_provenance(file, provenance);
  mark_complete(file);
  file.close();
  out.commit();
}

struct TableFile::State {
  explicit State(const std::filesystem::path& path)
      : file(h5::File::open(path)), provenance(read_provenance(file)), group(h5::open_group(file, "grundy")) {
    game = h5::string_attribute(group, "game").value_or("");
    run = read_run(group);
    if (!h5::exists(group, "value")) return;
    value = h5::open_dataset(group, "value");
    h5::require_integers(*value);
    if (value->is_signed() || value->element_size() > 4)
      fail(Category::malformed, "{}: holds something else than unsigned integers of up to 32 bits",
           value->where());
    if (value->size() != run.count)
      fail(Category::malformed, "{}: has {} entries, count is {}", value->where(), value->size(), run.count);
  }
  [[nodiscard]] const h5::Dataset& values() const {
    if (!value) fail(Category::usage, "{}: keeps no values", file.where());
    return *value;
  }
  h5::File file;
  Provenance provenance;
  h5::Group group;
  std::string game;
  HeapRun run;
  std::optional<h5::Dataset> value;
};

TableFile::TableFile(const std::filesystem::path& path) : state_(std::make_unique<State>(path)) {}
TableFile::~TableFile() = default;
TableFile::TableFile(TableFile&&) noexcept = default;
TableFile& TableFile::operator=(TableFile&&) noexcept = default;

const std::string& TableFile::game() const noexcept {
  return state_->game;
}
const Provenance& TableFile::provenance() const noexcept {
  return state_->provenance;
}
const HeapRun& TableFile::run() const noexcept {
  return state_->run;
}
bool TableFile::has_values() const noexcept {
  return state_->value.has_value();
}

std::vector<std::uint32_t> TableFile::values(std::uint64_t begin, std::uint64_t end) const {
  const auto& dataset = state_->values();
  if (begin > end || end > dataset.size())
    fail(Category::usage, "{}: there are no heaps {} to {}, only {}", dataset.where(), begin, end,
         dataset.size());
  std::vector<std::uint32_t> values(end - begin);
  h5::read_range(dataset, H5T_NATIVE_UINT32, begin, end - begin, values.data());
  return values;
}

HeapValues TableFile::all_values() const {
  const auto& dataset = state_->values();
  if (dataset.element_size() == 1) return HeapValues(h5::load<std::uint8_t>(dataset));
  if (dataset.element_size() == 2) return HeapValues(h5::load<std::uint16_t>(dataset));
  return HeapValues(h5::load<std::uint32_t>(dataset));
}

}  // namespace retrograph
