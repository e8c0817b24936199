// JSON as the command prints it: keys in the order they were given, null for what is not there.
#pragma once

#include <optional>

#include <nlohmann/json.hpp>

namespace retrograph::cli {

using Json = nlohmann::ordered_json;

template <class T>
[[nodiscard]] Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

}  // namespace retrograph::cli
