// A folder of its own for each test, removed at the end, and helpers to read and write small files in it.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include <stdlib.h>

#include "retrograph/store/provenance.hpp"
#include "retrograph/support/error.hpp"

class Scratch {
 public:
  Scratch() {
    std::string pattern = (std::filesystem::temp_directory_path() / "retrograph-test-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = pattern;
  }
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::filesystem::path operator/(std::string_view name) const { return path_ / name; }
  std::filesystem::path write(std::string_view name, std::string_view content) const {
    std::ofstream(path_ / name, std::ios::binary) << content;
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

/// Of files that are equal byte for byte however they came to be.
inline retrograph::Provenance reproducible() {
  retrograph::Provenance provenance = retrograph::begin_provenance("1", "", "");
  provenance.reproducible = true;
  return provenance;
}

inline std::string content_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

struct Failure {
  retrograph::Category category;
  std::string what;
};

/// The Error that f throws, if it throws one.
template <class F>
std::optional<Failure> failure_of(F&& f) {
  try {
    f();
  } catch (const retrograph::Error& e) {
    return Failure{e.category(), e.what()};
  }
  return std::nullopt;
}
