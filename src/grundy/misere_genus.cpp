#include "retrograph/grundy/misere_genus.hpp"

#include <algorithm>

#include <fmt/ranges.h>

namespace retrograph {
namespace {

std::uint32_t mex_of(std::vector<std::uint32_t>& values) {
  std::sort(values.begin(), values.end());
  std::uint32_t mex = 0;
  for (const std::uint32_t v : values) mex += v == mex;
  return mex;
}

}  // namespace

Genus genus_of_options(std::span<const Genus* const> options) {
  if (options.empty()) return {};
  std::size_t settled = 2;  // from here on all options alternate
  std::vector<std::uint32_t> values;
  for (const Genus* g : options) {
    settled = std::max(settled, g->misere.size());
    values.push_back(g->normal);
  }
  Genus genus{mex_of(values), {}};
  auto& misere = genus.misere;
  // Entry i follows from the options' entries i and from entry i - 1. Where both repeat, all that follows
  // does.
  for (std::size_t i = 0; i <= settled || misere[i - 1] != misere[i - 3]; ++i) {
    values.clear();
    for (const Genus* g : options) values.push_back(g->at(i));
    if (i > 0) values.insert(values.end(), {misere[i - 1], misere[i - 1] ^ 1});
    misere.push_back(mex_of(values));
  }
  shorten(misere);
  return genus;
}

void shorten(std::vector<std::uint32_t>& misere) {
  while (misere.size() > 2 && misere[misere.size() - 1] == misere[misere.size() - 3]) misere.pop_back();
}

bool is_tame(const Genus& genus) {
  const std::uint32_t n = genus.normal;
  if (genus.misere == std::vector<std::uint32_t>{n, n ^ 2}) return true;
  return genus == Genus{} || genus == Genus{1, {0, 3, 1}};
}

std::string text_of(const Genus& genus) {
  const bool digits =
      std::all_of(genus.misere.begin(), genus.misere.end(), [](std::uint32_t v) { return v < 10; });
  return fmt::format("{}^{}", genus.normal, fmt::join(genus.misere, digits ? "" : ","));
}

}  // namespace retrograph
