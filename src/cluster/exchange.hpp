// Exchange: rounds of batched messages between ranks, each to whom it concerns and when it is full.
//
// A round: workers post() batches; the coordinating thread calls progress() between blocks of work, which
// starts what was posted and hands over what has come; after the last post it calls finish() until that
// says that the round is over, for all ranks. Nobody is told how much to expect: sends are synchronous, a
// rank whose sends have all been received enters a barrier that does not block, and when that is complete
// everything has arrived (the NBX protocol of Hoefler, Siebert and Lumsdaine 2010). One more collective has
// to lie between two rounds. A batch is one message; what is counted is its payload.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "retrograph/cluster/ranks.hpp"
#include "retrograph/support/parallel.hpp"

#include "cluster/mpi_c.hpp"

namespace retrograph {

/// Bytes for or from one rank. `kind` is the sender's word about what they mean.
struct Batch {
  std::unique_ptr<std::byte[]> bytes;
  std::size_t size = 0;
  unsigned kind = 0;

  [[nodiscard]] bool empty() const noexcept { return size == 0; }
  /// Room for it must be there.
  void put(std::uint32_t value) noexcept {
    std::memcpy(bytes.get() + size, &value, sizeof value);
    size += sizeof value;
  }
};

struct ExchangeCounts {
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;
  std::uint64_t rounds = 0;
};

class Exchange {
 public:
  explicit Exchange(const Ranks& ranks);

  /// Bytes of a full batch.
  [[nodiscard]] std::size_t batch_bytes() const noexcept { return batch_bytes_; }
  /// Most bytes that batches take beside those that were handed over.
  [[nodiscard]] static std::uint64_t memory(const Ranks& ranks);
  /// What this rank has sent since the last call.
  [[nodiscard]] ExchangeCounts take_counts() noexcept { return std::exchange(counts_, {}); }

  /// From any worker.
  void post(unsigned to, Batch batch);
  /// From the coordinating thread: appends what has come to `in`. True while more is under way from here than
  /// may be: then take what came and call again before making more.
  bool progress(std::vector<Batch>& in);
  /// The same, after the last post; true when the round is over and `in` holds the last of it.
  [[nodiscard]] bool finish(std::vector<Batch>& in);

 private:
  struct Outgoing {
    unsigned to;
    Batch batch;
  };
  void send_posted();
  void receive(std::vector<Batch>& in);
  void retire();

  const Ranks& ranks_;
  std::size_t batch_bytes_;
  std::mutex guard_;
  std::vector<Outgoing> posted_;
  std::vector<Outgoing> flying_;       // parallel to requests_
  std::vector<MPI_Request> requests_;  // null where the send is done
  std::size_t flying_bytes_ = 0;
  MPI_Request barrier_ = MPI_REQUEST_NULL;
  bool ending_ = false;
  ExchangeCounts counts_;
};

/// The batches that the workers fill, one for every worker, rank and kind.
class Outbox {
 public:
  Outbox(Exchange& exchange, unsigned ranks, unsigned kinds) : exchange_(exchange), kinds_(kinds) {
    open_.for_each([&](std::vector<Batch>& batches) { batches.resize(std::size_t{ranks} * kinds); });
  }

  /// A batch with at least `bytes` free; `fresh` is called for one that is empty.
  template <class Fresh>
  [[nodiscard]] Batch& room(unsigned worker, unsigned to, unsigned kind, std::size_t bytes, Fresh&& fresh) {
    Batch& batch = open_[worker][std::size_t{to} * kinds_ + kind];
    if (batch.bytes != nullptr && batch.size + bytes > exchange_.batch_bytes()) send(to, batch);
    if (batch.bytes == nullptr) {
      batch.bytes = std::make_unique_for_overwrite<std::byte[]>(exchange_.batch_bytes());
      batch.size = 0;
      batch.kind = kind;
      fresh(batch);
    }
    return batch;
  }
  /// Posts what is left; not while workers run.
  void flush() {
    open_.for_each([&](std::vector<Batch>& batches) {
      for (std::size_t i = 0; i < batches.size(); ++i)
        if (batches[i].bytes != nullptr) send(static_cast<unsigned>(i / kinds_), batches[i]);
    });
  }

 private:
  void send(unsigned to, Batch& batch) { exchange_.post(to, std::exchange(batch, Batch{})); }

  Exchange& exchange_;
  unsigned kinds_;
  par::WorkerLocal<std::vector<Batch>> open_;
};

}  // namespace retrograph
