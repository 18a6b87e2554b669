#include "integrators/tableaus/nystrom.hpp"

#include "integrators/kernels/nystrom.hpp"
#include "integrators/tableaus/check/nystrom_claims.hpp"
#include "integrators/tableaus/layout/layout.hpp"

namespace stiffbench {
namespace {

const bool enrolled = enrol_rows<Nystrom>(tableaus::nystrom_rows) &&
                      enrol_claims_of(tableaus::nystrom_rows) &&
                      enrol_coefficients_of(tableaus::nystrom_rows);

}  // namespace
}  // namespace stiffbench
