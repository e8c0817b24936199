#include "retrograph/store/provenance.hpp"

#include <array>
#include <cstdlib>
#include <ctime>

#include <unistd.h>

#include "retrograph/store/h5.hpp"
#include "retrograph/support/machine.hpp"
#include "retrograph/support/parallel.hpp"

namespace retrograph {
namespace {

constexpr std::array slurm_names = {"SLURM_JOB_ID",       "SLURM_JOB_NAME",      "SLURM_STEP_ID",
                                    "SLURM_ARRAY_JOB_ID", "SLURM_ARRAY_TASK_ID", "SLURM_RESTART_COUNT",
                                    "SLURM_JOB_NODELIST"};

std::string utc_now() {
  using namespace std::chrono;
  const auto now = system_clock::now();
  const std::time_t seconds = system_clock::to_time_t(now);
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  const auto millis = duration_cast<milliseconds>(now.time_since_epoch()).count() % 1000;
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", parts.tm_year + 1900, parts.tm_mon + 1,
                     parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec, millis);
}

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

std::string text_of(const h5::Object& object, const char* name) {
  return h5::string_attribute(object, name).value_or("");
}

std::uint64_t number_of(const h5::Object& object, const char* name) {
  return h5::integer_attribute(object, name).value_or(0);
}

}  // namespace

Provenance begin_provenance(std::string tool_version, std::string command_line, std::string config) {
  Provenance p;
  p.tool_version = std::move(tool_version);
  p.command_line = std::move(command_line);
  p.config = std::move(config);
  p.host = host_name();
  p.start = utc_now();
  p.threads = par::threads();
  for (const char* name : slurm_names)
    if (const char* value = std::getenv(name)) p.slurm[name] = value;
  p.began = std::chrono::steady_clock::now();
  return p;
}

void end_provenance(Provenance& provenance) {
  provenance.end = utc_now();
  provenance.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - provenance.began).count();
  provenance.peak_rss_bytes = peak_rss_bytes();
}

void write_provenance(const h5::File& file, const Provenance& provenance) {
  h5::write_attribute(file, "tool_version", provenance.tool_version);
  h5::write_attribute(file, "rules", rules_text(provenance.rules));
  h5::write_attribute(file, "input_name", provenance.input.name);
  h5::write_attribute(file, "input_hash", provenance.input.hash);
  if (provenance.reproducible) return;
  Provenance p = provenance;
  end_provenance(p);
  h5::write_attribute(file, "input_size", p.input.size);
  h5::write_attribute(file, "command_line", p.command_line);
  h5::write_attribute(file, "config", p.config);
  h5::write_attribute(file, "engine", p.engine);
  h5::write_attribute(file, "host", p.host);
  h5::write_attribute(file, "start", p.start);
  h5::write_attribute(file, "end", p.end);
  h5::write_attribute(file, "threads", std::uint64_t{p.threads});
  h5::write_attribute(file, "ranks", std::uint64_t{p.ranks});
  h5::write_attribute(file, "seconds", p.seconds);
  h5::write_attribute(file, "peak_rss_bytes", p.peak_rss_bytes);
  for (const auto& [name, value] : p.slurm) h5::write_attribute(file, name.c_str(), value);
}

void mark_complete(const h5::File& file) {
  h5::write_attribute(file, "complete", std::uint64_t{1});
}

Provenance read_provenance(const h5::File& file) {
  if (number_of(file, "complete") != 1)
    fail(Category::malformed, "{}: is not marked complete: its run was cut short, or another program made it",
         file.where());
  Provenance p;
  p.tool_version = text_of(file, "tool_version");
  p.rules = parse_rules(text_of(file, "rules"), file.where());
  p.input = {text_of(file, "input_name"), number_of(file, "input_size"), text_of(file, "input_hash")};
  p.command_line = text_of(file, "command_line");
  p.config = text_of(file, "config");
  p.engine = text_of(file, "engine");
  p.host = text_of(file, "host");
  p.start = text_of(file, "start");
  p.end = text_of(file, "end");
  p.threads = static_cast<unsigned>(number_of(file, "threads"));
  p.ranks = static_cast<unsigned>(number_of(file, "ranks"));
  p.seconds = h5::double_attribute(file, "seconds").value_or(0);
  p.peak_rss_bytes = number_of(file, "peak_rss_bytes");
  p.reproducible = p.end.empty();
  for (const char* name : slurm_names)
    if (auto value = h5::string_attribute(file, name)) p.slurm[name] = *value;
  return p;
}

std::string rules_text(const Rules& rules) {
  std::string text;
  for (const auto& [key, value] : rules) text += fmt::format("{}={}\n", key, value);
  return text;
}

Rules parse_rules(const std::string& text, const std::string& origin) {
  Rules rules;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    const std::size_t equals = line.find('=');
    if (equals == std::string::npos) fail(Category::malformed, "{}: rule '{}' has no '='", origin, line);
    rules[line.substr(0, equals)] = line.substr(equals + 1);
    begin = end + 1;
  }
  return rules;
}

}  // namespace retrograph
