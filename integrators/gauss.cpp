#include "integrators/tableaus/gauss.hpp"

#include "integrators/kernels/coupled.hpp"
#include "integrators/tableaus/check/broken_claims.hpp"

namespace stiffbench {
namespace {

const bool enrolled = enrol_rows<Coupled>(tableaus::gauss_rows) &&
                      enrol_claims_of(tableaus::gauss_rows, Stages::coupled);

}  // namespace
}  // namespace stiffbench
