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
  std::string doi;    ///< its source; empty for textbook methods
  Family family;      ///< the panel of a figure in which it stands out
  int stages = 1;     ///< per step; 0 where it varies
  /// With these parameters every accepted step of a feasible start is feasible: nothing penetrates,
  /// no element is inverted (Problem::potential is finite).
  bool feasible = false;
  /// The library whose code a peer runs, and which may allocate memory in a step; empty for methods
  /// of our own.
  std::string library = {};
};

/// The name of the parameter that holds an adaptive integrator's tolerance.
inline constexpr const char* tolerance_parameter = "rtol";

/// An integrator is a plain copyable value; its data members are its parameters (parameters.hpp)
/// and its workspace. It may add
///   std::string unfit(const Problem&) const   why the problem is outside this method's scope;
///                                  empty if it is inside. Without it every problem is.
///   bool adaptive() const          true: it chooses its own steps inside each h, to its tolerance
///                                  (tolerance_parameter), and h is only the output interval
///   long steps_taken() const       adaptive only: accepted steps since init
///   void resolve() const           after its parameters were set: an Error where they do not fit
///                                  each other
///   Settings resolved() const      after init: the values of its parameters that were "auto"
///   Settings reported() const      after the run: its own report, beside the counted work
///   Settings order_settings() const   the settings with which its order is measured: fixed steps,
///                                  no errors of a solver that add up
///   bool corrects_contacts() const   true: with its parameters its steps obey closed contacts
///                                  (Nature::contacts); without it such problems are out of scope
///   StabilityFunction stability() const   R(z) of one step on y' = lambda y (stability.hpp), for
///                                  one-step methods that treat x and v alike
template <class I>
concept Integrator = std::copyable<I> && std::default_initializable<I> &&
    requires(I method, const I& constant, const Problem& problem, const CountedProblem& counted,
             double h, State& u) {
  { constant.facts() } -> std::same_as<Facts>;
  /// The order on problems like this one, once h is small.
  { constant.order(problem) } -> std::convertible_to<int>;
  /// Prepares for steps of size h (s). The problem outlives the integrator. May throw Error.
  method.init(counted, h);
  /// Advances u by h; u moves only when the outcome is ok.
  { method.step(u) } -> std::same_as<Outcome>;
};

}  // namespace stiffbench
