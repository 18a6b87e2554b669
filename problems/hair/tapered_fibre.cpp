#include "problems/hair/tapered_fibre.hpp"

namespace stiffbench {

Fibre TaperedFibre::cuboid(int s) const {
  const double thickness = root + (tip - root) * (s + 0.5) / segments;
  Fibre fibre{youngs, 1, density, thickness, segment, 1, hull};
  // chi = G J h^2 / (2 E I b^2), and torsion() is J since G is 1 here
  fibre.shear =
      torsion_part * 2 * fibre.bending() * hull * hull / (segment * segment * fibre.torsion());
  return fibre;
}

ElasticBody<TwoPointSprings> tapered_fibre_springs(const TaperedFibre& fibre) {
  Fibre whole = fibre.cuboid(0);
  whole.segments = fibre.segments;
  whole.length = fibre.segments * fibre.segment;
  const CuboidChain chain = cuboid_chain(whole);
  Vec masses = Vec::Zero(chain.points.cols());
  for (int s = 0; s < fibre.segments; ++s)  // each of the 8 points of a cuboid has an eighth
    masses.segment<8>(4 * s).array() += fibre.cuboid(s).line_mass() * fibre.segment / 8;

  ElasticBody<TwoPointSprings> body(chain.points, free_after(chain.points.cols(), 4), masses,
                                    chain.joined());
  for (int s = 0; s < fibre.segments; ++s) {
    const CuboidStiffness k = cuboid_stiffness(fibre.cuboid(s));
    CuboidChain::Pairs inside(2, 10);
    inside << chain.volume.middleCols<4>(4 * s), chain.sections.middleCols<6>(6 * s);
    body.add(chain.longitudinal.middleCols<4>(4 * s), k.longitudinal);
    body.add(chain.faces.middleCols<8>(8 * s), k.face);
    body.add(inside, k.volume);
  }
  return body;
}

}  // namespace stiffbench
