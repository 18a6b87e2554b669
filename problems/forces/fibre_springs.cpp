#include "problems/forces/fibre_springs.hpp"

#include <algorithm>

namespace stiffbench {
namespace {

/// Calls visit(first, size) for the numbers of each group of eight bodies, and of the remaining
/// ones.
template <class Visit>
void each_eight(Eigen::Index rows, Eigen::Index all, Visit&& visit) {
  const Eigen::Index eight = Lanes::count * rows;
  for (Eigen::Index first = 0; first < all; first += eight)
    visit(first, std::min(eight, all - first));
}

}  // namespace

ElasticBody<TwoPointSprings> fibre_springs(const Fibre& fibre) {
  using Pairs = CuboidChain::Pairs;
  constexpr int root = 4;  // number of points of the first section
  const CuboidChain chain = cuboid_chain(fibre);
  const CuboidStiffness k = cuboid_stiffness(fibre);
  Pairs inside(2, chain.volume.cols() + chain.sections.cols());
  inside << chain.volume, chain.sections;

  ElasticBody<TwoPointSprings> body(chain.points, free_after(chain.points.cols(), root),
                                    chain.masses, chain.joined());
  body.add(chain.longitudinal, k.longitudinal);
  body.add(chain.faces, k.face);
  body.add(inside, k.volume);
  return body;
}

void add_forces(const ElasticBody<TwoPointSprings>& fibre, BodyIn<double> u, BodyOut<double> f) {
  const Eigen::Index rows = fibre.dof();
  each_eight(rows, u.size(), [&](Eigen::Index first, Eigen::Index size) {
    const InstancedVector<0> at(u.segment(first, size), rows);
    InstancedVector<2> sums(f.segment(first, size), rows);
    for (const auto& term : fibre.terms()) term->add_force(at, sums);
    sums.write(f.segment(first, size));
  });
}

void add_jacobian_times(const ElasticBody<TwoPointSprings>& fibre, BodyIn<double> u,
                        BodyIn<double> du, BodyOut<double> df) {
  const Eigen::Index rows = fibre.dof();
  each_eight(rows, u.size(), [&](Eigen::Index first, Eigen::Index size) {
    const InstancedVector<0> at(u.segment(first, size), rows);
    const InstancedVector<1> change(du.segment(first, size), rows);
    InstancedVector<2> sums(df.segment(first, size), rows);
    for (const auto& term : fibre.terms()) term->add_jacobian_times(at, change, sums);
    sums.write(df.segment(first, size));
  });
}

}  // namespace stiffbench
