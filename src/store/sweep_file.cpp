#include "retrograph/store/sweep_file.hpp"

#include <algorithm>
#include <cstring>

#include "retrograph/store/h5.hpp"
#include "retrograph/support/error.hpp"

namespace retrograph {
namespace {

constexpr hsize_t chunk_rows = 4096;

h5::Handle string_type(std::size_t length) {
  h5::Handle type(H5Tcopy(H5T_C_S1));
  if (H5Tset_size(type.id(), std::max<std::size_t>(length, 1)) < 0 ||
      H5Tset_strpad(type.id(), H5T_STR_NULLPAD) < 0)
    fail(Category::internal, "a string type of {} bytes cannot be made", length);
  return type;
}

h5::Dataset create_column(const h5::Group& group, const std::string& name, hid_t type, std::uint64_t rows) {
  const hsize_t dims[] = {rows};
  const hsize_t chunk[] = {std::max<hsize_t>(1, std::min<hsize_t>(rows, chunk_rows))};
  return h5::create_chunked(group, name, type, dims, chunk);
}

template <class T>
void write_values(const h5::Group& group, const std::string& name, hid_t type, hid_t memory,
                  const std::vector<T>& values) {
  const h5::Dataset column = create_column(group, name, type, values.size());
  if (!values.empty()) h5::write_range(column, memory, 0, values.size(), values.data());
}

void write_strings(const h5::Group& group, const std::string& name, const std::vector<std::string>& values) {
  std::size_t length = 1;
  for (const std::string& value : values) length = std::max(length, value.size());
  std::vector<char> packed(length * values.size(), '\0');
  for (std::size_t i = 0; i < values.size(); ++i)
    std::copy(values[i].begin(), values[i].end(), packed.begin() + static_cast<std::ptrdiff_t>(i * length));
  const h5::Handle type = string_type(length);
  const h5::Dataset column = create_column(group, name, type.id(), values.size());
  if (!values.empty()) h5::write_range(column, type.id(), 0, values.size(), packed.data());
}

template <class T>
std::vector<T> column_of(const SweepTable& table, std::size_t c) {
  std::vector<T> out;
  out.reserve(table.rows.size());
  for (const SweepRow& row : table.rows) out.push_back(std::get<T>(row.cells[c]));
  return out;
}

void write_column(const h5::Group& group, const SweepTable& table, std::size_t c) {
  const std::string& name = table.columns[c];
  // A table without rows has columns of numbers: there is no entry to tell their kind.
  const std::size_t kind = table.rows.empty() ? 0 : table.rows[0].cells[c].index();
  if (kind == 0)
    return write_values(
        group, name, H5T_STD_U64LE, H5T_NATIVE_UINT64,
        table.rows.empty() ? std::vector<std::uint64_t>() : column_of<std::uint64_t>(table, c));
  if (kind == 1)
    return write_values(group, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, column_of<double>(table, c));
  if (kind == 3) return write_strings(group, name, column_of<std::string>(table, c));
  const h5::Handle type = h5::value_type();
  write_values(group, name, type.id(), type.id(), column_of<Value>(table, c));
}

void read_column(const h5::Dataset& column, std::vector<SweepRow>& rows) {
  const std::uint64_t n = rows.size();
  if (column.dims().size() != 1 || column.size() != n)
    fail(Category::malformed, "{}: {} entries for {} rows", column.where(), column.size(), n);
  const auto take = [&](const auto& values) {
    for (std::uint64_t i = 0; i < n; ++i) rows[i].cells.emplace_back(values[i]);
  };
  const auto read = [&](auto&& values, hid_t type) {
    if (n != 0) h5::read_range(column, type, 0, n, values.data());
    take(values);
  };
  switch (column.type_class()) {
    case H5T_ENUM: {
      h5::require_values(column);
      const h5::Handle type = h5::value_type();
      return read(std::vector<Value>(n), type.id());
    }
    case H5T_FLOAT:
      return read(std::vector<double>(n), H5T_NATIVE_DOUBLE);
    case H5T_INTEGER:
      return read(std::vector<std::uint64_t>(n), H5T_NATIVE_UINT64);
    case H5T_STRING:
      break;
    default:
      fail(Category::malformed, "{}: neither numbers, values nor strings", column.where());
  }
  const std::size_t length = column.element_size();
  const h5::Handle type = string_type(length);
  std::vector<char> packed(length * n);
  if (n != 0) h5::read_range(column, type.id(), 0, n, packed.data());
  std::vector<std::string> values;
  for (std::uint64_t i = 0; i < n; ++i)
    values.emplace_back(packed.data() + i * length, strnlen(packed.data() + i * length, length));
  take(values);
}

std::string text_of(const h5::Group& group, const char* name) {
  const auto value = h5::string_attribute(group, name);
  if (!value) fail(Category::malformed, "{}: the attribute {} is missing", group.where(), name);
  return *value;
}

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

}  // namespace

void write_sweep(PartialFile& out, const SweepTable& table, const Provenance& provenance) {
  h5::File file = h5::File::create(out.partial());
  {
    const h5::Group group = h5::create_group(file, "sweep");
    h5::write_attribute(group, "kind", std::string_view(table.kind));
    h5::write_attribute(group, "config", std::string_view(table.config));
    h5::write_attribute(group, "jobs", table.jobs);
    std::string names;
    for (const std::string& name : table.columns) names += name + '\n';
    h5::write_attribute(group, "columns", std::string_view(names));
    if (table.shards != 1) {
      h5::write_attribute(group, "shard", table.shard);
      h5::write_attribute(group, "shards", table.shards);
    }
    std::vector<std::uint64_t> jobs;
    for (const SweepRow& row : table.rows) jobs.push_back(row.job);
    write_values(group, "job", H5T_STD_U64LE, H5T_NATIVE_UINT64, jobs);
    for (std::size_t c = 0; c < table.columns.size(); ++c) write_column(group, table, c);
  }
  Provenance finished = provenance;
  end_provenance(finished);
  write_provenance(file, finished);
  mark_complete(file);
  file.close();
  out.commit();
}

SweepFile read_sweep(const std::filesystem::path& path) {
  const h5::File file = h5::File::open(path);
  SweepFile sweep{{}, read_provenance(file)};
  SweepTable& table = sweep.table;
  const h5::Group group = h5::open_group(file, "sweep");
  table.kind = text_of(group, "kind");
  table.config = text_of(group, "config");
  table.jobs = h5::needed_integer(group, "jobs");
  table.shard = h5::integer_attribute(group, "shard").value_or(0);
  table.shards = h5::integer_attribute(group, "shards").value_or(1);
  table.columns = split_lines(text_of(group, "columns"));
  const h5::Dataset job = h5::open_dataset(group, "job");
  h5::require_integers(job);
  std::vector<std::uint64_t> jobs(job.size());
  if (!jobs.empty()) h5::read_range(job, H5T_NATIVE_UINT64, 0, jobs.size(), jobs.data());
  for (const std::uint64_t number : jobs) table.rows.push_back({number, {}});
  if (!std::is_sorted(jobs.begin(), jobs.end()))
    fail(Category::malformed, "{}: the jobs do not ascend", job.where());
  for (const std::string& name : table.columns) read_column(h5::open_dataset(group, name), table.rows);
  return sweep;
}

}  // namespace retrograph
