#include "integrators/contract/registry.hpp"
#include "integrators/peers/first_order_split.hpp"
#include "integrators/peers/petsc/first_order_session.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace stiffbench {
namespace {

/// The implicit part of F = (v, M^-1 f); the rest is explicit. It is the linear part of a
/// FirstOrderSplit, or all of F.
enum class Part { linear, all };
constexpr auto names_of(Part) { return std::array{"linear", "all"}; }

struct PetscArkimexOptions : PetscTsOptions {
  std::string type = "3", linear_solver = "half_size";
  Part implicit_part = Part::all;
};

class PetscArkimexSession final : public PetscFirstOrderSession {
 public:
  PetscArkimexSession(const CountedProblem& problem, const PetscArkimexOptions& options,
                      const State&, double)
      : PetscFirstOrderSession(
            problem, options, TSARKIMEX, options.linear_solver,
            options.implicit_part == Part::all ? PetscSystems::nonlinear : PetscSystems::linear) {
    if (options.implicit_part == Part::linear) split_.emplace(problem, FastSplit::Part::linear);
    require_petsc(TSARKIMEXSetType(ts(), options.type.c_str()), "the table");
    require_petsc(TSARKIMEXSetFullyImplicit(ts(), split_ ? PETSC_FALSE : PETSC_TRUE), "the parts");
    if (!split_) return;
    explicit_ = make_petsc_vector(2 * problem.dof());
    require_petsc(TSSetRHSFunction(ts(), explicit_.get(), explicit_part, this), "the other part");
    newton().assign(problem.linear_stiffness());
  }

 private:
  bool implicit_part(double t, const double* y, double* dydt) override {
    return split_ ? split_->fast_part(y, dydt) : system().derivative(t, y, dydt);
  }
  static PetscErrorCode explicit_part(TS, PetscReal t, ::Vec y, ::Vec dydt, void* self) {
    auto& session = *static_cast<PetscArkimexSession*>(self);
    return session.guard([&] {
      fill_petsc(dydt, [&](double* numbers) {
        session.note_explicit_force(session.split_->remaining_part(t, numbers_of(y), numbers));
      });
    });
  }
  void linearize(double t, const double* y) override {
    if (!split_) PetscFirstOrderSession::linearize(t, y);
  }
  /// Factorizes the matrix; that of the linear part changes only with the step size.
  Outcome factorize() override {
    if (split_ && shift() == factorized_shift_) return factorized_;
    factorized_ = PetscFirstOrderSession::factorize();
    factorized_shift_ = shift();
    return factorized_;
  }

  std::optional<FirstOrderSplit> split_;  // where the linear part alone is implicit
  PetscPointer<::Vec> explicit_;
  double factorized_shift_ = 0;
  Outcome factorized_;
};

/// A table of PETSc, by its name there, with its order.
struct Table {
  const char* name;
  int order;
};
constexpr Table tables[] = {{"2c", 2}, {"2d", 2}, {"2e", 2}, {"3", 3}, {"4", 4}, {"5", 5}};

std::vector<std::string> names() {
  std::vector<std::string> names;
  for (const Table& table : tables) names.emplace_back(table.name);
  return names;
}

/// Additive Runge-Kutta methods, implicit and explicit; types 3, 4 and 5 are those of Kennedy and
/// Carpenter, DOI 10.1016/S0168-9274(02)00138-1. With implicit_part=linear nothing is factorized as
/// long as the step size stays the same, but damping and the nonlinear part of the stiffness limit
/// it.
class PetscArkimex : public PetscPeer<PetscArkimexSession, PetscArkimexOptions> {
 public:
  PetscArkimex() : PetscPeer(PetscArkimexOptions{}) {}
  Facts facts() const {
    return {.name = "petsc_arkimex",
            .title = "PETSc TS: additive Runge-Kutta methods, implicit-explicit",
            .doi = "10.48550/arXiv.1806.01437",
            .family = Family::peer,
            .stages = 0,
            .library = "PETSc TS"};
  }
  int order(const Problem&) const {
    return std::ranges::find(tables, options_.type, &Table::name)->order;
  }
  static void parameters(auto& self, auto&& parameter) {
    PetscTsOptions::parameters(self.options_, parameter);
    parameter("type", self.options_.type, one_of(names()), "PETSc's name of a table");
    parameter("implicit_part", self.options_.implicit_part, one_of<Part>(),
              "linear: v and -M^-1 K0 x, the rest of the force explicit; all: nothing explicit");
    parameter("linear_solver", self.options_.linear_solver, direct_solver_rule(), direct_solver_doc,
              direct_solver_ladder());
    PetscTsOptions::newton_parameters(self.options_, parameter);
  }
};

const bool enrolled = enrol(PetscArkimex{});

}  // namespace
}  // namespace stiffbench
