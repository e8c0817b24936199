// Certificates as JSON, schema retrograph/certificate/1.
//
// Keys, all of them always there: schema, game, theorem ("guy-smith", "sparse-window", "window", "grundy"),
// start, period, saltus, k, mask, position (true or false), depth, rares ([[heap, value], ...]), windows
// ([{"at": heap, "values": [...]}, ...]).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "retrograph/grundy/certificate.hpp"
#include "retrograph/store/atomic_file.hpp"

namespace retrograph {

[[nodiscard]] std::string certificate_text(const Certificate& certificate);
/// Writes and commits.
void write_certificate(PartialFile& out, const Certificate& certificate);

/// Error(malformed) naming `name` and the key for text that is not JSON, keys that are missing, unknown or
/// double, values of the wrong type or beyond their range. Says nothing about whether the claim holds.
[[nodiscard]] Certificate parse_certificate(std::string_view text, std::string_view name);
/// Error(no_input) if it cannot be opened.
[[nodiscard]] Certificate read_certificate(const std::filesystem::path& path);

}  // namespace retrograph
