#include "integrators/tableaus/gauss.hpp"

#include "integrators/kernels/coupled.hpp"

namespace stiffbench {
namespace {

const bool enrolled = enrol_rows<Coupled>(tableaus::gauss_rows, "integrators/kernels/coupled.cpp");

}  // namespace
}  // namespace stiffbench
