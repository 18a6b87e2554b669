#include "integrators/phi/exponential_rosenbrock.hpp"

#include "integrators/tableaus/check/broken_claims.hpp"
#include "integrators/tableaus/exponential.hpp"
#include "integrators/tableaus/layout/layout.hpp"

namespace stiffbench {
namespace {

const bool enrolled = enrol_rows<phi::Exponential>(tableaus::exponential_rows) &&
                      enrol_claims_of(tableaus::exponential_rows) &&
                      enrol_coefficients_of(tableaus::exponential_rows);

}  // namespace
}  // namespace stiffbench
