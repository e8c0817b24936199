// The options of verbs that keep checkpoints; run_verb() in command.cpp reads them.
#pragma once

#include <vector>

#include "retrograph/cli/options.hpp"

namespace retrograph::cli {

/// `specs` and the options of checkpoints behind them.
[[nodiscard]] inline std::vector<OptionSpec> with_checkpoints(std::vector<OptionSpec> specs) {
  specs.push_back({"checkpoint", "FILE", "",
                   "keep checkpoints FILE.ckpt.0 and .1, the same command goes on from them; default: beside "
                   "the output, if there is one",
                   0});
  specs.push_back({"checkpoint-every", "TIME", "60s", "how often, with --checkpoint or an output", 0});
  return specs;
}

}  // namespace retrograph::cli
