#include "integrators/phi/half_size/chebyshev_error.hpp"

namespace stiffbench::phi {
namespace {

constexpr double epsilon = 2.2e-16;
/// The fraction of the rounding errors counted by round_offs() that is visible in results, as
/// measured with check phi.
constexpr double phase_noise = 0.3;

}  // namespace

/// The factor with which an error in the function of this term enters its output.
double ChebyshevError::weight(const HalfSizeRequest& request,
                              const HalfSizeRequest::Term& term) const {
  const bool from = request.inputs[term.input] == Part::position,
             to = request.outputs[term.output] == Part::position;
  if (from == to) return size[term.input];
  return to ? std::sqrt(interval.high + shift()) * size[term.input] : mass[term.input];
}

/// The number relative to which the error of an output is measured.
double ChebyshevError::reference(const HalfSizeRequest& request, int output) const {
  double sum = 0, whole = 0, phase = 0;
  for (const auto& term : request.terms) {
    if (term.output != output) continue;
    const bool position = request.inputs[term.input] == Part::position;
    sum += term.bound * std::exp(term.span * std::sqrt(shift() / 2)) * size[term.input];
    whole += term.bound * (position ? omega() : 1) * mass[term.input];
    phase = std::max(phase, term.span * omega());
  }
  return known_norm(sum, whole, phase, tolerance);
}

/// Round-off in a product moves an eigenvalue omega^2 by a rounding of the highest one, and so the
/// phase h omega by h omega_max^2 / (2 omega) roundings, at most (h omega_max)^2 / 2. For
/// positions, which have the weight omega, that is h omega_max^2 / 2 in all modes.
double ChebyshevError::round_offs(bool position, double h_omega) const {
  if (position) return (1 + phase_noise * h_omega) * omega();
  return 1 + phase_noise * std::max(h_omega, h_omega * h_omega / 2);
}

int ChebyshevError::degree(const HalfSizeRequest& request, const Expansion& expansion) const {
  const Eigen::MatrixXd& tails = expansion.tails;
  int result = 0;
  for (std::size_t t = 0; t < request.terms.size(); ++t) {
    const auto& term = request.terms[t];
    const double allowed = cut() * reference(request, term.output), counts = weight(request, term);
    while (result + 1 < tails.rows() && tails(result, t) * counts > allowed) ++result;
  }
  return result;
}

ChebyshevError::Estimate ChebyshevError::estimate(const HalfSizeRequest& request,
                                                  const Expansion& expansion, int top) const {
  Estimate result;
  for (int o = 0; o < std::ssize(request.outputs); ++o) {
    double left = 0, noise = 0;
    for (std::size_t t = 0; t < request.terms.size(); ++t) {
      const auto& term = request.terms[t];
      if (term.output != o) continue;
      const bool position = request.inputs[term.input] == Part::position;
      left += expansion.tails(top, t) * weight(request, term);
      noise += expansion.noise[t] * weight(request, term) +
               epsilon * term.bound * round_offs(position, term.span * omega()) * mass[term.input];
    }
    const double scale = reference(request, o);
    if (!(scale > 0)) continue;
    result.truncation = std::max(result.truncation, left / scale);
    result.floor = std::max(result.floor, noise / scale);
  }
  return result;
}

}  // namespace stiffbench::phi
