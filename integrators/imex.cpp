#include "integrators/tableaus/imex.hpp"

#include "integrators/kernels/split/imex.hpp"
#include "integrators/tableaus/check/imex_claims.hpp"
#include "integrators/tableaus/layout/layout.hpp"

namespace stiffbench {
namespace {

const bool enrolled = enrol_rows<Imex>(tableaus::imex_rows) &&
                      enrol_claims_of(tableaus::imex_rows) &&
                      enrol_coefficients_of(tableaus::imex_rows);

}  // namespace
}  // namespace stiffbench
