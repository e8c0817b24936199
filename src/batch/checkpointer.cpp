#include "retrograph/batch/checkpointer.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace retrograph {
namespace {

// A state that took a second to write is not written again within this many.
constexpr double least_share = 33;

}  // namespace

Checkpointer::Checkpointer(const RunContext& context, std::string_view what)
    : Checkpoint(*context.stop),
      base_(context.checkpoint.empty() ? context.output : context.checkpoint),
      every_(context.checkpoint_every) {
  if (base_.empty()) return;
  file_.emplace(base_, checkpoint_key(what));
  goes_on_ = file_->newest() != nullptr;
  if (goes_on_) context.note(fmt::format("{}: going on from its checkpoint", base_));
  timer_ = std::jthread([this](const std::stop_token& done) { ask_from_time_to_time(done); });
}

void Checkpointer::ask_from_time_to_time(const std::stop_token& done) {
  using Clock = std::chrono::steady_clock;
  auto last = Clock::now();
  std::unique_lock lock(guard_);
  while (!done.stop_requested()) {
    const auto pause = std::max(std::chrono::duration<double>(every_), pause_);
    const auto next = last + std::chrono::duration_cast<Clock::duration>(pause);
    // Woken early where the pause has changed.
    if (changed_.wait_until(lock, done, next, [&] { return pause_ > pause; })) continue;
    if (done.stop_requested()) return;
    stop().request_checkpoint();
    last = Clock::now();
  }
}

void Checkpointer::save(Write write) {
  StopWatch watch;
  settle();
  flush_ = std::async(std::launch::async, [file = file_->write(write)]() mutable { file.commit(); });
  saved_ = true;
  {
    const std::lock_guard lock(guard_);
    pause_ = std::chrono::duration<double>(least_share * watch.lap());
  }
  changed_.notify_all();
}

void Checkpointer::settle() {
  if (flush_.valid()) flush_.get();
}

std::unique_ptr<StateSource> Checkpointer::resumed() {
  return goes_on_ ? file_->newest() : nullptr;
}

void Checkpointer::throw_resumable(const Error& error) {
  if (error.category() != Category::stopped || !file_ || !(saved_ || goes_on_)) return;
  settle();
  throw Resumable(fmt::format("{}: stopped with a checkpoint, the same command goes on from it", base_));
}

void Checkpointer::finished() noexcept {
  timer_ = {};
  if (flush_.valid()) flush_.wait();
  if (file_) file_->remove();
}

}  // namespace retrograph
