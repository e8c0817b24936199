// gzip_member(): a text packed as a whole gzip file; such files in a row are one again. Any thread.
#pragma once

#include <string>
#include <string_view>

namespace retrograph {

[[nodiscard]] std::string gzip_member(std::string_view text);

}  // namespace retrograph
