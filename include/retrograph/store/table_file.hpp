// Table files: what a run over the heaps 0 .. count-1 of a game found.
//
//   /grundy/value               uint8, uint16 (uint32 above 65535); absent where the run kept no values
//   /grundy/histogram/count     uint64[rows, largest value + 1]: how often each value occurs among heaps 1 ..
//   n /grundy/histogram/heaps     uint64[rows]: n of each row; the last row covers all heaps
//   /grundy/rare/{heap,value}   uint64, uint16 (or wider): the rare heaps of a sparse run
// Attributes on /grundy: game (canonical name), count, max_value, max_value_at; where a period was found
// period_length, period_start, period_saltus, period_proof; of a sparse run mask, position, depth, rare,
// last_rare. Chunked, gzip 1 by workers, fletcher32, shuffle where wider than a byte.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "retrograph/grundy/heap_table.hpp"
#include "retrograph/store/atomic_file.hpp"
#include "retrograph/store/provenance.hpp"

namespace retrograph {

/// Writes, closes and commits. `game` is the canonical name. A run without histograms gets one of all heaps
/// where it kept its values.
void write_table(PartialFile& out, std::string_view game, const HeapRun& run, const Provenance& provenance);

/// A table file open for reading. Values are read on demand. One thread at a time.
class TableFile {
 public:
  /// Error(no_input), Error(malformed) for what is not a whole table file.
  explicit TableFile(const std::filesystem::path& path);
  ~TableFile();
  TableFile(TableFile&&) noexcept;
  TableFile& operator=(TableFile&&) noexcept;

  [[nodiscard]] const std::string& game() const noexcept;
  [[nodiscard]] const Provenance& provenance() const noexcept;
  /// All that write_table() was given but the values, the engine's name and the certificate.
  [[nodiscard]] const HeapRun& run() const noexcept;
  [[nodiscard]] bool has_values() const noexcept;
  /// Values of the heaps begin .. end-1; Error(usage) beyond the table or where it has none.
  [[nodiscard]] std::vector<std::uint32_t> values(std::uint64_t begin, std::uint64_t end) const;
  /// All of them.
  [[nodiscard]] HeapValues all_values() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace retrograph
