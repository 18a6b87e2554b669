#include "integrators/kernels/dirk.hpp"

#include "integrators/tableaus/check/broken_claims.hpp"
#include "integrators/tableaus/dirk.hpp"
#include "integrators/tableaus/layout/layout.hpp"

namespace stiffbench {
namespace {

const bool enrolled = enrol_rows<Dirk>(tableaus::dirk_rows) &&
                      enrol_claims_of(tableaus::dirk_rows, Stages::diagonally_implicit) &&
                      enrol_coefficients_of(tableaus::dirk_rows, Stages::diagonally_implicit);

}  // namespace
}  // namespace stiffbench
