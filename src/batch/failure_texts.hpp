// What a verifier found, in the words of the user: vertices by their ids.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "retrograph/graph/vertex_ids.hpp"
#include "retrograph/solve/verify.hpp"

namespace retrograph {

[[nodiscard]] inline std::vector<std::string> failure_texts(std::span<const VerifyFailure> failures,
                                                            const VertexIds& ids) {
  std::vector<std::string> texts;
  texts.reserve(failures.size());
  for (const VerifyFailure& failure : failures)
    texts.push_back(failure.vertex ? fmt::format("vertex {}: {}", ids.id_of(*failure.vertex), failure.what)
                                   : failure.what);
  return texts;
}

}  // namespace retrograph
