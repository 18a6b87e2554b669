#include "problems/plastic/plastic_springs.hpp"

#include <cmath>

namespace stiffbench {

using Eigen::Index;

PlasticSprings::PlasticSprings(const Elements& elements, const Eigen::Matrix3Xd& rest,
                               const std::vector<int>& free_index, PlasticLaw law,
                               const Mat& pattern)
    : springs_(elements, rest, free_index, law.k, pattern), law_(law), l0_(elements.cols()) {
  for (Index i = 0; i < elements.cols(); ++i)
    l0_[i] = (rest.col(elements(1, i)) - rest.col(elements(0, i))).norm();
}

double PlasticSprings::potential(BodyIn<double> u, PlasticIn<double> z) const {
  double energy = 0;
  with_flow(z, [&](const auto& flow) { energy = springs_.potential(u, flow); });
  return energy;
}

/// Returns the elastic elongations.
Vec PlasticSprings::elongations(const Vec& u, PlasticIn<double> z) const {
  Vec e;
  with_flow(z, [&](const auto& flow) { e = springs_.elongations(u, flow); });
  return e;
}

Vec PlasticSprings::strains(const Vec& u, PlasticIn<double> z) const {
  return elongations(u, z).cwiseQuotient(l0_);
}

/// Adds moved(e, limit) to the plastic elongation wherever the elastic one, e, exceeds the limit.
template <class Change>
double PlasticSprings::change(const Vec& u, double yield, Vec& z, Change&& moved) const {
  const Vec all = elongations(u, z);
  double work = 0;
  for (Index i = 0; i < all.size(); ++i) {
    const double e = all[i], limit = yield * l0_[i];
    if (std::abs(e) <= limit) continue;
    const double part = moved(e, std::copysign(limit, e));
    z[law_.first + i] += part;
    work += law_.k * part * (e - part / 2);
  }
  return work;
}

double PlasticSprings::flow(const Vec& u, double yield, double share, Vec& z) const {
  return change(u, yield, z, [&](double e, double limit) { return share * (e - limit); });
}

double PlasticSprings::relax(const Vec& u, double yield, Vec& z) const {
  return change(u, yield, z, [](double e, double) { return e; });
}

}  // namespace stiffbench
