#include "cli/verbs.hpp"

namespace retrograph::cli {

std::span<const Verb* const> verbs() {
  static const Verb* const all[] = {
      &completion_verb,
  };
  return all;
}

}  // namespace retrograph::cli
