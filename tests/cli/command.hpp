// Runs the built command as a user does: a process of its own, its exit code, stdout and stderr.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

using Json = nlohmann::json;

struct Ran {
  int code = -1;  // exit code, or 128 + signal
  std::string out;
  std::string err;
};

/// Runs `retrograph` with these words; `input` goes to its standard input, `environment` (NAME=value) is
/// added to an environment without RETROGRAPH_ and Slurm variables.
[[nodiscard]] Ran run(const std::vector<std::string>& words, const std::string& input = "",
                      const std::vector<std::string>& environment = {});

/// Runs the words with --json, which has to succeed, and gives what came out.
[[nodiscard]] Json json_of(std::vector<std::string> words, const std::string& input = "");

/// run() without input or environment; the command gets `signal` so long after it began to listen for it,
/// if it still runs.
[[nodiscard]] Ran run_and_signal(const std::vector<std::string>& words, int signal,
                                 std::chrono::milliseconds delay);

/// A folder that is empty at first and goes away at the end.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  [[nodiscard]] std::string file(const std::string& name) const { return (path_ / name).string(); }
  /// Writes a file and returns its path.
  [[nodiscard]] std::string write(const std::string& name, const std::string& content) const;
  [[nodiscard]] bool has(const std::string& name) const { return std::filesystem::exists(path_ / name); }
  /// Number of entries in the folder.
  [[nodiscard]] std::size_t size() const;

 private:
  std::filesystem::path path_;
};

[[nodiscard]] std::string read_file(const std::string& path);
