#include "problems/meshes/cuboid_chain.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <numbers>
#include <string>

namespace stiffbench {

double Fibre::bending() const { return youngs * std::pow(thickness, 4) / 12; }
double Fibre::stretching() const { return youngs * thickness * thickness; }
double Fibre::line_mass() const { return density * thickness * thickness; }

double Fibre::torsion() const {
  double sum = 0;  // the terms decrease like n^-5
  for (int n = 1; n < 1000; n += 2) sum += std::tanh(n * std::numbers::pi / 2) / std::pow(n, 5);
  return shear * std::pow(thickness, 4) * (1 - 192 / std::pow(std::numbers::pi, 5) * sum) / 3;
}

CuboidStiffness cuboid_stiffness(const Fibre& fibre) {
  const double h = fibre.segment(), b = fibre.hull;
  const double lF2 = h * h + b * b, lV2 = h * h + 2 * b * b;
  const double chi = fibre.torsion() * h * h / (2 * fibre.bending() * b * b);
  if (!(chi <= 1))
    throw Error("a chain of cuboids carries bending and torsion where G J h^2 <= 2 E I b^2",
                fmt::format("a ratio of {} for segments of {} and a hull of {}", chi, h, b),
                fmt::format("take a hull of at least {:.6g}, or shorter segments",
                            1.000001 * b * std::sqrt(chi)));
  const double face = fibre.torsion() * lF2 / (2 * std::pow(b, 4) * h);
  const double longitudinal = fibre.bending() / (h * b * b) - face * h * h / lF2;
  const double volume =
      (fibre.stretching() / h - 4 * longitudinal - 8 * face * h * h / lF2) * lV2 / (4 * h * h);
  if (!(volume >= 0))
    throw Error("a chain of cuboids stretches no less than its edges and faces make it",
                fmt::format("a stiffness of {} for the diagonals of the volume", volume),
                "take a wider hull, or a larger Young's modulus");
  return {longitudinal, face, volume};
}

namespace {

/// Returns the number of edges between two corners: corners 0 .. 3 have bits for +x and +y.
int distance(int a, int b) { return std::popcount(static_cast<unsigned>(a ^ b)); }

void append(CuboidChain::Pairs& pairs, int a, int b) {
  pairs.conservativeResize(2, pairs.cols() + 1);
  pairs.rightCols<1>() << a, b;
}

}  // namespace

CuboidChain::Pairs CuboidChain::joined() const {
  Pairs all(2, longitudinal.cols() + faces.cols() + volume.cols() + sections.cols());
  all << longitudinal, faces, volume, sections;
  return all;
}

CuboidChain cuboid_chain(const Fibre& fibre) {
  const int sections = fibre.segments + 1;
  CuboidChain chain;
  chain.points.resize(3, 4 * sections);
  chain.masses.resize(4 * sections);
  for (int s = 0; s < sections; ++s)
    for (int a = 0; a < 4; ++a) {
      const int here = 4 * s + a;
      const bool end = s == 0 || s + 1 == sections;
      chain.points.col(here) << (a & 1 ? 0.5 : -0.5) * fibre.hull,
          (a & 2 ? 0.5 : -0.5) * fibre.hull, s * fibre.segment();
      chain.masses[here] = fibre.line_mass() * fibre.segment() / (end ? 8 : 4);
      if (s == 0) continue;
      for (int b = 0; b < 4; ++b) {
        auto& along = distance(a, b) == 0   ? chain.longitudinal
                      : distance(a, b) == 1 ? chain.faces
                                            : chain.volume;
        append(along, here, 4 * (s - 1) + b);
        if (b < a) append(chain.sections, here, 4 * s + b);
      }
    }
  return chain;
}

}  // namespace stiffbench
