#include "board_small_kernels.hpp"
#include "board_word_kernels.hpp"

namespace retrograph::bits {

const Kernels& avx2_kernels() noexcept {
  static constexpr Kernels table{
      scratch_words, sweep_with<visit>, thief_level, police_level, thief_row, count, unpack, small_kernels};
  return table;
}

}  // namespace retrograph::bits
