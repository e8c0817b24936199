// Checkpointer: the checkpoints of one job. Period, files and what a stop means stand here, for all verbs.
//
// They stand beside RunContext::checkpoint, or else beside the output; without either there are none. They
// are written every RunContext::checkpoint_every seconds and on request, but not so often that the run would
// wait for them more than 3 % of its time; the flush to the disk goes on beside it. get() is for the engine;
// run() turns a stop that leaves a checkpoint into Resumable. finished() removes them, when the output is
// whole.
#pragma once

#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>

#include "retrograph/batch/run_context.hpp"
#include "retrograph/store/checkpoint_file.hpp"
#include "retrograph/support/checkpoint.hpp"

namespace retrograph {

class Checkpointer final : private Checkpoint {
 public:
  /// `what` names all that the answer depends on: verb, input, rules. Throws what CheckpointFile::newest()
  /// throws.
  Checkpointer(const RunContext& context, std::string_view what);

  /// What the engine polls; null without checkpoints.
  [[nodiscard]] Checkpoint* get() noexcept { return file_ ? this : nullptr; }
  /// The run goes on from a checkpoint.
  [[nodiscard]] bool goes_on() const noexcept { return goes_on_; }
  /// work(), where a stop throws Resumable if there is something to go on from.
  template <class Work>
  decltype(auto) run(Work&& work) {
    try {
      return work();
    } catch (const Error& e) {
      throw_resumable(e);
      throw;
    }
  }
  /// Writes the state now, whether one is wanted or not.
  void save(Write write) override;
  void finished() noexcept;

 private:
  std::unique_ptr<StateSource> resumed() override;
  void settle();
  void throw_resumable(const Error& error);
  void ask_from_time_to_time(const std::stop_token& done);

  std::string base_;
  double every_;
  bool goes_on_ = false;
  bool saved_ = false;
  std::optional<CheckpointFile> file_;
  std::future<void> flush_;  // of the state that was written last
  std::mutex guard_;
  std::condition_variable_any changed_;
  std::chrono::duration<double> pause_{0};  // between two checkpoints at least; guarded
  std::jthread timer_;                      // last: it ends before what it waits on
};

}  // namespace retrograph
