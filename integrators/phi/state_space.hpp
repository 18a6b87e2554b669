#pragma once

#include "integrators/kernels/symmetric_product.hpp"
#include "integrators/outcome.hpp"
#include "integrators/phi/phi.hpp"
#include "integrators/phi/spectrum.hpp"

namespace stiffbench::phi {

/// The Jacobian of the first-order system as an operator on stacked vectors y of length 2n, in the
/// coordinates and with the inner product that the options name. With N = sqrt(M) where M is
/// diagonal and N = I where it is not, and sigma = omega_max (scaled) or 1 (otherwise),
///   y = (sigma N x, N v),  <y, y> = y' weight(y);
/// the weight is the identity for a diagonal mass and `euclidean` or `scaled`, which saves both
/// time and memory (the symmetrically scaled coordinates of 10.1145/3072959.3073706, appendix A).
class StateSpace {
 public:
  void init(const CountedProblem& problem, double h, const Options& options);
  /// Estimates omega_max at the first call, and again when the rows of K have grown.
  Outcome linearise(const Mat& K, const Mat& D);

  Eigen::Index size() const { return 2 * n_; }
  bool weighted() const { return energy_ || !lumped_; }
  /// h omega_max.
  double span() const { return h_ * omega_; }
  /// h sqrt(-lambda_min) where K is indefinite: vectors may grow like exp of it.
  double growth() const { return growth_; }
  /// Nonzero entries of K and D: what a product costs.
  double entries() const { return entries_; }

  void enter(const Pair& b, bool position, Eigen::Ref<Vec> y) const;
  /// sum += factor * the pair that y stands for.
  void leave(const Eigen::Ref<const Vec>& y, double factor, bool velocity, Pair& sum);
  /// image = h J y; `weight` is that of y, where weighted().
  void apply(const Eigen::Ref<const Vec>& y, const Eigen::Ref<const Vec>& weight,
             Eigen::Ref<Vec> image);
  void weigh(const Eigen::Ref<const Vec>& y, Eigen::Ref<Vec> weight);
  /// The norm of phi::Options.
  double energy_norm(const Pair& b, bool position);

  struct Norm {
    double length;    ///< in the inner product of this space
    double bound;     ///< no less than the norm of phi::Options
    bool indefinite;  ///< x' K x < 0 beyond round-off
  };
  /// Of y, with its weight where weighted().
  Norm norm(const Eigen::Ref<const Vec>& y, const Eigen::Ref<const Vec>& weight) const;

 private:
  /// image_ = N^-1 K N^-1 x for the given multiple of it.
  void stiffness_times(const Eigen::Ref<const Vec>& x, double factor);

  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  Eigen::Index n_ = 0;
  bool lumped_ = true, energy_ = false, scaled_ = false, damped_ = false;
  Vec root_, inverse_root_;  // of a diagonal mass
  SymmetricProduct K_;
  const Mat* D_ = nullptr;
  double sigma_ = 1, omega_ = 0, shift_ = 0, growth_ = 0, entries_ = 0;
  double rows_ = 0;  // the largest row of K when omega_ was estimated
  Vec argument_, image_, force_;
};

}  // namespace stiffbench::phi
