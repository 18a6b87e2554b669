#include "integrators/contract/registry.hpp"
#include "integrators/peers/petsc/first_order_session.hpp"

#include <algorithm>
#include <vector>

namespace stiffbench {
namespace {

/// A table of PETSc, by its name there, with its order and its order on time-dependent problems.
struct Table {
  const char* name;
  int order, timed_order;
};

/// A selection of PETSc's tables. PETSc passes the time derivative to no method. Methods that allow
/// any matrix (W-methods) do not need it for their order; the others do.
constexpr Table tables[] = {
    {"2m", 2, 2},     {"2p", 2, 2},     {"ra3pw", 3, 3},      {"ra34pw2", 3, 3},
    {"rodas3", 3, 1}, {"sandu3", 3, 1}, {"assp3p3s1c", 3, 3}, {"grk4t", 4, 1},
    {"shamp4", 4, 1}, {"veldd4", 4, 1}, {"4l", 4, 1},
};

std::vector<std::string> names() {
  std::vector<std::string> names;
  for (const Table& table : tables) names.emplace_back(table.name);
  return names;
}

struct PetscRoswOptions : PetscTsOptions {
  std::string type = "ra34pw2", linear_solver = "half_size";
};

class PetscRoswSession final : public PetscFirstOrderSession {
 public:
  PetscRoswSession(const CountedProblem& problem, const PetscRoswOptions& options, const State&,
                   double)
      : PetscFirstOrderSession(problem, options, TSROSW, options.linear_solver,
                               PetscSystems::linear) {
    require_petsc(TSRosWSetType(ts(), options.type.c_str()), "the table");
  }
};

/// Rosenbrock-W methods: all of F is implicit, and one matrix serves the stages of a step.
class PetscRosw : public PetscPeer<PetscRoswSession, PetscRoswOptions> {
 public:
  PetscRosw() : PetscPeer(PetscRoswOptions{}) {}
  Facts facts() const {
    return {.name = "petsc_rosw",
            .title = "PETSc TS: Rosenbrock-W methods",
            .doi = "10.48550/arXiv.1806.01437",
            .family = Family::peer,
            .stages = 0,
            .library = "PETSc TS"};
  }
  int order(const Problem& problem) const {
    const Table& table = *std::ranges::find(tables, options_.type, &Table::name);
    return problem.traits().time_dependent ? table.timed_order : table.order;
  }
  static void parameters(auto& self, auto&& parameter) {
    PetscTsOptions::parameters(self.options_, parameter);
    parameter("type", self.options_.type, one_of(names()), "PETSc's name of a table");
    parameter("linear_solver", self.options_.linear_solver, direct_solver_rule(), direct_solver_doc,
              direct_solver_ladder());
  }
};

const bool enrolled = enrol(PetscRosw{});

}  // namespace
}  // namespace stiffbench
