#include "integrators/tableaus/collocation.hpp"

#include "integrators/kernels/coupled.hpp"
#include "integrators/tableaus/check/broken_claims.hpp"
#include "integrators/tableaus/layout/layout.hpp"

namespace stiffbench {
namespace {

const bool enrolled = enrol_rows<Coupled>(tableaus::collocation_rows) &&
                      enrol_claims_of(tableaus::collocation_rows, Stages::coupled) &&
                      enrol_coefficients_of(tableaus::collocation_rows, Stages::coupled);

}  // namespace
}  // namespace stiffbench
