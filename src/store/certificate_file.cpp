#include "retrograph/store/certificate_file.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include <nlohmann/json.hpp>

#include "retrograph/support/error.hpp"

#include "store/output_text.hpp"
#include "store/text_cursor.hpp"

namespace retrograph {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr const char* schema = "retrograph/certificate/1";
constexpr Proof theorems[] = {Proof::guy_smith, Proof::sparse_window, Proof::window, Proof::grundy};
constexpr const char* keys[] = {"schema", "game", "theorem",  "start", "period", "saltus",
                                "k",      "mask", "position", "depth", "rares",  "windows"};

// Walks the document and names the key where something is wrong.
class Reader {
 public:
  Reader(std::string_view text, std::string_view name) : name_(name), document_(parse(text)) {}

  Certificate read() {
    check_keys();
    Certificate c;
    if (const auto& found = text(document_["schema"], "schema"); found != schema)
      wrong("schema", fmt::format("is '{}', it must be '{}'", found, schema));
    c.game = text(document_["game"], "game");
    c.theorem = theorem();
    c.start = number<std::uint64_t>(document_["start"], "start");
    c.period = number<std::uint64_t>(document_["period"], "period");
    c.saltus = number<std::uint64_t>(document_["saltus"], "saltus");
    c.k = number<std::uint32_t>(document_["k"], "k");
    c.mask = number<std::uint32_t>(document_["mask"], "mask");
    if (!document_["position"].is_boolean()) wrong("position", "must be true or false");
    c.position = document_["position"].get<bool>();
    c.depth = number<std::uint64_t>(document_["depth"], "depth");
    for (const json& rare : list(document_["rares"], "rares")) c.rares.push_back(rare_heap(rare));
    for (const json& window : list(document_["windows"], "windows")) c.windows.push_back(window_of(window));
    return c;
  }

 private:
  [[noreturn]] void wrong(std::string_view key, std::string_view what) const {
    fail(Category::malformed, "{}: {} {}", name_, key, what);
  }

  json parse(std::string_view text) const {
    // A key given twice would silently win over the first: the parser's events tell of each key.
    std::vector<std::set<std::string>> open;
    std::string twice;
    const auto watch = [&](int, json::parse_event_t event, json& value) {
      if (event == json::parse_event_t::object_start) open.emplace_back();
      if (event == json::parse_event_t::object_end) open.pop_back();
      if (event == json::parse_event_t::key && !open.back().insert(value.get<std::string>()).second)
        twice = value.get<std::string>();
      return true;
    };
    try {
      json document = json::parse(text, watch);
      if (!twice.empty()) wrong(quote(twice), "is given twice");
      if (!document.is_object()) wrong("the document", "is not an object");
      return document;
    } catch (const json::exception& e) {
      fail(Category::malformed, "{}: is not sound JSON: {}", name_, e.what());
    }
  }

  void check_keys() const {
    for (const auto& [key, value] : document_.items())
      if (std::ranges::find(keys, key) == std::end(keys)) wrong(quote(key), "is not a key of a certificate");
    for (const char* key : keys)
      if (!document_.contains(key)) wrong(key, "is missing");
  }

  Proof theorem() const {
    const auto& found = text(document_["theorem"], "theorem");
    const auto* const known = std::ranges::find(theorems, found, [](Proof p) { return name_of(p); });
    if (known == std::end(theorems)) wrong("theorem", fmt::format("is {}, which is not known", quote(found)));
    return *known;
  }

  const std::string& text(const json& value, std::string_view key) const {
    if (!value.is_string()) wrong(key, "must be a string");
    return value.get_ref<const std::string&>();
  }

  template <class T>
  T number(const json& value, std::string_view key) const {
    constexpr std::uint64_t limit = std::numeric_limits<T>::max();
    if (!value.is_number_unsigned()) wrong(key, "must be an integer that is not negative");
    const auto found = value.get<std::uint64_t>();
    if (found > limit) wrong(key, fmt::format("is {}, the limit is {}", found, limit));
    return static_cast<T>(found);
  }

  const json& list(const json& value, std::string_view key) const {
    if (!value.is_array()) wrong(key, "must be a list");
    return value;
  }

  RareHeap rare_heap(const json& value) const {
    if (!value.is_array() || value.size() != 2) wrong("rares", "must hold pairs [heap, value]");
    return {number<std::uint64_t>(value[0], "a heap of rares"),
            number<std::uint32_t>(value[1], "a value of rares")};
  }

  CertificateWindow window_of(const json& value) const {
    if (!value.is_object() || value.size() != 2 || !value.contains("at") || !value.contains("values"))
      wrong("windows", "must hold objects of the keys at and values");
    CertificateWindow window{number<std::uint64_t>(value["at"], "at of windows"), {}};
    for (const json& v : list(value["values"], "values of windows"))
      window.values.push_back(number<std::uint16_t>(v, "a value of windows"));
    return window;
  }

  std::string name_;
  json document_;
};

}  // namespace

std::string certificate_text(const Certificate& c) {
  ordered_json rares = ordered_json::array();
  for (const RareHeap& rare : c.rares) rares.push_back({rare.heap, rare.value});
  ordered_json windows = ordered_json::array();
  for (const CertificateWindow& window : c.windows)
    windows.push_back({{"at", window.at}, {"values", window.values}});
  const ordered_json document = {{"schema", schema}, {"game", c.game},     {"theorem", name_of(c.theorem)},
                                 {"start", c.start}, {"period", c.period}, {"saltus", c.saltus},
                                 {"k", c.k},         {"mask", c.mask},     {"position", c.position},
                                 {"depth", c.depth}, {"rares", rares},     {"windows", windows}};
  return document.dump() + "\n";
}

void write_certificate(PartialFile& out, const Certificate& certificate) {
  TextOutput text(out.partial());
  text << certificate_text(certificate);
  text.finish();
  out.commit();
}

Certificate parse_certificate(std::string_view text, std::string_view name) {
  return Reader(text, name).read();
}

Certificate read_certificate(const std::filesystem::path& path) {
  return parse_certificate(read_text(path), path.string());
}

}  // namespace retrograph
