#pragma once

#include "integrators/contract/outcome.hpp"
#include "problems/contract/counted_problem.hpp"

#include <array>
#include <concepts>
#include <string>
#include <vector>

namespace stiffbench {

/// The families of methods, in the order of legends.
enum class Family {
  explicit_steps,
  implicit,
  diagonally_implicit,
  rosenbrock,
  energy_controllable,
  split,
  exponential,
  peer,   ///< code of another library
  other,  ///< none of these
};

/// The words for families in figures.
constexpr auto names_of(Family) {
  return std::array{"explicit",
                    "implicit",
                    "diagonally implicit",
                    "Rosenbrock",
                    "energy-controllable",
                    "trigonometric and split",
                    "exponential",
                    "peers",
                    "others"};
}

/// The description of an integrator, which `list`, `cite` and the documents read.
struct Facts {
  std::string name;   ///< as on the command line
  std::string title;  ///< one line
  std::string doi;    ///< its source; empty for textbook methods and where none is known
  Family family;      ///< the panel of a figure that highlights it
  int stages = 1;     ///< per step; 0 where their number varies
  /// True when every accepted step from a feasible state is feasible with these parameters: nothing
  /// penetrates, no element is inverted (Problem::potential is finite).
  bool feasible = false;
  /// The library whose code a peer runs; such code may allocate memory in a step. Empty for methods
  /// of this project.
  std::string library = {};
  /// The group within the family by whose name users look for it, such as "position-based"; empty
  /// for methods that are looked for by their family.
  std::string group = {};
};

/// The name of the parameter that holds an adaptive integrator's tolerance.
inline constexpr const char* tolerance_parameter = "rtol";

/// An integrator is a plain copyable value; its data members are its parameters (parameters.hpp)
/// and its workspace. It may also have these members:
///   std::string why_not_applicable(const Problem&) const   the reason why the problem is outside
///   this method's
///                                  scope; empty if it is inside. Without it all problems are
///                                  inside.
///   bool adaptive() const          true: the method chooses its own steps inside each h, to its
///                                  tolerance (tolerance_parameter); h is only the output interval
///   long steps_taken() const       adaptive methods only: the number of accepted steps since init
///   void resolve() const           called after the parameters were set; throws Error if they do
///                                  not fit each other
///   Settings resolved() const      after init: the values of the parameters that were "auto"
///   Settings reported() const      after the run: the method's own report, beside the counted work
///   Settings order_settings() const   the settings with which the order is measured: fixed steps,
///                                  and no solver errors that add up
///   bool obeys_contacts() const    true: with its parameters, steps obey the contacts of a
///                                  problem (ContactConstraints); without it such problems are out
///                                  of scope
///   StabilityFunction stability() const   R(z) of one step on y' = lambda y (stability.hpp), for
///                                  one-step methods that treat x and v alike
///   double real_interval() const   methods whose stages vary: steps are stable for decays d (1/s)
///                                  with h d up to about real_interval() times their number squared
template <class I>
concept Integrator = std::copyable<I> && std::default_initializable<I> &&
    requires(I method, const I& constant, const Problem& problem, const CountedProblem& counted,
             double h, State& u) {
  { constant.facts() } -> std::same_as<Facts>;
  /// The order on this problem for small h; 0 where it varies.
  { constant.order(problem) } -> std::convertible_to<int>;
  /// Makes the method as new, for steps of size h (s) on a problem that outlives it. May throw
  /// Error.
  method.init(counted, h);
  /// Advances u by h; u moves only when the outcome is ok.
  { method.step(u) } -> std::same_as<Outcome>;
};

}  // namespace stiffbench
