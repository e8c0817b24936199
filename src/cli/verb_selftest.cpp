// retrograph selftest: one hash over fixed instances, the same on every machine and for every number of
// threads.
#include "retrograph/batch/jobs.hpp"
#include "retrograph/support/parallel.hpp"
#include "retrograph/support/simd.hpp"

#include "cli/json.hpp"
#include "cli/verbs.hpp"

namespace retrograph::cli {
namespace {

int run_selftest_verb(Session& session) {
  const SelfTest test = jobs().selftest(session.context);
  if (session.json)
    session.say_json({{"schema", "retrograph/selftest/1"},
                      {"hash", test.hash},
                      {"instances", test.instances},
                      {"runs", test.runs},
                      {"threads", par::threads()},
                      {"simd", name_of(simd_level())}});
  session.say(fmt::format("{}  ({} instances, {} runs)", test.hash, test.instances, test.runs));
  return 0;
}

}  // namespace

const Verb selftest_verb{
    "selftest", "", "one hash over fixed instances, equal everywhere", 0, 0, false, {}, run_selftest_verb};

}  // namespace retrograph::cli
