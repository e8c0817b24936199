// What a run over ranks says of its messages: a line of text, or a part of the JSON object.
#pragma once

#include <string>

#include <fmt/format.h>

#include "retrograph/batch/rank_report.hpp"

#include "cli/json.hpp"

namespace retrograph::cli {

[[nodiscard]] inline Json rank_json(const RankReport& report) {
  const auto traffic = [&](const RankTraffic& t) {
    return Json{{"messages", t.messages},
                {"bytes", t.bytes},
                {"rounds", t.rounds},
                {"bytes_per_cross_edge", RankReport::per_edge(t, report.cross_edges)}};
  };
  return {{"count", report.ranks},
          {"cross_edges", report.cross_edges},
          {"build", traffic(report.build)},
          {"solve", traffic(report.solve)}};
}

[[nodiscard]] inline std::string rank_text(const RankReport& report) {
  const auto traffic = [&](const RankTraffic& t) {
    return fmt::format("{} messages of {} bytes ({:.2f} for each such move)", t.messages, t.bytes,
                       RankReport::per_edge(t, report.cross_edges));
  };
  return fmt::format("{} ranks, {} moves between them; to build {}; to solve {}, {} rounds", report.ranks,
                     report.cross_edges, traffic(report.build), traffic(report.solve), report.solve.rounds);
}

}  // namespace retrograph::cli
