#include "cli/console.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>

#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <unistd.h>

#include "retrograph/batch/jobs.hpp"
#include "retrograph/cli/verb.hpp"
#include "retrograph/support/error.hpp"

#include "cli/json.hpp"

namespace retrograph::cli {
namespace {

constexpr std::string_view progress_words[] = {"auto", "always", "never"};

std::shared_ptr<spdlog::logger> make_log(const Options& options) {
  std::vector<spdlog::sink_ptr> sinks;
  auto console = std::make_shared<spdlog::sinks::stderr_sink_mt>();
  console->set_pattern("retrograph: %v");
  console->set_level(options.on("quiet")     ? spdlog::level::err
                     : options.on("verbose") ? spdlog::level::info
                                             : spdlog::level::warn);
  sinks.push_back(std::move(console));
  if (options.has("log-file")) try {
      auto file = std::make_shared<spdlog::sinks::basic_file_sink_mt>(options.text("log-file"));
      file->set_pattern("%Y-%m-%dT%H:%M:%S%z %l %v");
      sinks.push_back(std::move(file));
    } catch (const spdlog::spdlog_ex& e) {
      fail(Category::cannot_create, "--log-file: {}", e.what());
    }
  auto log = std::make_shared<spdlog::logger>("retrograph", sinks.begin(), sinks.end());
  log->set_level(spdlog::level::info);
  log->flush_on(spdlog::level::info);
  return log;
}

// "42 s", "12 min 5 s", "7 h 30 min"
std::string time_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::min(seconds, 1e9));
  if (whole < 100) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

}  // namespace

Console::Console(const Options& options, const Progress& progress)
    : progress_(progress),
      log_(jobs().speaks() ? make_log(options) : std::make_shared<spdlog::logger>("silent")) {
  const std::string when = options.choice("progress", progress_words);
  const bool wanted =
      when == "always" || (when == "auto" && isatty(STDERR_FILENO) == 1 && !options.on("quiet"));
  if (wanted && jobs().speaks()) drawer_ = std::thread([this] { draw_progress(); });
}

Console::~Console() {
  {
    const std::lock_guard lock(guard_);
    done_ = true;
  }
  wake_.notify_all();
  if (drawer_.joinable()) drawer_.join();
}

void Console::note(const std::string& line) {
  log_->info(line);
}
void Console::warn(const std::string& line) {
  log_->warn(line);
}
void Console::error(const std::string& line) {
  log_->error(line);
}

void Console::draw_progress() {
  constexpr auto period = std::chrono::milliseconds(500);
  using Clock = std::chrono::steady_clock;
  const char* phase = nullptr;
  Clock::time_point since;
  std::uint64_t before = 0;  // done when the phase was first seen: a resumed run has not done it now
  std::unique_lock lock(guard_);
  while (!wake_.wait_for(lock, period, [&] { return done_; })) {
    if (progress_.name() != phase) {
      phase = progress_.name();
      since = Clock::now();
      before = progress_.done();
    }
    if (*phase == 0) continue;
    const double seconds = std::chrono::duration<double>(Clock::now() - since).count();
    const auto done = static_cast<double>(progress_.done());
    const auto total = static_cast<double>(progress_.total());
    const double rate = seconds > 0 ? (done - static_cast<double>(before)) / seconds : 0;
    std::string line = fmt::format("{}: {:.3g} {}", phase, done, progress_.unit());
    if (total > 0) line += fmt::format(" of {:.3g} ({:.0f} %)", total, 100 * done / total);
    if (rate > 0) line += fmt::format(", {:.3g}/s", rate);
    if (total > done && rate > 0) line += ", " + time_text((total - done) / rate) + " left";
    std::fputs(fmt::format("\r\x1b[K{}", line).c_str(), stderr);
  }
  if (phase != nullptr && *phase != 0) std::fputs("\r\x1b[K", stderr);
}

int print_text(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    fail(Category::io, "standard output: write error");
  return 0;
}

void Session::say(std::string_view line) const {
  if (!json && jobs().speaks()) print_text(std::string(line) + '\n');
}

Json Session::output_json() const {
  return context.output.empty() ? Json(nullptr) : Json(context.output);
}

void Session::say_output() const {
  if (!context.output.empty()) say(fmt::format("result: {}", context.output));
}

void Session::say_json(const Json& object) const {
  if (jobs().speaks()) print_text(object.dump(2) + '\n');
}

}  // namespace retrograph::cli
