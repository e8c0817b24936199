// The one exception type of the project and its categories.
//
// Everything below the command line reports trouble by throwing Error; nothing prints and nothing exits. The
// command line maps the category to the exit code, which is the enumerator's value (sysexits.h where one
// fits). A message names the file, the line or byte offset, the value found and the limit it broke.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace retrograph {

enum class Category : int {
  refused = 1,         // the answer is "no": verification failed, certificate rejected
  usage = 2,           // the request makes no sense
  malformed = 65,      // input is malformed
  no_input = 66,       // input cannot be opened
  internal = 70,       // an invariant of ours is broken
  resource = 71,       // memory, disk or a system limit
  cannot_create = 73,  // output cannot be created, or exists
  io = 74,             // read or write error on the way
  stopped = 75,        // stopped on request with a checkpoint
};

class Error : public std::runtime_error {
 public:
  Error(Category category, const std::string& what) : std::runtime_error(what), category_(category) {}
  [[nodiscard]] Category category() const noexcept { return category_; }

 private:
  Category category_;
};

/// Throws Error with a message in fmt syntax.
template <class... Args>
[[noreturn]] void fail(Category category, fmt::format_string<Args...> format, Args&&... args) {
  throw Error(category, fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace retrograph
