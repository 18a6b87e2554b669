#include "integrators/kernels/rosenbrock.hpp"

#include "integrators/tableaus/rosenbrock.hpp"

namespace stiffbench {
namespace {

const bool enrolled =
    enrol_rows<Rosenbrock>(tableaus::rosenbrock_rows, "integrators/kernels/rosenbrock.cpp");

}  // namespace
}  // namespace stiffbench
