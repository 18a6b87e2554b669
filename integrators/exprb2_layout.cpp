// The coefficients of exprb2 as a table. Code that shows coefficients is no part of a method's
// code, and has a file of its own for that reason.

#include "integrators/tableaus/layout/layout.hpp"

namespace stiffbench {
namespace {

const bool enrolled = enrol_coefficients("exprb2", [] { return exponential_layout({}); });

}  // namespace
}  // namespace stiffbench
