// Console: everything the command prints beside its result, on stderr and in the log file.
//
// note() is shown with --verbose, and while progress is shown; warnings unless --quiet; errors always. The
// progress line is redrawn twice a second by a thread of its own. Of several processes one shows anything.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include <spdlog/logger.h>

#include "retrograph/cli/options.hpp"
#include "retrograph/support/progress.hpp"

namespace retrograph::cli {

class Console {
 public:
  Console(const Options& options, const Progress& progress);
  ~Console();
  Console(const Console&) = delete;
  Console& operator=(const Console&) = delete;
  void note(const std::string& line);
  void warn(const std::string& line);
  void error(const std::string& line);

 private:
  void draw_progress();
  const Progress& progress_;
  std::shared_ptr<spdlog::logger> log_;
  std::mutex guard_;
  std::condition_variable wake_;
  bool done_ = false;
  std::thread drawer_;
};

/// Writes to stdout; returns 0, or throws Error(io) if stdout does not take it.
int print_text(std::string_view text);

}  // namespace retrograph::cli
