// A row of one of the library's families: the implicit midpoint rule under a name of its own.
#include "integrators/kernels/dirk.hpp"

namespace stiffbench {
namespace {

constexpr Tableau<1> outside_row{.name = "outside_row",
                                 .title = "implicit midpoint rule",
                                 .doi = "",
                                 .order = 2,
                                 .a = {{{0.5}}},
                                 .b = {1},
                                 .c = {0.5}};

const bool enrolled = enrol_rows<Dirk>(std::tie(outside_row));

}  // namespace
}  // namespace stiffbench
