#include "problems/forces/fibre_springs.hpp"

namespace stiffbench {

ElasticBody<TwoPointSprings> fibre_springs(const Fibre& fibre) {
  using Pairs = CuboidChain::Pairs;
  constexpr int root = 4;  // points of the first section
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

}  // namespace stiffbench
