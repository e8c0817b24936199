#include "board_small_kernels.hpp"
#include "board_word_kernels.hpp"
#include "board_zmm_kernels.hpp"

namespace retrograph::bits {

const Kernels& avx512_kernels() noexcept {
#if defined(__AVX512VBMI2__)
  static constexpr Kernels table{scratch_words, zmm_sweep, zmm_thief_level, zmm_police_level,
                                 thief_row,     count,     zmm_unpack,      small_kernels};
#else
  static constexpr Kernels table{
      scratch_words, sweep_with<visit>, thief_level, police_level, thief_row, count, unpack, small_kernels};
#endif
  return table;
}

}  // namespace retrograph::bits
