#include "integrators/kernels/rosenbrock.hpp"

#include "integrators/tableaus/check/broken_claims.hpp"
#include "integrators/tableaus/layout/layout.hpp"
#include "integrators/tableaus/rosenbrock.hpp"

namespace stiffbench {
namespace {

const bool enrolled = enrol_rows<Rosenbrock>(tableaus::rosenbrock_rows) &&
                      enrol_claims_of(tableaus::rosenbrock_rows) &&
                      enrol_coefficients_of(tableaus::rosenbrock_rows);

}  // namespace
}  // namespace stiffbench
