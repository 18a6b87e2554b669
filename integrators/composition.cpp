#include "integrators/tableaus/composition.hpp"

#include "integrators/kernels/kicks_and_drifts.hpp"
#include "integrators/tableaus/check/nystrom_claims.hpp"
#include "integrators/tableaus/layout/layout.hpp"

namespace stiffbench {
namespace {

const bool enrolled = enrol_rows<KicksAndDrifts>(tableaus::composition_rows) &&
                      enrol_claims_of(tableaus::composition_rows) &&
                      enrol_coefficients_of(tableaus::composition_rows);

}  // namespace
}  // namespace stiffbench
