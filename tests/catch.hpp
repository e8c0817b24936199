// The one place that knows which Catch2 is installed (v2 in Debian 12, v3 in newer distributions), and what
// every test may use besides.
//
//   scaled(n)            n rounds, fewer under a sanitizer, times the environment's RETROGRAPH_TEST_SCALE
//   cases_folder()       the folder of published answers, where this machine has one
//   SKIP_TEST("why")     leaves the test; ctest lists it as skipped
//
// Assertions are not thread-safe: collect in workers, assert outside.
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <optional>

namespace retrograph::test {

#if defined(__SANITIZE_THREAD__)
inline constexpr double build_scale = 0.02;
#elif defined(__SANITIZE_ADDRESS__)
inline constexpr double build_scale = 0.1;
#elif defined(__has_feature)
inline constexpr double build_scale = __has_feature(thread_sanitizer)    ? 0.02
                                      : __has_feature(address_sanitizer) ? 0.1
                                                                         : 1.0;
#else
inline constexpr double build_scale = 1.0;
#endif

/// How many rounds of a random test to run where `n` are right for an ordinary build; at least 1.
inline std::size_t scaled(std::size_t n) {
  const char* text = std::getenv("RETROGRAPH_TEST_SCALE");
  const double asked = text == nullptr ? 1.0 : std::strtod(text, nullptr);
  return static_cast<std::size_t>(std::max(1.0, static_cast<double>(n) * build_scale * asked));
}

/// The folder that the environment's RETROGRAPH_CASES names (ctest sets it where the build found the folder).
inline std::optional<std::filesystem::path> cases_folder() {
  const char* text = std::getenv("RETROGRAPH_CASES");
  if (text == nullptr || !std::filesystem::is_directory(text)) return std::nullopt;
  return text;
}

}  // namespace retrograph::test

// The words "skipped: " are what tells ctest (SKIP_REGULAR_EXPRESSION).
#define SKIP_TEST(why)        \
  do {                        \
    WARN("skipped: " << why); \
    return;                   \
  } while (false)
