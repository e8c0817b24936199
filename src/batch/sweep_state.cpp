#include "batch/sweep_state.hpp"

#include <charconv>
#include <fstream>
#include <iterator>
#include <variant>

#include "retrograph/support/error.hpp"

namespace retrograph {
namespace {

template <class T>
SweepCell read_cell(StateReader& reader) {
  T value{};
  reader(value);
  return value;
}

SweepCell read_cell_of(std::uint64_t kind, StateReader& reader) {
  switch (kind) {
    case 0:
      return read_cell<std::uint64_t>(reader);
    case 1:
      return read_cell<double>(reader);
    case 2:
      return read_cell<Value>(reader);
    case 3:
      return read_cell<std::string>(reader);
    default:
      StateReader::wrong();
  }
}

}  // namespace

void write_rows(StateSink& to, const std::vector<SweepRow>& rows) {
  StateWriter writer(to);
  writer(rows.size());
  for (const SweepRow& row : rows) {
    writer(row.job, row.cells.size());
    for (const SweepCell& cell : row.cells) {
      writer(cell.index());
      std::visit([&](const auto& value) { writer(value); }, cell);
    }
  }
}

std::vector<SweepRow> read_rows(StateSource& from) {
  StateReader reader(from);
  std::vector<SweepRow> rows;
  std::uint64_t count = 0;
  for (reader(count); count > 0; --count) {
    SweepRow row;
    std::uint64_t cells = 0;
    for (reader(row.job, cells); cells > 0; --cells) {
      std::uint64_t kind = 0;
      reader(kind);
      row.cells.push_back(read_cell_of(kind, reader));
    }
    rows.push_back(std::move(row));
  }
  reader.end();
  return rows;
}

SweepCell cell_of(const std::string& value, KeyType type) {
  const char* const end = value.data() + value.size();
  std::uint64_t whole = 0;
  double real = 0;
  switch (type) {
    case KeyType::whole:
      std::from_chars(value.data(), end, whole);
      return whole;
    case KeyType::real:
      std::from_chars(value.data(), end, real);
      return real;
    case KeyType::word:
      break;
  }
  return value;
}

std::string read_config(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) fail(Category::no_input, "{}: the configuration cannot be opened", path);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace retrograph
