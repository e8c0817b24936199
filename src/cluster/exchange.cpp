#include "cluster/exchange.hpp"

#include <algorithm>
#include <thread>
#include <utility>

namespace retrograph {
namespace {

// Long enough that the cost of a message does not show, short enough for a batch of every worker for every
// rank.
constexpr std::size_t longest_batch = std::size_t{1} << 16;
constexpr std::size_t shortest_batch = std::size_t{1} << 12;
constexpr std::size_t open_bytes = std::size_t{1} << 28;
constexpr std::size_t flying_limit = std::size_t{1} << 23;
// Other tags are not of the exchange.
constexpr int first_tag = 16;

std::size_t batch_size(const Ranks& ranks) {
  return std::clamp(open_bytes / (std::size_t{ranks.size()} * par::threads()), shortest_batch, longest_batch);
}

}  // namespace

Exchange::Exchange(const Ranks& ranks) : ranks_(ranks), batch_bytes_(batch_size(ranks)) {}

std::uint64_t Exchange::memory(const Ranks& ranks) {
  // Three kinds in each worker's hands, what is on its way, and as much on its way here.
  return 3 * batch_size(ranks) * ranks.size() * par::threads() + 2 * flying_limit;
}

void Exchange::post(unsigned to, Batch batch) {
  const std::lock_guard lock(guard_);
  posted_.push_back({to, std::move(batch)});
}

void Exchange::send_posted() {
  std::vector<Outgoing> posted;
  {
    const std::lock_guard lock(guard_);
    posted.swap(posted_);
  }
  for (Outgoing& out : posted) {
    MPI_Request request{};
    MPI_Issend(out.batch.bytes.get(), static_cast<int>(out.batch.size), MPI_BYTE, static_cast<int>(out.to),
               first_tag + static_cast<int>(out.batch.kind), MPI_COMM_WORLD, &request);
    ++counts_.messages;
    counts_.bytes += out.batch.size;
    flying_bytes_ += out.batch.size;
    requests_.push_back(request);
    flying_.push_back(std::move(out));
  }
}

void Exchange::receive(std::vector<Batch>& in) {
  for (;;) {
    int found = 0;
    MPI_Message message{};
    MPI_Status status{};
    MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &found, &message, &status);
    if (found == 0) return;
    int size = 0;
    MPI_Get_count(&status, MPI_BYTE, &size);
    Batch batch;
    batch.size = static_cast<std::size_t>(size);
    batch.bytes = std::make_unique_for_overwrite<std::byte[]>(batch.size);
    batch.kind = static_cast<unsigned>(status.MPI_TAG - first_tag);
    MPI_Mrecv(batch.bytes.get(), size, MPI_BYTE, &message, MPI_STATUS_IGNORE);
    in.push_back(std::move(batch));
  }
}

// Forgets the sends that have been received.
void Exchange::retire() {
  if (requests_.empty()) return;
  int done = 0;
  std::vector<int> which(requests_.size());
  MPI_Testsome(static_cast<int>(requests_.size()), requests_.data(), &done, which.data(),
               MPI_STATUSES_IGNORE);
  if (done <= 0) return;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < requests_.size(); ++i) {
    if (requests_[i] == MPI_REQUEST_NULL) {
      flying_bytes_ -= flying_[i].batch.size;
      continue;
    }
    if (kept != i) {
      requests_[kept] = requests_[i];
      flying_[kept] = std::move(flying_[i]);
    }
    ++kept;
  }
  requests_.resize(kept);
  flying_.resize(kept);
}

bool Exchange::progress(std::vector<Batch>& in) {
  send_posted();
  retire();
  receive(in);
  return flying_bytes_ > flying_limit;
}

bool Exchange::finish(std::vector<Batch>& in) {
  const std::size_t before = in.size();
  progress(in);
  if (!ending_ && requests_.empty()) {
    MPI_Ibarrier(MPI_COMM_WORLD, &barrier_);
    ending_ = true;
  }
  if (ending_) {
    int done = 0;
    MPI_Test(&barrier_, &done, MPI_STATUS_IGNORE);
    if (done != 0) {
      // Every message had been taken when its sender entered the barrier: nothing is left to receive.
      ending_ = false;
      ++counts_.rounds;
      return true;
    }
  }
  if (in.size() == before) std::this_thread::yield();
  return false;
}

}  // namespace retrograph
