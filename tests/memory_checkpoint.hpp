// A checkpoint in memory that ends its run at the n-th place where the run could be ended.
#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "retrograph/support/checkpoint.hpp"

namespace retrograph::testing {

class MemoryCheckpoint final : public Checkpoint {
 public:
  /// Goes on from `from` unless that is empty. `polls` 1 stops where the run begins, 2 one level further, …
  MemoryCheckpoint(StopSource& stop, std::vector<std::byte> from, std::size_t polls)
      : Checkpoint(stop), from_(std::move(from)), polls_(polls) {
    stop.request_checkpoint();
  }
  [[nodiscard]] const std::vector<std::byte>& state() const noexcept { return state_; }

  [[nodiscard]] std::unique_ptr<StateSource> resumed() override {
    return from_.empty() ? nullptr : std::make_unique<Source>(from_);
  }

 private:
  struct Sink final : StateSink {
    std::vector<std::byte> bytes;
    void put(std::span<const std::byte> more) override {
      bytes.insert(bytes.end(), more.begin(), more.end());
    }
  };
  struct Source final : StateSource {
    explicit Source(std::span<const std::byte> bytes) : rest(bytes) {}
    void get(std::span<std::byte> to) override {
      std::copy_n(rest.begin(), to.size(), to.begin());
      rest = rest.subspan(to.size());
    }
    [[nodiscard]] std::uint64_t left() const noexcept override { return rest.size(); }
    std::span<const std::byte> rest;
  };

  void save(Write write) override {
    if (--polls_ != 0) return stop().request_checkpoint();
    Sink sink;
    write(sink);
    state_ = std::move(sink.bytes);
    stop().request_stop();
  }

  std::vector<std::byte> from_;
  std::vector<std::byte> state_;
  std::size_t polls_;
};

/// run(checkpoint) again and again until it gets through; `polls()` says where each piece ends.
template <class Run, class Polls>
auto in_pieces(Run&& run, Polls&& polls, std::size_t& pieces) {
  std::vector<std::byte> state;
  for (pieces = 1;; ++pieces) {
    StopSource stop;
    MemoryCheckpoint checkpoint(stop, state, polls());
    try {
      return run(checkpoint);
    } catch (const Error& error) {
      if (error.category() != Category::stopped) throw;
      state = checkpoint.state();
    }
  }
}

}  // namespace retrograph::testing
