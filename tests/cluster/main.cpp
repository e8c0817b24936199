// Tests over ranks: every rank runs every test, all at the same time. Rank 0 reports.
#define CATCH_CONFIG_RUNNER
#include <cstdio>

#include "catch.hpp"
#include "cluster/ranks.hpp"

namespace retrograph::test {
namespace {
const Ranks* all = nullptr;
}  // namespace

const Ranks& ranks() {
  return *all;
}

std::string trouble_of_all(const std::string& own) {
  try {
    ranks().agree([&] {
      if (!own.empty()) fail(Category::internal, "rank {}: {}", ranks().rank(), own);
    });
  } catch (const AgreedError& e) {
    return e.what();
  }
  return {};
}

}  // namespace retrograph::test

int main(int argc, char** argv) {
  const retrograph::Ranks ranks;
  retrograph::test::all = &ranks;
  if (!ranks.first() && std::freopen("/dev/null", "w", stdout) == nullptr) return 1;
  const int code = Catch::Session().run(argc, argv);
  ranks.meet();
  return code;
}
