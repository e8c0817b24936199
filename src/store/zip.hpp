// ZIP archives as far as .npz needs them: members stored or deflated, ZIP64 sizes, checksums; no
// encryption, no parts on other disks. What is claimed is checked against what is there before memory is
// taken.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "retrograph/support/array.hpp"

#include "store/output_text.hpp"

namespace retrograph {

/// The bytes of a member: of the archive, or inflated from it.
class ZipBytes {
 public:
  explicit ZipBytes(std::string_view stored) : view_(stored) {}
  explicit ZipBytes(Array<char> inflated) : own_(std::move(inflated)), view_(own_.data(), own_.size()) {}
  [[nodiscard]] std::string_view view() const noexcept { return view_; }

 private:
  Array<char> own_;
  std::string_view view_;
};

class ZipArchive {
 public:
  /// `bytes` outlive the archive and what it gives; `name` appears in messages.
  ZipArchive(std::string_view bytes, std::string name);
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  /// Error(malformed) if there is none of this name, or it is damaged.
  [[nodiscard]] ZipBytes member(std::string_view name) const;

 private:
  struct Entry {
    std::string_view name;
    std::uint64_t method = 0;
    std::uint64_t flags = 0;
    std::uint64_t crc = 0;
    std::uint64_t packed = 0;  // bytes in the archive
    std::uint64_t size = 0;
    std::uint64_t offset = 0;  // of the local header
  };
  [[nodiscard]] std::string_view part(std::uint64_t begin, std::uint64_t size, std::string_view what) const;
  [[nodiscard]] std::uint64_t number(std::uint64_t at, unsigned bytes, std::string_view what) const;
  [[nodiscard]] std::uint64_t read_entry(std::uint64_t at);
  void read_zip64(std::string_view extra, Entry& entry) const;

  std::string_view bytes_;
  std::string name_;
  std::vector<Entry> entries_;
};

/// Writes an archive of stored members.
class ZipWriter {
 public:
  explicit ZipWriter(TextOutput& out) : out_(out) {}
  /// What a member consists of: a head, a body, and one byte many times.
  struct Content {
    std::string_view head = {};
    std::string_view body = {};
    char filler = 0;
    std::uint64_t fillers = 0;
  };
  void add(std::string_view name, const Content& content);
  void finish();

 private:
  TextOutput& out_;
  std::uint64_t offset_ = 0;
  std::uint64_t count_ = 0;
  std::string directory_;
};

}  // namespace retrograph
