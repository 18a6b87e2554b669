#pragma once

#include "benchmarks/phi/tasks.hpp"
#include "integrators/kernels/linear/symmetric_product.hpp"

#include <memory>

namespace stiffbench {

/// The matrix A of y' = A y for M x'' = -K x with y = (sigma x, v), as a program of others sees it:
/// sigma = 1 is the plain first-order system, sigma = omega_max gives positions and velocities of
/// the fastest modes one size. Products with K are those of our own back ends.
class FirstOrderMatrix {
 public:
  FirstOrderMatrix(const Problem& problem, const Mat& K, double sigma);
  FirstOrderMatrix(const FirstOrderMatrix&) = delete;
  Eigen::Index size() const { return 2 * x_.size(); }
  /// Computes image = A y; `work` counts it.
  void times(const double* y, double* image, Work& work);
  /// The largest sum of magnitudes in a row, of a lumped mass.
  double infinity_norm() const { return norm_; }
  Vec enter(const phi::Pair& b) const;
  State leave(const Vec& y) const;

 private:
  const Problem& problem_;
  SymmetricProduct K_;
  double sigma_, norm_;
  Vec x_, force_, acceleration_;
};

/// A way to exp(h A) y that is not ours.
class ExponentialPeer {
 public:
  virtual ~ExponentialPeer() = default;
  /// Overwrites y with exp(h A) y, to its own idea of `tolerance`.
  virtual Outcome exponential(FirstOrderMatrix& A, double h, double tolerance, Vec& y,
                              Work& work) = 0;
};

/// Expokit's algorithm for exp(tA) v with a general A (Sidje, 10.1145/285861.285868), with the
/// numbers of its paper: 30 Arnoldi vectors, the corrected scheme, its error estimate and steps.
std::unique_ptr<ExponentialPeer> expokit();
/// SLEPc's MFN solver of this type, "krylov" or "expokit"; null in a build without SLEPc.
std::unique_ptr<ExponentialPeer> slepc(const std::string& type);

/// The product exp(hJ) b by a peer; of the settings it reads the tolerance.
class PeerExponential final : public Task {
 public:
  PeerExponential(std::shared_ptr<const Problem> problem, const State& u, double h, double sigma,
                  std::unique_ptr<ExponentialPeer> peer);
  void prepare(const Settings& settings) override;
  Outcome run(State& result) override;

 private:
  std::unique_ptr<ExponentialPeer> peer_;
  Mat K_;
  double h_, sigma_;
  phi::Pair b_;
  double tolerance_ = 0;
  const CountedProblem* counted_ = nullptr;
};

}  // namespace stiffbench
