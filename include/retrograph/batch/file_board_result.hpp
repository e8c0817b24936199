// FileBoardResult: a board result that lies in a file, asked like one in memory.
//
// Rows and single states are read as they are asked for, under a lock, since a ResultFile is for one thread
// at a time.
#pragma once

#include <memory>
#include <mutex>

#include "retrograph/solve/board_result.hpp"
#include "retrograph/store/result_file.hpp"

namespace retrograph {

class FileBoardResult final : public BoardResult {
 public:
  /// Takes the file over; Error(usage) if it holds no board.
  explicit FileBoardResult(ResultFile file);
  /// The file; only while no other thread asks for states.
  [[nodiscard]] const ResultFile& file() const noexcept { return file_; }
  /// Bytes that read_whole() takes.
  [[nodiscard]] std::uint64_t whole_bytes() const noexcept { return file_.size() * (1 + remoteness_width()); }
  /// Reads the whole tables, so that rows no longer touch the file: for checks that ask for each row many
  /// times.
  void read_whole();

 private:
  [[nodiscard]] Value value_at(const PoliceThiefState& s) const override;
  [[nodiscard]] std::uint32_t remoteness_at(const PoliceThiefState& s) const override;
  void fill_values(Side turn, std::uint32_t thief, std::span<Value> row) const override;
  void fill_remoteness(Side turn, std::uint32_t thief, std::span<std::uint8_t> row) const override;
  void fill_remoteness(Side turn, std::uint32_t thief, std::span<std::uint16_t> row) const override;
  void fill_remoteness(Side turn, std::uint32_t thief, std::span<std::uint32_t> row) const override;
  [[nodiscard]] std::uint64_t index(const PoliceThiefState& s) const;
  [[nodiscard]] std::vector<std::uint32_t> read_remoteness(Side turn, std::uint32_t thief) const;

  ResultFile file_;
  Array<Value> values_;         // empty until read_whole()
  RemotenessArray remoteness_;  // likewise, and where the file keeps none
  mutable std::mutex guard_;
};

}  // namespace retrograph
