// The part of the checker that re-proves sparse-window certificates; see sparse-window.md for theorem and
// conditions.
#pragma once

#include "retrograph/games/heap_game.hpp"
#include "retrograph/grundy/certificate_check.hpp"

namespace retrograph {

/// Throws Error(malformed) if the certificate does not have the form that sparse-window.md describes.
[[nodiscard]] CheckReport check_sparse_window(const Certificate& certificate, const HeapGame& game,
                                              const CheckOptions& options);

}  // namespace retrograph
