#include "board_row_kernels.hpp"
#include "board_small_kernels.hpp"

namespace retrograph::bits {

const Kernels& avx2_kernels() noexcept {
  static constexpr Kernels table{scratch_words, row_sweep, row_thief_level, row_police_level,
                                 thief_row,     count,     row_unpack,      small_kernels};
  return table;
}

}  // namespace retrograph::bits
