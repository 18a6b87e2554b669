#pragma once

#include "integrators/contract/outcome.hpp"
#include "integrators/kernels/linear/symmetric_product.hpp"
#include "integrators/phi/phi.hpp"

#include <cmath>
#include <memory>
#include <optional>
#include <string>

namespace stiffbench::phi {

/// The Jacobian of the first-order system as an operator on stacked vectors y of length 2n, in some
/// coordinates and with some inner product <y, y> = y' weight(y). Where weighted() is false the
/// weight is the identity, which saves time and memory. Classes of spaces are values.
class StateSpace {
 public:
  virtual ~StateSpace() = default;
  virtual void init(const CountedProblem& problem, double h, const Options& options) = 0;
  /// Estimates omega_max in the first call, and again when the rows of K have grown.
  virtual Outcome linearise(const Mat& K, const Mat& D) = 0;

  virtual bool weighted() const = 0;
  virtual void enter(const Pair& b, bool position, Eigen::Ref<Vec> y) = 0;
  /// Adds factor * (the positions and velocities that have the coordinates y) to sum.
  virtual void leave(const Eigen::Ref<const Vec>& y, double factor, bool velocity, Pair& sum) = 0;
  /// Computes image = h J y; `weight` is weight(y) where weighted().
  virtual void apply(const Eigen::Ref<const Vec>& y, const Eigen::Ref<const Vec>& weight,
                     Eigen::Ref<Vec> image) = 0;
  virtual void weigh(const Eigen::Ref<const Vec>& y, Eigen::Ref<Vec> weight) = 0;

  struct Norm {
    double length;    ///< in the inner product of this space
    double bound;     ///< at least the norm of phi::Options
    bool indefinite;  ///< x' K x < 0 beyond round-off
  };
  /// The norm of y; `weight` is weight(y) where weighted(), otherwise y itself.
  virtual Norm norm(const Eigen::Ref<const Vec>& y, const Eigen::Ref<const Vec>& weight) const = 0;
  /// The error of this J itself over h, relative and in the energy norm.
  virtual double perturbation() const { return 0; }
  /// The cause of that error, for messages.
  virtual std::string blemish() const { return ""; }

  Eigen::Index size() const { return 2 * n_; }
  /// The phase h omega_max of a step.
  double span() const { return h_ * omega_; }
  /// An upper bound of the norm of h J in the norm of phi::Options. It is far above span() with
  /// strong damping.
  double size_of_operator() const { return h_ * (omega_ + damping_); }
  /// The growth h sqrt(-lambda_min) where K is indefinite: vectors may grow by exp(growth()). Where
  /// K has a skew part, the norm of that part contributes as well (see state_space.cpp).
  double growth() const { return h_ * std::sqrt(shift_ / 2); }
  /// The number of matrix entries that a product reads.
  double entries() const { return entries_; }
  /// The norm of b as in phi::Options; with `position` false, b.x is zero and not read.
  double energy_norm(const Pair& b, bool position);

 protected:
  void begin(const CountedProblem& problem, double h);
  Outcome estimate(const Mat& K, const Mat& D);
  /// Adds the product of K's skew part with x to `image`, which holds that of the symmetric part.
  void add_skew_times(const Vec& x, Vec& image);
  /// Computes image = D v.
  void damping_times(const Vec& v, Vec& image) const;

  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  Eigen::Index n_ = 0;
  bool lumped_ = true, damped_ = false;
  Vec root_, inverse_root_;       // sqrt(M) of a lumped mass
  SymmetricProduct K_;            // with the symmetric part of K
  double omega_ = 0, shift_ = 0;  // shift: s of phi::Options
  double damping_ = 0;            // an upper bound of the eigenvalues of M^-1 D (1/s)
  double entries_ = 0;

 private:
  const Mat* D_ = nullptr;
  Mat symmetric_;  // the parts of an unsymmetric K
  std::optional<Mat> skew_;
  double rows_ = 0;    // the largest row of K at the last estimate of omega_
  double lowest_ = 0;  // the smallest eigenvalue of the symmetric part then, or 0
  Vec image_, weight_;
};

/// The coordinates (x, v). With N = sqrt(M) where M is lumped and N = I otherwise, and sigma =
/// omega_max (scaled) or 1 (otherwise), y = (sigma N x, N v): the symmetrically scaled coordinates
/// of 10.1145/3072959.3073706, appendix A. They need no weight for a lumped mass and `euclidean` or
/// `scaled`.
Cloned<StateSpace> position_space();

/// The coordinates (Omega x, v): with M = L L' and Omega = sqrt(L^-1 K0 L^-T), y = (Omega L' x, L'
/// v). The matrices are dense.
Cloned<StateSpace> root_space();

}  // namespace stiffbench::phi
