#include "retrograph/cluster/ranks.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <limits>
#include <new>
#include <thread>

#include "cluster/mpi_c.hpp"

namespace retrograph {
namespace {

// Counts of MPI are ints: longer messages go in pieces.
constexpr std::size_t most_piece = std::size_t{1} << 28;
constexpr int gather_tag = 1;

template <class Transfer>
void in_pieces(std::size_t size, Transfer&& transfer) {
  for (std::size_t at = 0; at < size; at += most_piece)
    transfer(at, static_cast<int>(std::min(most_piece, size - at)));
}

}  // namespace

Ranks::Ranks() {
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  int rank = 0;
  int size = 1;
  int on_node = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm node{};
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node);
  MPI_Comm_size(node, &on_node);
  MPI_Comm_free(&node);
  rank_ = static_cast<unsigned>(rank);
  size_ = static_cast<unsigned>(size);
  on_node_ = static_cast<unsigned>(on_node);
  if (provided < MPI_THREAD_FUNNELED)
    fail(Category::resource, "this MPI library takes no program with threads (it provides level {})",
         provided);
}

Ranks::~Ranks() {
  MPI_Finalize();
}

void Ranks::sum(std::span<std::uint64_t> values) const {
  MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), MPI_UINT64_T, MPI_SUM,
                MPI_COMM_WORLD);
}

std::uint64_t Ranks::sum(std::uint64_t value) const {
  sum(std::span(&value, 1));
  return value;
}

std::uint64_t Ranks::most(std::uint64_t value) const {
  MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
  return value;
}

std::vector<std::uint64_t> Ranks::all(std::uint64_t value) const {
  std::vector<std::uint64_t> values(size_);
  MPI_Allgather(&value, 1, MPI_UINT64_T, values.data(), 1, MPI_UINT64_T, MPI_COMM_WORLD);
  return values;
}

std::string Ranks::broadcast(std::string bytes, unsigned root) const {
  std::uint64_t size = bytes.size();
  MPI_Bcast(&size, 1, MPI_UINT64_T, static_cast<int>(root), MPI_COMM_WORLD);
  bytes.resize(size);
  in_pieces(size, [&](std::size_t at, int count) {
    MPI_Bcast(bytes.data() + at, count, MPI_BYTE, static_cast<int>(root), MPI_COMM_WORLD);
  });
  return bytes;
}

void Ranks::gather(std::span<const std::byte> bytes,
                   FunctionRef<void(unsigned, std::span<const std::byte>)> take) const {
  const std::vector<std::uint64_t> sizes = all(bytes.size());
  if (!first()) {
    in_pieces(bytes.size(), [&](std::size_t at, int count) {
      MPI_Send(bytes.data() + at, count, MPI_BYTE, 0, gather_tag, MPI_COMM_WORLD);
    });
    return;
  }
  take(0, bytes);
  std::vector<std::byte> part;
  for (unsigned from = 1; from < size_; ++from) {
    part.resize(sizes[from]);
    in_pieces(part.size(), [&](std::size_t at, int count) {
      MPI_Recv(part.data() + at, count, MPI_BYTE, static_cast<int>(from), gather_tag, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
    });
    take(from, part);
  }
}

void Ranks::agree(FunctionRef<void()> step) const {
  std::uint64_t category = 0;
  std::string what;
  try {
    step();
  } catch (const Error& e) {
    category = static_cast<std::uint64_t>(e.category());
    what = e.what();
  } catch (const std::bad_alloc&) {
    category = static_cast<std::uint64_t>(Category::resource);
    what = "out of memory";
  } catch (const std::exception& e) {
    category = static_cast<std::uint64_t>(Category::internal);
    what = e.what();
  }
  meet();  // who has done its step may have long to wait
  const std::vector<std::uint64_t> categories = all(category);
  const auto found =
      std::find_if(categories.begin(), categories.end(), [](std::uint64_t c) { return c != 0; });
  if (found == categories.end()) return;
  const auto root = static_cast<unsigned>(found - categories.begin());
  throw AgreedError(static_cast<Category>(*found), broadcast(std::move(what), root));
}

void Ranks::meet() const {
  constexpr auto pause = std::chrono::milliseconds(1);
  MPI_Request request{};
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  for (int done = 0;;) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done != 0) return;
    std::this_thread::sleep_for(pause);
  }
}

void Ranks::end_job(int code) const {
  for (;;) MPI_Abort(MPI_COMM_WORLD, code);
}

}  // namespace retrograph
