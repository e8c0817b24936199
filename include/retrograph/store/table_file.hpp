// Table files: nim-values of the heaps 0 .. n-1 of a game.
//
//   /grundy/value             uint8 or uint16[n]
//   /grundy/histogram         uint64[max value + 1]: how often each value occurs among the heaps 1 .. n-1
//   /grundy/rare/{heap,value} uint64, uint16: the heaps that satisfied the rule of the sparse engine
// Attributes on /grundy: game (canonical name), count, max_value, max_value_at; where a period was found
// period_length, period_start, period_saltus, period_proof; of a sparse run mask, position, depth.
// Chunked, gzip 1 by workers, fletcher32, shuffle on 16 bits.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "retrograph/grundy/period.hpp"
#include "retrograph/store/atomic_file.hpp"
#include "retrograph/store/provenance.hpp"
#include "retrograph/support/array.hpp"

namespace retrograph {

using NimValues = std::variant<std::span<const std::uint8_t>, std::span<const std::uint16_t>>;

struct RareHeap {
  std::uint64_t heap;
  std::uint16_t value;
  friend bool operator==(const RareHeap&, const RareHeap&) = default;
};

/// What a sparse run knows beside the values.
struct SparseFacts {
  std::uint64_t mask = 0;
  bool position = false;    // rare by parity of value and heap together
  std::uint64_t depth = 0;  // the largest part the exclusion ever needed
  std::vector<RareHeap> rares;
};

struct TableFacts {
  std::string game;  // canonical name
  std::optional<Period> period;
  std::optional<SparseFacts> sparse;
};

/// Writes, closes and commits.
void write_table(PartialFile& out, const NimValues& values, const TableFacts& facts,
                 const Provenance& provenance);

/// A table file open for reading. One thread at a time.
class TableFile {
 public:
  /// Error(no_input), Error(malformed) for what is not a whole table file.
  explicit TableFile(const std::filesystem::path& path);
  ~TableFile();
  TableFile(TableFile&&) noexcept;
  TableFile& operator=(TableFile&&) noexcept;

  [[nodiscard]] std::uint64_t size() const noexcept;
  [[nodiscard]] const TableFacts& facts() const noexcept;
  [[nodiscard]] const Provenance& provenance() const noexcept;
  [[nodiscard]] const std::vector<std::uint64_t>& histogram() const noexcept;
  [[nodiscard]] std::uint64_t max_value() const noexcept;
  [[nodiscard]] std::uint64_t max_value_at() const noexcept;
  /// Values of the heaps begin .. end-1; Error(usage) beyond size().
  [[nodiscard]] Array<std::uint16_t> values(std::uint64_t begin, std::uint64_t end) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace retrograph
