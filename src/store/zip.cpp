#include "store/zip.hpp"

#include <algorithm>

#include "retrograph/support/error.hpp"

#include "store/deflate.hpp"

namespace retrograph {
namespace {

// Signatures, little-endian.
constexpr std::uint64_t local_mark = 0x04034b50;
constexpr std::uint64_t entry_mark = 0x02014b50;
constexpr std::uint64_t end_mark = 0x06054b50;
constexpr std::uint64_t end64_mark = 0x06064b50;
constexpr std::uint64_t locator_mark = 0x07064b50;
constexpr std::uint64_t in_zip64 = 0xffffffff;  // a field of 32 bits whose value stands in the ZIP64 part
constexpr std::uint64_t version = 45;           // that knows ZIP64

constexpr std::uint64_t end_size = 22;
constexpr std::uint64_t locator_size = 20;
constexpr std::uint64_t local_size = 30;

std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

Array<char> inflated(std::string_view packed, std::uint64_t size, const std::string& where) {
  constexpr std::uint64_t most_expansion = 1100;
  constexpr std::uint64_t slack = 4096;
  if (size > packed.size() * most_expansion + slack)
    fail(Category::malformed, "{}: claims {} bytes from {} deflated ones", where, size, packed.size());
  Array<char> bytes(size);
  if (libdeflate_deflate_decompress(thread_decompressor(), packed.data(), packed.size(), bytes.data(), size,
                                    nullptr) != LIBDEFLATE_SUCCESS)
    fail(Category::malformed, "{}: the deflated data is damaged", where);
  return bytes;
}

void put(std::string& to, std::uint64_t value, unsigned bytes) {
  for (unsigned i = 0; i < bytes; ++i) to += static_cast<char>(i < 8 ? value >> (8 * i) & 0xff : 0);
}

}  // namespace

std::string_view ZipArchive::part(std::uint64_t begin, std::uint64_t size, std::string_view what) const {
  if (begin > bytes_.size() || size > bytes_.size() - begin)
    fail(Category::malformed, "{}: {} at byte {} is cut short, the file has {} bytes", name_, what, begin,
         bytes_.size());
  return bytes_.substr(begin, size);
}

std::uint64_t ZipArchive::number(std::uint64_t at, unsigned bytes, std::string_view what) const {
  return little_endian(part(at, bytes, what));
}

void ZipArchive::read_zip64(std::string_view extra, Entry& entry) const {
  while (extra.size() >= 4) {
    const std::uint64_t id = little_endian(extra.substr(0, 2));
    const std::uint64_t size = little_endian(extra.substr(2, 2));
    std::string_view field = extra.substr(4, std::min<std::uint64_t>(size, extra.size() - 4));
    extra.remove_prefix(4 + field.size());
    if (id != 1) continue;
    for (std::uint64_t* value : {&entry.size, &entry.packed, &entry.offset}) {
      if (*value != in_zip64) continue;
      if (field.size() < 8) fail(Category::malformed, "{}: a member has no ZIP64 sizes", name_);
      *value = little_endian(field.substr(0, 8));
      field.remove_prefix(8);
    }
  }
}

std::uint64_t ZipArchive::read_entry(std::uint64_t at) {
  constexpr std::string_view what = "the directory of the archive";
  constexpr std::uint64_t fixed = 46;
  if (number(at, 4, what) != entry_mark)
    fail(Category::malformed, "{}: there is no entry of the archive's directory at byte {}", name_, at);
  const std::uint64_t name = number(at + 28, 2, what);
  const std::uint64_t extra = number(at + 30, 2, what);
  const std::uint64_t comment = number(at + 32, 2, what);
  Entry entry{part(at + fixed, name, what), number(at + 10, 2, what), number(at + 8, 2, what),
              number(at + 16, 4, what),     number(at + 20, 4, what), number(at + 24, 4, what),
              number(at + 42, 4, what)};
  read_zip64(part(at + fixed + name, extra, what), entry);
  entries_.push_back(entry);
  return at + fixed + name + extra + comment;
}

ZipArchive::ZipArchive(std::string_view bytes, std::string name) : bytes_(bytes), name_(std::move(name)) {
  constexpr std::string_view end_text = "PK\x05\x06";
  constexpr std::uint64_t longest_comment = 0xffff;
  const std::uint64_t least =
      bytes.size() - std::min<std::uint64_t>(bytes.size(), end_size + longest_comment);
  const std::size_t end = bytes.rfind(end_text);
  if (end == std::string_view::npos || end < least || bytes.size() - end < end_size)
    fail(Category::malformed, "{}: is no ZIP archive: it has no directory at its end", name_);
  std::uint64_t count = number(end + 10, 2, "the end of the archive");
  std::uint64_t at = number(end + 16, 4, "the end of the archive");
  if (end >= locator_size && number(end - locator_size, 4, "the end of the archive") == locator_mark) {
    const std::uint64_t end64 = number(end - locator_size + 8, 8, "the ZIP64 end of the archive");
    if (number(end64, 4, "the ZIP64 end of the archive") != end64_mark)
      fail(Category::malformed, "{}: there is no ZIP64 end of the archive at byte {}", name_, end64);
    count = number(end64 + 32, 8, "the ZIP64 end of the archive");
    at = number(end64 + 48, 8, "the ZIP64 end of the archive");
  }
  for (std::uint64_t i = 0; i < count; ++i) at = read_entry(at);
}

ZipBytes ZipArchive::member(std::string_view name) const {
  const auto entry =
      std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.name == name; });
  const std::string where = fmt::format("{}:{}", name_, name);
  if (entry == entries_.end()) fail(Category::malformed, "{}: is missing in the archive", where);
  if ((entry->flags & 1) != 0) fail(Category::malformed, "{}: is encrypted", where);
  if (number(entry->offset, 4, where) != local_mark)
    fail(Category::malformed, "{}: does not begin at byte {} of the archive", where, entry->offset);
  const std::uint64_t begin = entry->offset + local_size + number(entry->offset + 26, 2, where) +
                              number(entry->offset + 28, 2, where);
  const std::string_view packed = part(begin, entry->packed, where);
  if (entry->method != 0 && entry->method != 8)
    fail(Category::malformed, "{}: is packed by method {}, known are 0 (stored) and 8 (deflated)", where,
         entry->method);
  if (entry->method == 0 && entry->size != entry->packed)
    fail(Category::malformed, "{}: claims {} bytes, {} are stored", where, entry->size, entry->packed);
  ZipBytes bytes = entry->method == 0 ? ZipBytes(packed) : ZipBytes(inflated(packed, entry->size, where));
  const std::uint32_t crc = libdeflate_crc32(0, bytes.view().data(), bytes.view().size());
  if (crc != entry->crc)
    fail(Category::malformed, "{}: its checksum is {:08x}, {:08x} was written", where, crc, entry->crc);
  return bytes;
}

void ZipWriter::add(std::string_view name, const Content& content) {
  constexpr std::size_t block = std::size_t{1} << 16;
  const std::string fillers(std::min<std::uint64_t>(block, content.fillers), content.filler);
  const auto for_fillers = [&](auto&& f) {
    for (std::uint64_t left = content.fillers; left != 0; left -= std::min<std::uint64_t>(left, block))
      f(std::string_view(fillers).substr(0, std::min<std::uint64_t>(left, block)));
  };
  std::uint32_t crc = libdeflate_crc32(0, content.head.data(), content.head.size());
  if (!content.body.empty()) crc = libdeflate_crc32(crc, content.body.data(), content.body.size());
  for_fillers([&](std::string_view part) { crc = libdeflate_crc32(crc, part.data(), part.size()); });
  const std::uint64_t size = content.head.size() + content.body.size() + content.fillers;

  // Versions, no flags, stored, no time (the first of January 1980), sizes in ZIP64.
  std::string common;
  put(common, version, 2);
  put(common, 0, 4);
  put(common, 0x00210000, 4);
  put(common, crc, 4);
  put(common, in_zip64, 4);
  put(common, in_zip64, 4);
  put(common, name.size(), 2);
  std::string sizes;
  put(sizes, size, 8);
  put(sizes, size, 8);

  std::string local;
  put(local, local_mark, 4);
  local += common;
  put(local, 4 + sizes.size(), 2);
  local.append(name);
  put(local, 1, 2);
  put(local, sizes.size(), 2);
  local += sizes;

  put(directory_, entry_mark, 4);
  put(directory_, version, 2);
  directory_ += common;
  put(directory_, 4 + sizes.size() + 8, 2);
  put(directory_, 0, 2 + 2 + 2 + 4);  // comment, disk, attributes
  put(directory_, in_zip64, 4);
  directory_.append(name);
  put(directory_, 1, 2);
  put(directory_, sizes.size() + 8, 2);
  directory_ += sizes;
  put(directory_, offset_, 8);

  out_ << std::string_view(local) << content.head << content.body;
  for_fillers([&](std::string_view part) { out_ << part; });
  offset_ += local.size() + size;
  ++count_;
}

void ZipWriter::finish() {
  const std::uint64_t end64 = offset_ + directory_.size();
  std::string end;
  put(end, end64_mark, 4);
  put(end, 44, 8);  // bytes that follow
  put(end, version, 2);
  put(end, version, 2);
  put(end, 0, 8);  // disks
  put(end, count_, 8);
  put(end, count_, 8);
  put(end, directory_.size(), 8);
  put(end, offset_, 8);
  put(end, locator_mark, 4);
  put(end, 0, 4);
  put(end, end64, 8);
  put(end, 1, 4);
  put(end, end_mark, 4);
  put(end, 0, 4);
  put(end, 0xffff, 2);
  put(end, 0xffff, 2);
  put(end, in_zip64, 4);
  put(end, in_zip64, 4);
  put(end, 0, 2);
  out_ << std::string_view(directory_) << std::string_view(end);
}

}  // namespace retrograph
