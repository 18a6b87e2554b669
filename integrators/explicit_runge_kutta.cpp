#include "integrators/kernels/explicit_runge_kutta.hpp"

#include "integrators/tableaus/check/broken_claims.hpp"
#include "integrators/tableaus/explicit.hpp"
#include "integrators/tableaus/layout/layout.hpp"

namespace stiffbench {
namespace {

const bool enrolled = enrol_rows<ExplicitRungeKutta>(tableaus::explicit_rows) &&
                      enrol_claims_of(tableaus::explicit_rows, Stages::explicit_steps) &&
                      enrol_coefficients_of(tableaus::explicit_rows, Stages::explicit_steps);

}  // namespace
}  // namespace stiffbench
