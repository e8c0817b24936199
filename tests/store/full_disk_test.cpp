// A disk that fills up on the way, played by the limit on the size of files.
#include <csignal>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "retrograph/graph/build.hpp"
#include "retrograph/store/formats.hpp"
#include "retrograph/store/graph_file.hpp"
#include "retrograph/store/result_file.hpp"
#include "retrograph/support/parallel.hpp"

#include "catch.hpp"
#include "store/scratch.hpp"

using namespace retrograph;

namespace {

// Runs f in a child process whose files may have `limit` bytes; 0 if it fails with Error(resource).
template <class F>
int status_with_limit(rlim_t limit, F&& f) {
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit size{limit, limit};
    setrlimit(RLIMIT_FSIZE, &size);
    const par::ThreadScope serial(1);
    int status = 1;
    try {
      f();
    } catch (const Error& e) {
      status = e.category() == Category::resource ? 0 : static_cast<int>(e.category());
    }
    _exit(status);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000;
}

}  // namespace

TEST_CASE("a disk that fills up is a resource error and leaves no file") {
  const Scratch scratch;
  std::vector<Edge<std::uint32_t>> edges(200000);
  for (std::uint32_t i = 0; i < edges.size(); ++i) edges[i] = {i % 5000, (i * 0x9e3779b9U >> 8) % 5000};
  Arena<std::uint32_t> arena;
  arena.moves = build_csr<std::uint32_t>(5000, edges);
  Arena<std::uint32_t> copy;
  copy.moves = build_csr<std::uint32_t>(5000, edges);
  const AnyArena any = std::move(copy);
  Outcomes<std::uint32_t> outcomes;
  outcomes.value = Array<Value>(3000000);
  for (std::size_t i = 0; i < outcomes.value.size(); ++i)
    outcomes.value[i] = static_cast<Value>((i * 0x9e3779b97f4a7c15U) >> 62);
  for (const rlim_t limit : {rlim_t{100}, rlim_t{20000}, rlim_t{60000}}) {
    for (const bool compress : {false, true})
      CHECK(status_with_limit(limit, [&] {
              PartialFile out(scratch / "g.h5", false);
              write_graph(out, arena, begin_provenance("1", "", ""),
                          {.compress = compress, .original_id = {}});
            }) == 0);
    CHECK(status_with_limit(limit, [&] {
            PartialFile out(scratch / "r.h5", false);
            write_result(out, outcomes, begin_provenance("1", "", ""));
          }) == 0);
    CHECK(status_with_limit(limit, [&] {
            PartialFile out(scratch / "g.el", false);
            graph_format_named("el").write(out, any, reproducible(), {});
          }) == 0);
  }
  REQUIRE(std::filesystem::is_empty(scratch.path()));
}
