#include "integrators/stabilised/finish.hpp"

#include <Eigen/LU>

#include <cstddef>

namespace stiffbench {
namespace {

/// The elementary weights of a stage for the trees
///   . [.] [..] [[.]] [...] [.[.]] [[..]] [[[.]]]
using Weights = Eigen::Matrix<double, 8, 1>;

/// Returns the weights of h F at a state with the weights y.
Weights slope(const Weights& y) {
  return (Weights() << 1, y[0], y[0] * y[0], y[1], y[0] * y[0] * y[0], y[0] * y[1], y[2], y[3])
      .finished();
}

struct LastTwo {
  Weights before = Weights::Zero(), now = Weights::Zero();  // Y_{s-5}, Y_{s-4}
};
LastTwo weigh(const std::vector<Recurrence::Stage>& stages) {
  LastTwo y;
  for (const Recurrence::Stage& s : stages) {
    const Weights next = s.mu * y.now + s.nu * y.before + s.of_last * slope(y.now);
    y.before = y.now;
    y.now = next;
  }
  return y;
}

/// The elementary weights that the last four stages have of themselves, as a method that starts at
/// Y_{s-4}: b e, b c, b c^2, b a c, b c^3, b c a c, b a c^2, b a a c. Each line is the condition of
/// one tree, where stages have the times p + c and the weights p_1 + p c + a c for [.].
Weights remaining(const Weights& p) {
  const double t = p[0];
  Weights w;
  w[0] = 1 - t;
  w[1] = 1. / 2 - p[1] - t * w[0];
  w[2] = 1. / 3 - p[2] - t * t * w[0] - 2 * t * w[1];
  w[3] = 1. / 6 - p[3] - p[1] * w[0] - t * w[1];
  w[4] = 1. / 4 - p[4] - t * t * t * w[0] - 3 * t * t * w[1] - 3 * t * w[2];
  w[5] = 1. / 8 - p[5] - t * p[1] * w[0] - (t * t + p[1]) * w[1] - t * (w[2] + w[3]);
  w[6] = 1. / 12 - p[6] - p[2] * w[0] - t * t * w[1] - 2 * t * w[3];
  w[7] = 1. / 24 - p[7] - p[3] * w[0] - p[1] * w[1] - t * w[3];
  return w;
}

/// The method of four stages with these elementary weights. The sums b c, b c^2 and b c^3 are
/// linear in b; b a c and b c a c then in the two products b_3 a_32 c_2 and b_4 (a_42 c_2 + a_43
/// c_3), and b a c^2 in b_4 a_43. The last one, b a a c, is the condition for c_4.
Recurrence::Finish four_stages(const Weights& w) {
  Recurrence::Finish m;
  const double c2 = 7. / 8 * w[0], c3 = 11. / 20 * w[0], rest = w[6] - c2 * w[3];
  const double c4 =
      (w[5] * rest - w[7] * (w[4] - c2 * w[2])) / (w[3] * rest + w[7] * (c2 * w[1] - w[2]));
  const auto weight = [&](double of, double other, double third) {
    return (w[4] - (other + third) * w[2] + other * third * w[1]) /
           (of * (of - other) * (of - third));
  };
  m.c = {0, c2, c3, c4};
  m.b = {0, weight(c2, c3, c4), weight(c3, c2, c4), weight(c4, c2, c3)};
  m.b[0] = w[0] - m.b[1] - m.b[2] - m.b[3];
  const double third = (c4 * w[3] - w[5]) / (c4 - c3), fourth = w[3] - third;
  const double a32 = third / (m.b[2] * c2), a43 = rest / (c3 * (c3 - c2) * m.b[3]);
  const double a42 = (fourth / m.b[3] - a43 * c3) / c2;
  m.a = {{{}, {c2}, {c3 - a32, a32}, {c4 - a42 - a43, a42, a43}}};
  return m;
}

/// The weights b - b^ for h F(Y_{s-5}) and the four stages, where b^ has order 3 and no part of the
/// last stage.
std::array<double, 5> error_weights(const LastTwo& y, const Recurrence::Finish& m) {
  std::array<Weights, 5> slopes{slope(y.before)};
  for (std::size_t i = 0; i < 4; ++i) {
    Weights stage = y.now;
    for (std::size_t j = 0; j < i; ++j) stage += m.a[i][j] * slopes[j + 1];
    slopes[i + 1] = slope(stage);
  }
  Eigen::Matrix4d up_to_order_3;
  for (Eigen::Index i = 0; i < 4; ++i)
    up_to_order_3.col(i) = slopes[static_cast<std::size_t>(i)].head<4>();
  const Eigen::Vector4d e = up_to_order_3.partialPivLu().solve(-m.b[3] * slopes[4].head<4>());
  return {e[0], e[1], e[2], e[3], m.b[3]};
}

}  // namespace

Recurrence::Finish make_finish(const std::vector<Recurrence::Stage>& stages) {
  const LastTwo y = weigh(stages);
  Recurrence::Finish m = four_stages(remaining(y.now));
  m.error = error_weights(y, m);
  return m;
}

}  // namespace stiffbench
