#include "batch/sweep_state.hpp"

#include <bit>
#include <charconv>
#include <cstring>
#include <fstream>
#include <iterator>

#include "retrograph/support/error.hpp"

namespace retrograph {
namespace {

class Packer {
 public:
  void number(std::uint64_t value) { bytes(std::as_bytes(std::span(&value, 1))); }
  void text(const std::string& value) {
    number(value.size());
    bytes(std::as_bytes(std::span(value)));
  }
  [[nodiscard]] std::vector<std::byte> take() { return std::move(out_); }

 private:
  void bytes(std::span<const std::byte> from) { out_.insert(out_.end(), from.begin(), from.end()); }
  std::vector<std::byte> out_;
};

class Unpacker {
 public:
  Unpacker(std::span<const std::byte> state, const std::string& origin) : rest_(state), origin_(origin) {}
  std::uint64_t number() {
    std::uint64_t value = 0;
    const auto from = bytes(sizeof value);
    std::memcpy(&value, from.data(), sizeof value);
    return value;
  }
  std::string text() {
    const auto from = bytes(number());
    return {reinterpret_cast<const char*>(from.data()), from.size()};
  }
  [[noreturn]] void wrong() const {
    fail(Category::malformed, "{}: the checkpoint holds no rows of a sweep", origin_);
  }
  [[nodiscard]] bool empty() const noexcept { return rest_.empty(); }

 private:
  std::span<const std::byte> bytes(std::uint64_t n) {
    if (n > rest_.size()) wrong();
    const auto out = rest_.first(n);
    rest_ = rest_.subspan(n);
    return out;
  }
  std::span<const std::byte> rest_;
  const std::string& origin_;
};

void pack_cell(Packer& out, const SweepCell& cell) {
  out.number(cell.index());
  if (const auto* number = std::get_if<std::uint64_t>(&cell)) out.number(*number);
  if (const auto* real = std::get_if<double>(&cell)) out.number(std::bit_cast<std::uint64_t>(*real));
  if (const auto* value = std::get_if<Value>(&cell)) out.number(static_cast<std::uint64_t>(*value));
  if (const auto* text = std::get_if<std::string>(&cell)) out.text(*text);
}

SweepCell unpack_cell(Unpacker& in) {
  switch (in.number()) {
    case 0:
      return in.number();
    case 1:
      return std::bit_cast<double>(in.number());
    case 2:
      return static_cast<Value>(in.number());
    case 3:
      return in.text();
    default:
      in.wrong();
  }
}

}  // namespace

std::vector<std::byte> pack_rows(const std::vector<SweepRow>& rows) {
  Packer out;
  out.number(rows.size());
  for (const SweepRow& row : rows) {
    out.number(row.job);
    out.number(row.cells.size());
    for (const SweepCell& cell : row.cells) pack_cell(out, cell);
  }
  return out.take();
}

std::vector<SweepRow> unpack_rows(std::span<const std::byte> state, const std::string& origin) {
  Unpacker in(state, origin);
  std::vector<SweepRow> rows;
  for (std::uint64_t n = in.number(); n > 0; --n) {
    SweepRow row{in.number(), {}};
    for (std::uint64_t cells = in.number(); cells > 0; --cells) row.cells.push_back(unpack_cell(in));
    rows.push_back(std::move(row));
  }
  if (!in.empty()) in.wrong();
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
