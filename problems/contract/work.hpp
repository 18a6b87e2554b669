#pragma once

namespace stiffbench {

/// The work of a run, in calls. Only CountedProblem and the counted kernels increase these
/// counters, so no method can understate its work.
struct Work {
  long force = 0;       ///< evaluations of f(x, v, t), whole or as many elements as the body has
  long fast_force = 0;  ///< evaluations of the fast part of the force alone
  long jacobian_products = 0;   ///< products (df/dx) dx + (df/dv) dv without a matrix
  long stiffness = 0;           ///< assemblies of K
  long damping = 0;             ///< assemblies of D
  long time_derivative = 0;     ///< evaluations of df/dt
  long potential = 0;           ///< evaluations of the potential energy
  long stiffness_products = 0;  ///< products with an assembled half-size operator
  long factorize = 0;           ///< numeric matrix factorizations
  long indefinite = 0;          ///< symmetric matrices that were not positive definite
  long solve = 0;               ///< triangular solves with a factorized matrix
  long newton_iterations = 0;   ///< updates of Newton's iteration
  long krylov_vectors = 0;      ///< basis vectors of a Krylov or Chebyshev process
  long one_time_setups = 0;     ///< one-time constructions: eigenvalue bounds, dense functions
  long incomplete_factorizations = 0;  ///< preconditioners of conjugate gradients
  long incomplete_solves = 0;          ///< applications of these
  long element_gradients = 0;  ///< gradients of single elements, which are also counted in `force`
  long element_hessians = 0;   ///< of these, the ones with the Hessian of one node

  /// Calls visit(name, count) for every counter, in the order above.
  template <class Self, class Visit>
  static void each(Self& work, Visit&& visit) {
    visit("force", work.force);
    visit("fast_force", work.fast_force);
    visit("jacobian_products", work.jacobian_products);
    visit("stiffness", work.stiffness);
    visit("damping", work.damping);
    visit("time_derivative", work.time_derivative);
    visit("potential", work.potential);
    visit("stiffness_products", work.stiffness_products);
    visit("factorize", work.factorize);
    visit("indefinite", work.indefinite);
    visit("solve", work.solve);
    visit("newton_iterations", work.newton_iterations);
    visit("krylov_vectors", work.krylov_vectors);
    visit("one_time_setups", work.one_time_setups);
    visit("incomplete_factorizations", work.incomplete_factorizations);
    visit("incomplete_solves", work.incomplete_solves);
    visit("element_gradients", work.element_gradients);
    visit("element_hessians", work.element_hessians);
  }
};

}  // namespace stiffbench
