// A semicircular arch of rigid voussoirs under its own weight stands if its thickness is at least
// 0.1075 of its mean radius (Milankovitch; Cocchetti, Rizzi, DOI 10.3221/IGF-ESIS.51.26): only then
// a line of thrust lies within it. Hinges open at joints only, so that a few voussoirs stand at a
// slightly smaller thickness. Ours has 11, whose limit, 0.1046, comes from the same equilibrium.
//
// The limit is measured by bisection between 0.85 and 1.15 of it. An arch stands if its crown falls
// by less than 1% of the radius in 1 s. Barriers move the limit: a hinge carries the thrust alone
// only when it has turned by dhat/t, t the thickness; that moves points at the distance R by R
// dhat/t, for two hinges that bound a part of the arch and at both of its faces. So the band is the
// half width of the last interval plus 4 R dhat/t. The barriers are as stiff as the thrust at the
// feet, half of the weight, needs at dhat/2: stiffer ones would push the joints apart at the start,
// and the arch would fall by that. Energy that returns later does the same, so that only implicit
// Euler must stand.

#include "harness/contact/ladder.hpp"
#include "problems/contact/contact_problem.hpp"
#include "problems/contract/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace stiffbench::contact_ladder::arch {
namespace {

constexpr long voussoirs = 11;
constexpr double reach = 2e-5, density = 2000, width = 0.3;  // m, kg/m^3, m; the radius is 1 m
constexpr int halvings = 4;

/// s (q - H r sin a - w) >= 0: the resultant of a joint passes inside of one of its ends. H is the
/// thrust and q/H its height at the crown.
struct Condition {
  double of_q, of_H, constant;
  double at(double q, double H) const { return of_q * q + of_H * H + constant; }
};

/// Conditions of all joints of the right half of an arch of mean radius 1, from the moments of what
/// lies above each joint about its two ends.
std::vector<Condition> conditions(long count, double thickness) {
  const double part = std::numbers::pi / static_cast<double>(count);
  const double inner = 1 - thickness / 2, outer = 1 + thickness / 2;
  std::vector<Condition> all;
  double weight = 0, moment = 0;  // of areas, the latter about the crown's vertical
  for (long joint = (count - 1) / 2; joint >= 0; --joint) {
    const double low = static_cast<double>(joint) * part;
    // Sections of voussoirs are trapezoids; that of the crown, of which this is half, is symmetric.
    const double high = std::min(low + part, std::numbers::pi / 2);
    const bool is_half = high - low < 0.75 * part;
    const double flat = is_half ? std::cos(part / 2) : 1;
    const auto triangle = [&](double r) {  // from the centre to the chord: area and moment
      const double x = r * std::cos(low), y = r * std::sin(low);
      const double X = is_half ? 0 : r * std::cos(high),
                   Y = is_half ? r * flat : r * std::sin(high);
      const double area = (x * Y - X * y) / 2;
      return std::pair(area, area * (x + X) / 3);
    };
    const auto [area, first] = triangle(outer);
    const auto [hole, hole_first] = triangle(inner);
    weight += area - hole;
    moment += first - hole_first;
    for (const auto& [r, sign] : {std::pair(inner, 1.), std::pair(outer, -1.)})
      all.push_back(
          {sign, -sign * r * std::sin(low), -sign * (weight * r * std::cos(low) - moment)});
  }
  return all;
}

/// True if a thrust and its height at the crown meet all conditions: those of a corner of the
/// polygon that they bound do.
bool stands(long count, double thickness) {
  const std::vector<Condition> all = conditions(count, thickness);
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const auto& [a, b, c] = all[i];
      const auto& [d, e, f] = all[j];
      const double det = a * e - b * d;
      if (std::abs(det) < 1e-12) continue;
      const double q = (b * f - c * e) / det, H = (c * d - a * f) / det;
      const auto met = [&](const Condition& each) { return each.at(q, H) > -1e-12; };
      if (H > 0 && std::ranges::all_of(all, met)) return true;
    }
  return false;
}

/// Halves an interval whose lower end falls and whose upper end stands, and returns its middle.
template <class Stands>
double bisect(double low, double high, int times, const Stands& does_stand) {
  for (int i = 0; i < times; ++i) {
    const double middle = (low + high) / 2;
    (does_stand(middle) ? high : low) = middle;
  }
  return (low + high) / 2;
}

double limit(long count) {
  return bisect(0.01, 0.5, 50, [&](double thickness) { return stands(count, thickness); });
}

/// The fall of the crown (percent of the radius) after 1 s, or as soon as it is more than 1.
Outcome ride(double thickness, const Contestant& method, double& fall) {
  const double feet = density * std::numbers::pi * thickness * width * 9.81 / 2;  // N
  const auto problem = ProblemRegistry::instance().make(
      "voussoir_arch", {{"voussoirs", voussoirs},
                        {"thickness", thickness},
                        {"density", density},
                        {"width", width},
                        {"reach", reach},
                        {"contact", feet / (4 * 1.193147181 * reach)}});
  const auto& bodies = dynamic_cast<const ContactProblem&>(*problem);
  constexpr int crown = voussoirs / 2;
  const double start = bodies.centre(crown, problem->start().x)[1];
  Ride ride(*problem, method, {2e-3, 0});
  fall = 0;
  while (ride.state().t < 1 && fall < 1) {
    if (Outcome outcome = ride.until(ride.state().t + 0.01); !outcome.ok()) return outcome;
    fall = 100 * (start - bodies.centre(crown, ride.state().x)[1]);
  }
  return {};
}

Outcome measure(double low, double high, const Contestant& method, std::vector<double>& measured) {
  Outcome outcome;
  const auto does_stand = [&](double thickness) {
    double fall = 0;
    if (outcome.ok()) outcome = ride(thickness, method, fall);
    return fall < 1;
  };
  const bool falls = !does_stand(low), is_above = falls && outcome.ok() && does_stand(high);
  if (!outcome.ok()) return outcome;
  // A method with which both ends stand, or both fall, has its limit at or beyond an end.
  measured = {is_above ? bisect(low, high, halvings, does_stand) : falls ? high : low};
  return outcome;
}

std::vector<Rung> rungs() {
  const double predicted = limit(voussoirs), low = 0.85 * predicted, high = 1.15 * predicted;
  const double half_width = (high - low) / std::pow(2, halvings + 1);
  return {{.parameters = fmt::format("{} voussoirs", voussoirs),
           .predictions = {near(half_width + 4 * reach / predicted, "least thickness / radius", "",
                                predicted)},
           .measure = [low, high](const Contestant& method,
                                  std::vector<double>& m) { return measure(low, high, method, m); },
           .must_stand = {"implicit_euler"}}};
}

const bool enrolled =
    enrol({11, "arch", "a semicircular arch of voussoirs",
           "it stands if thickness / radius >= 0.1075; 0.1046 of 11 voussoirs", rungs});

}  // namespace
}  // namespace stiffbench::contact_ladder::arch
