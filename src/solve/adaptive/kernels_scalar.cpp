// The kernels in plain C++, for any machine.
#include "solve/adaptive/body_pass.hpp"
#include "solve/adaptive/body_rows.hpp"
#include "solve/adaptive/body_words.hpp"
#include "solve/adaptive/ops_scalar.hpp"

namespace retrograph::adaptive {

const Kernels scalar_kernels = kernels_over<Ops>();

}  // namespace retrograph::adaptive
