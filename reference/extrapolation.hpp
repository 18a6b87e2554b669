#pragma once

#include "reference/archive.hpp"
#include "reference/equation.hpp"

#include <fmt/format.h>

#include <string>

namespace stiffbench::references {

/// The explicit midpoint rule with 2, 4, ..., 2 `columns` substeps, extrapolated to order 2
/// `columns`, for u = (x, v) and any force (Gragg, DOI 10.1137/0702030; Bulirsch, Stoer,
/// DOI 10.1007/BF02165234). The method computes increments from the start of the step, so that a
/// small increment loses no digits.
template <class Scalar, int columns = 8>
class Extrapolation {
 public:
  static std::string name() { return fmt::format("extrapolated midpoint rule, order {}", order); }
  static constexpr int order = 2 * columns;
  static constexpr double evaluations = columns * (columns + 1) - columns + 1;  ///< for one step

  Extrapolation(const Equation<Scalar>& equation, Scalar h)
      : equation_(equation), h_(h), x_(equation.dof()), v_(equation.dof()) {}

  void step(StateOf<Scalar>& u) {
    equation_.acceleration(u, a0_);
    midpoint(u, 2 * columns);
    sum_ = finest_ = now_;
    // The weights add up to 1, but some are large. They multiply small differences from the finest
    // result, so that they do not amplify the round-off of the results.
    for (int j = 1; j < columns; ++j) {
      midpoint(u, 2 * j);
      const Scalar w = weight(j);
      sum_.x += w * (now_.x - finest_.x);
      sum_.v += w * (now_.v - finest_.v);
    }
    x_.add(u.x, sum_.x);
    v_.add(u.v, sum_.v);
  }
  void serialize(Archive& archive) {
    x_.serialize(archive);
    v_.serialize(archive);
  }

 private:
  /// Returns the weight of the result with 2j substeps in the limit of vanishing substeps, which is
  /// the Lagrange polynomial in the squared substep, at 0.
  static Scalar weight(int j) {
    Scalar product = 1;
    for (int i = 1; i <= columns; ++i)
      if (i != j) product *= static_cast<Scalar>(j * j) / static_cast<Scalar>(j * j - i * i);
    return product;
  }

  /// Computes the increment over one step in `count` substeps, an even number, and stores it in
  /// now_.
  void midpoint(const StateOf<Scalar>& u, int count) {
    const Scalar d = h_ / static_cast<Scalar>(count);
    before_ = {0, VecOf<Scalar>::Zero(u.x.size()), VecOf<Scalar>::Zero(u.x.size())};
    now_ = {d, d * u.v, d * a0_};
    for (int m = 1; m < count; ++m) {
      at_ = {u.t + now_.t, u.x + now_.x, u.v + now_.v};
      equation_.acceleration(at_, a_);
      before_.x += 2 * d * at_.v;
      before_.v += 2 * d * a_;
      before_.t = d * static_cast<Scalar>(m + 1);
      std::swap(before_, now_);
    }
  }

  const Equation<Scalar>& equation_;
  Scalar h_;
  VecOf<Scalar> a0_, a_;
  StateOf<Scalar> sum_, finest_, before_, now_, at_;
  CompensatedSum<Scalar> x_, v_;
};

}  // namespace stiffbench::references
