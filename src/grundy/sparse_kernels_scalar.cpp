// The kernels of sparse games for any machine.
#include <bit>
#include <cstring>
#include <limits>
#include <vector>

#include "grundy/few_kernels.hpp"
#include "grundy/many_kernels.hpp"

#define KERNEL_VECTOR_BYTES 16
#include "grundy/sparse_kernels_body.hpp"

namespace retrograph {

few::Kernels few::scalar_kernels(const Tables& tables) {
  return kernels_of_tables(tables);
}

many::Kernels many::scalar_kernels() {
  return kernels_of_body();
}

}  // namespace retrograph
