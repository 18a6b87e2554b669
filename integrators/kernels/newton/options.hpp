#pragma once

#include "base/parameters.hpp"

#include <array>

namespace stiffbench {

/// The times at which Newton's matrix is assembled and factorized: for every update, at the start
/// of every stage (of every step, where stages are coupled), or as soon as updates shrink too
/// slowly.
enum class Refactorize { always, step, when_slow };
constexpr auto names_of(Refactorize) { return std::array{"always", "step", "when_slow"}; }

/// The merit that has to fall along an update: none, the norm of the residual, the size of the next
/// update with the present matrix, or the incremental potential of the stage.
enum class LineSearch { none, residual, natural, energy };
constexpr auto names_of(LineSearch) { return std::array{"none", "residual", "natural", "energy"}; }

/// The treatment of a matrix that is not positive definite: LU of the unchanged matrix, a multiple
/// of M added to it, or assembly without the negative curvature of any element.
enum class HessianCorrection { none, mass_shift, psd_projection };
constexpr auto names_of(HessianCorrection) {
  return std::array{"none", "mass_shift", "psd_projection"};
}

/// The matrix of coupled stages: with K and D of each stage, or with those of one stage for all
/// (simplified_newton.hpp), or the one that suits the number of unknowns.
enum class CoupledNewton { automatic, full, simplified };
constexpr auto names_of(CoupledNewton) { return std::array{"auto", "full", "simplified"}; }

/// The options of Newton's iteration; kernels/NEWTON.md compares them by measurements.
struct NewtonOptions {
  double tolerance = 1e-12;
  int max_iterations = 100;
  Refactorize refactorize = Refactorize::when_slow;
  LineSearch line_search = LineSearch::natural;
  HessianCorrection hessian_correction = HessianCorrection::mass_shift;
  double forcing = 0.01;  ///< the largest relative error of an update by conjugate gradients

  /// The parameters of every iteration; `coupled` is true where one iteration solves a whole step.
  static void control_parameters(auto& self, auto&& parameter, bool coupled) {
    parameter("tolerance", self.tolerance, between(1e-16, 1), "of Newton's updates, relative",
              Ladder{1e-12, 1e-10, 1e-8, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2});
    parameter("max_iterations", self.max_iterations, at_least(1),
              coupled ? "Newton updates per step" : "Newton updates per stage");
    parameter("refactorize", self.refactorize, one_of<Refactorize>(),
              coupled ? "the matrix: of each update, of each step's start, or kept until updates "
                        "shrink by less than a factor of 10 (a linear problem then needs one)"
                      : "the matrix: of each update, of each stage's start, or kept until updates "
                        "shrink by less than a factor of 10 (a linear problem then needs one)",
              Ladder{"when_slow", "step", "always"});
  }
};

}  // namespace stiffbench
