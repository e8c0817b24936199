// All kernels of sparse games for one instruction set, over vectors of KERNEL_VECTOR_BYTES bytes. Included by
// sparse_kernels_*.cpp alone, behind the pragma that turns the instructions on.
#pragma once

namespace retrograph {
namespace {

#include "grundy/kernel_vectors_body.hpp"

}  // namespace
}  // namespace retrograph

namespace retrograph::few {
namespace {

#include "grundy/few_kernels_body.hpp"

}  // namespace

}  // namespace retrograph::few

namespace retrograph::many {
namespace {

#include "grundy/many_kernels_body.hpp"

}  // namespace

}  // namespace retrograph::many
