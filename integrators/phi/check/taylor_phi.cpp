#include "integrators/phi/check/taylor_phi.hpp"

#include "integrators/kernels/linear/multiply.hpp"

#include <cmath>

namespace stiffbench {
namespace {

constexpr double longest_step = 4;  // of h omega: terms grow to 4^4/4! before they fall
constexpr int degree = 40;          // 4^40/40! = 1.5e-24

/// Computes phi_k(z J) b for one b.
class Series {
 public:
  Series(const Problem& problem, const Mat& K, double omega) : problem_(problem), K_(K) {
    omega_ = omega;
  }

  phi::Pair phi(int k, double z, const phi::Pair& b) {
    phi::Pair u{Vec::Zero(b.v.size()), Vec::Zero(b.v.size())};
    if (k == 0) u = b;
    const int steps = std::max(1, static_cast<int>(std::ceil(z * omega_ / longest_step)));
    const double h = z / steps;
    for (int s = 0; s < steps; ++s) advance(k, s * h, h, b, u);
    const double scale = std::pow(z, -k);
    u.x *= scale;
    u.v *= scale;
    return u;
  }

 private:
  /// Advances u(t) to u(t + h): u^(j+1) = J u^(j) + (d/dt)^j t^(k-1)/(k-1)! b.
  void advance(int k, double t, double h, const phi::Pair& b, phi::Pair& u) {
    phi::Pair derivative = u;
    double factor = 1;
    for (int j = 0; j < degree; ++j) {
      multiply(K_, problem_.block_size(), derivative.x, force_, uncounted_);
      problem_.mass().solve(force_, acceleration_);
      derivative.x = derivative.v;
      derivative.v = -acceleration_;
      if (k - 1 - j >= 0) {
        const double load = std::pow(t, k - 1 - j) / std::tgamma(k - j);
        derivative.x += load * b.x;
        derivative.v += load * b.v;
      }
      factor *= h / (j + 1);
      u.x += factor * derivative.x;
      u.v += factor * derivative.v;
    }
  }

  const Problem& problem_;
  const Mat& K_;
  double omega_;
  Vec force_, acceleration_;
  Work uncounted_;
};

}  // namespace

std::vector<phi::Pair> taylor_phi(const Problem& problem, const Mat& K, double omega, double h,
                                  const phi::Request& request, const std::vector<phi::Pair>& in) {
  Series series(problem, K, omega);
  std::vector<phi::Pair> out;
  for (const auto& output : request.outputs) {
    phi::Pair sum{Vec::Zero(K.rows()), Vec::Zero(K.rows())};
    for (const auto& term : output.terms) {
      phi::Pair b = in[term.input];
      if (!request.inputs[term.input].position) b.x.setZero(K.rows());
      const phi::Pair part = series.phi(term.k, term.c * h, b);
      sum.x += term.weight * part.x;
      sum.v += term.weight * part.v;
    }
    out.push_back(std::move(sum));
  }
  return out;
}

}  // namespace stiffbench
