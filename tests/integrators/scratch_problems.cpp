#include "tests/integrators/scratch_problems.hpp"

#include <Eigen/QR>

#include <cmath>
#include <random>

namespace stiffbench::test {
namespace {

/// linear + d(c |w|^2 w)/dw
Mat with_cubic(const Mat& linear, double c, const Vec& w) {
  if (c == 0) return linear;
  const Eigen::MatrixXd full =
      Eigen::MatrixXd(linear) +
      c * (2 * w * w.transpose() + w.squaredNorm() * Eigen::MatrixXd::Identity(w.size(), w.size()));
  return full.sparseView(1, 0);
}

}  // namespace

Everything::Everything(Data data) : d_(std::move(data)) {
  for (Vec* load : {&d_.load0, &d_.load1, &d_.load2})
    if (load->size() == 0) *load = Vec::Zero(d_.K.rows());
}

ProblemTraits Everything::traits() const {
  ProblemTraits traits;
  traits.damped = damped();
  traits.varying_damping = traits.damped && d_.cubic_damping != 0;
  traits.time_dependent = !d_.load1.isZero(0) || !d_.load2.isZero(0);
  traits.linear = d_.cubic == 0 && d_.cubic_damping == 0;
  traits.rayleigh = d_.rayleigh;
  return traits;
}

void Everything::force(const State& u, Vec& f) const {
  f = -(d_.K * u.x) - d_.cubic * u.x.squaredNorm() * u.x + d_.load0 + d_.load1 * u.t +
      d_.load2 * std::cos(3 * u.t);
  if (damped()) f -= d_.D * u.v + d_.cubic_damping * u.v.squaredNorm() * u.v;
}

void Everything::jacobian_times(const State& u, const Vec& dx, const Vec& dv, Vec& df) const {
  Mat K, D;
  stiffness(u, K);
  df = -(K * dx);
  if (!damped()) return;
  damping(u, D);
  df -= D * dv;
}

void Everything::stiffness(const State& u, Mat& K) const { K = with_cubic(d_.K, d_.cubic, u.x); }

void Everything::damping(const State& u, Mat& D) const {
  if (damped()) D = with_cubic(d_.D, d_.cubic_damping, u.v);
}

void Everything::time_derivative(const State& u, Vec& rate) const {
  rate = d_.load1 - 3 * d_.load2 * std::sin(3 * u.t);
}

void Everything::load(double t, Vec& f) const {
  f = d_.load0 + d_.load1 * t + d_.load2 * std::cos(3 * t);
}

double Everything::potential(const State& u) const {
  const double square = u.x.squaredNorm();
  return 0.5 * u.x.dot(d_.K * u.x) + 0.25 * d_.cubic * square * square;
}

Vec random_vector(Eigen::Index n, unsigned seed) {
  std::mt19937 generator(seed);
  Vec v(n);
  for (double& entry : v) entry = static_cast<double>(generator()) / 2147483648.0 - 1;
  return v;
}

Mass lumped_mass(Eigen::Index n) { return Mass(Vec(random_vector(n, 7) * 0.5 + Vec::Ones(n))); }

Mass consistent_mass(Eigen::Index n) {
  Mat m(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = std::max<Eigen::Index>(0, i - 1); j <= std::min(n - 1, i + 1); ++j)
      m.insert(i, j) = i == j ? 2.0 / 3 + 0.1 * static_cast<double>(i % 3) : 1.0 / 6;
  m.makeCompressed();
  return Mass(m);
}

Mat with_eigenvalues(const Vec& eigenvalues, unsigned seed) {
  const Eigen::Index n = eigenvalues.size();
  Eigen::MatrixXd square(n, n);
  for (Eigen::Index j = 0; j < n; ++j)
    square.col(j) = random_vector(n, seed + static_cast<unsigned>(j));
  const Eigen::MatrixXd q = Eigen::HouseholderQR<Eigen::MatrixXd>(square).householderQ();
  Eigen::MatrixXd full = q * eigenvalues.asDiagonal() * q.transpose();
  full = (0.5 * (full + full.transpose())).eval();
  return full.sparseView(1, 0);
}

}  // namespace stiffbench::test
