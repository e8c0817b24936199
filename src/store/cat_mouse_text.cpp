#include "retrograph/store/cat_mouse_text.hpp"

#include <string>

#include <nlohmann/json.hpp>

#include "retrograph/support/error.hpp"

#include "store/text_cursor.hpp"

namespace retrograph {
namespace {

using Rows = std::vector<std::string>;

CatMouseField graph_field(const nlohmann::json& lists, std::string_view name) {
  constexpr std::uint32_t hole = 0;
  constexpr std::uint32_t mouse_start = 1;
  constexpr std::uint32_t cat_start = 2;
  const std::size_t n = lists.size();
  if (n <= cat_start)
    fail(Category::malformed, "{}: {} places, hole, mouse and cat need {}", name, n, cat_start + 1);
  CatMouseField field{CatMouseField::Steps(n),
                      CatMouseField::Steps(n),
                      std::vector<bool>(n),
                      std::vector<bool>(n),
                      mouse_start,
                      cat_start};
  for (std::size_t from = 0; from < n; ++from) {
    if (!lists[from].is_array()) fail(Category::malformed, "{}: entry {} is not a list", name, from);
    for (const auto& to : lists[from]) {
      if (!to.is_number_unsigned() || to.get<std::uint64_t>() >= n)
        fail(Category::malformed, "{}: list {} holds {}, places are 0 to {}", name, from, to.dump(), n - 1);
      const auto place = to.get<std::uint32_t>();
      field.mouse_steps[from].push_back(place);
      if (place != hole) field.cat_steps[from].push_back(place);
    }
  }
  field.mouse_goal[hole] = true;
  return field;
}

struct Grid {
  std::size_t rows;
  std::size_t cols;
  std::string cells;
};

Grid grid_of(const Rows& rows, std::string_view name) {
  Grid grid{rows.size(), rows.empty() ? 0 : rows[0].size(), {}};
  constexpr std::size_t most_cells = 1 << 16;
  if (grid.rows * grid.cols == 0 || grid.rows * grid.cols > most_cells)
    fail(Category::malformed, "{}: {} x {} cells, from 1 to {} are possible", name, grid.rows, grid.cols,
         most_cells);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (rows[r].size() != grid.cols)
      fail(Category::malformed, "{}:{}: {} cells, the first row has {}", name, r + 1, rows[r].size(),
           grid.cols);
    if (const auto bad = rows[r].find_first_not_of(".#CMF"); bad != std::string::npos)
      fail(Category::malformed, "{}:{}:{}: '{}' is none of . # C M F", name, r + 1, bad + 1, rows[r][bad]);
    grid.cells += rows[r];
  }
  return grid;
}

std::uint32_t only(const Grid& grid, char piece, std::string_view name) {
  const auto at = grid.cells.find(piece);
  if (at == std::string::npos) fail(Category::malformed, "{}: there is no {}", name, piece);
  if (grid.cells.find(piece, at + 1) != std::string::npos)
    fail(Category::malformed, "{}: there is more than one {}", name, piece);
  return static_cast<std::uint32_t>(at);
}

// Straight jumps of up to `reach` cells, none over a wall; staying first.
std::vector<std::uint32_t> jumps_from(const Grid& grid, std::size_t cell, std::uint32_t reach) {
  std::vector<std::uint32_t> out{static_cast<std::uint32_t>(cell)};
  const auto row = static_cast<std::ptrdiff_t>(cell / grid.cols);
  const auto col = static_cast<std::ptrdiff_t>(cell % grid.cols);
  for (const auto& [dr, dc] : {std::pair(-1, 0), std::pair(1, 0), std::pair(0, -1), std::pair(0, 1)})
    for (std::ptrdiff_t k = 1; k <= static_cast<std::ptrdiff_t>(reach); ++k) {
      const std::ptrdiff_t r = row + dr * k;
      const std::ptrdiff_t c = col + dc * k;
      if (r < 0 || c < 0 || r >= static_cast<std::ptrdiff_t>(grid.rows) ||
          c >= static_cast<std::ptrdiff_t>(grid.cols))
        break;
      const auto to = static_cast<std::size_t>(r) * grid.cols + static_cast<std::size_t>(c);
      if (grid.cells[to] == '#') break;
      out.push_back(static_cast<std::uint32_t>(to));
    }
  return out;
}

CatMouseField grid_field(const Rows& rows, std::string_view name, const CatMouseJumps& jumps) {
  const Grid grid = grid_of(rows, name);
  const std::size_t n = grid.cells.size();
  CatMouseField field{CatMouseField::Steps(n), CatMouseField::Steps(n), std::vector<bool>(n),
                      std::vector<bool>(n),    only(grid, 'M', name),   only(grid, 'C', name)};
  const std::uint32_t food = only(grid, 'F', name);
  field.mouse_goal[food] = field.cat_goal[food] = true;
  for (std::size_t cell = 0; cell < n; ++cell) {
    if (grid.cells[cell] == '#') continue;
    field.mouse_steps[cell] = jumps_from(grid, cell, jumps.mouse);
    field.cat_steps[cell] = jumps_from(grid, cell, jumps.cat);
  }
  return field;
}

Rows plain_rows(std::string_view text) {
  Rows rows;
  while (!text.empty()) {
    const auto end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    rows.emplace_back(line);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  while (!rows.empty() && rows.back().empty()) rows.pop_back();
  return rows;
}

}  // namespace

CatMouseField parse_cat_mouse(std::string_view text, std::string_view name, const CatMouseJumps& jumps) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || text[first] != '[') return grid_field(plain_rows(text), name, jumps);
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_array()) fail(Category::malformed, "{}: not a JSON array", name);
  if (json.empty() || !json[0].is_string()) return graph_field(json, name);
  Rows rows;
  for (const auto& row : json) {
    if (!row.is_string()) fail(Category::malformed, "{}: row {} is not a string", name, rows.size());
    rows.push_back(row.get<std::string>());
  }
  return grid_field(rows, name, jumps);
}

CatMouseField read_cat_mouse(const std::filesystem::path& path, const CatMouseJumps& jumps) {
  return parse_cat_mouse(read_text(path), path == "-" ? "standard input" : path.string(), jumps);
}

}  // namespace retrograph
