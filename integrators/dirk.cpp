#include "integrators/kernels/dirk.hpp"

#include "integrators/tableaus/dirk.hpp"

namespace stiffbench {
namespace {

const bool enrolled = enrol_rows<Dirk>(tableaus::dirk_rows, "integrators/kernels/dirk.cpp");

}  // namespace
}  // namespace stiffbench
