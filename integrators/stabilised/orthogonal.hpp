#pragma once

#include "integrators/stabilised/recurrence.hpp"

#include <array>
#include <vector>

namespace stiffbench {

/// A polynomial at a point: the coefficients of its powers of x - x0, up to the fourth.
using Jet = std::array<double, 5>;

/// The complex zeros root +- i height of a weight.
struct RootPair {
  double root, height;
};

/// The monic polynomials p_0 to p_degree, orthogonal on [-1, 1] for the weight w^2 / sqrt(1 - x^2),
/// where w is the monic polynomial with these zeros. The product R = w p_degree oscillates between
/// nearly equal bounds, which makes it nearly a polynomial with the longest real interval of
/// stability (Abdulle, Medovikov, DOI 10.1007/s002110100292).
class WeightedPolynomials {
 public:
  WeightedPolynomials(int degree, double x0, std::vector<RootPair> zeros);
  /// R at x0.
  const Jet& product() const { return product_; }
  /// w at x0.
  const Jet& weight() const { return weight_; }
  /// R(x) / R(x0).
  double ratio(double x) const;
  /// The stages whose stability function is p_j(x0 + z / scale) / p_j(x0), for j = 1 to the degree.
  std::vector<Recurrence::Stage> stages(double scale) const;

 private:
  double weight_at(double x) const;
  void extend(Jet& last);

  double x0_;
  std::vector<RootPair> zeros_;
  // p_{j+1} = (x - alpha_j) p_j - beta_j p_{j-1}.
  std::vector<double> alpha_, beta_;
  std::vector<Jet> at_x0_;  // p_0 to p_degree
  Jet weight_, product_;
};

/// Sets c_j of every stage, from the other coefficients.
void set_times(std::vector<Recurrence::Stage>& stages);

}  // namespace stiffbench
