// Provenance: how a file was made, kept as attributes of its root group.
//
// Times are ISO 8601 in UTC. With `reproducible` only tool version, rules, input name and input hash are
// written, so that two runs give the same bytes whatever the engine, threads or ranks. `rules` holds all that
// the answer depends on beside the input's bytes ("dead-end" = "lose", "terminals" = a file name, ...); it is
// written as lines "key=value" in the order of the keys and read back, so that a result can be verified. The
// attribute `complete` = 1 is written last: a file without it is not whole.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>

#include "retrograph/store/input_hash.hpp"

namespace retrograph {

namespace h5 {
class File;
}

using Rules = std::map<std::string, std::string>;

struct Provenance {
  std::string tool_version;
  Rules rules;
  InputId input;
  std::string command_line;
  std::string config;  // the effective configuration, INI text
  std::string engine;
  std::string host;
  std::string start;
  std::string end;
  std::map<std::string, std::string> slurm;  // SLURM_JOB_ID and its like, those that are set
  unsigned threads = 0;
  unsigned ranks = 1;
  double seconds = 0;
  std::uint64_t peak_rss_bytes = 0;
  bool reproducible = false;
  std::chrono::steady_clock::time_point began{};  // not stored; what `seconds` counts from
};

/// A provenance of this process with host, start, threads and Slurm ids filled in.
[[nodiscard]] Provenance begin_provenance(std::string tool_version, std::string command_line,
                                          std::string config);

/// Sets end, seconds since begin_provenance() and peak memory. The writers of files do it by themselves.
void end_provenance(Provenance& provenance);

/// Writes every attribute but `complete`; the end is now.
void write_provenance(const h5::File& file, const Provenance& provenance);
/// Writes `complete` = 1; the last change to a file.
void mark_complete(const h5::File& file);

/// Reads back what is there; Error(malformed) if the file is not marked complete.
[[nodiscard]] Provenance read_provenance(const h5::File& file);

/// Lines "key=value" and back; Error(malformed) naming `origin` at a line without "=".
[[nodiscard]] std::string rules_text(const Rules& rules);
[[nodiscard]] Rules parse_rules(const std::string& text, const std::string& origin);

}  // namespace retrograph
