#pragma once

#include "problems/forces/elastic_body.hpp"
#include "problems/forces/springs.hpp"
#include "problems/meshes/cuboid_chain.hpp"

namespace stiffbench {

/// A single fibre as a chain of cuboids of springs (meshes/cuboid_chain.hpp) with the four points
/// of its root fixed: point i has the place i - 4. It has the Errors of cuboid_stiffness.
///
/// A problem of equal fibres has one such body, and evaluates it for all of them. Its data then
/// stay in the cache, where a list of all fibres' springs would be read from memory with every
/// force.
ElasticBody<TwoPointSprings> fibre_springs(const Fibre& fibre);

/// Adds the forces of fibres like this one to f, or (df/du) du to df: of as many as the vectors
/// have, one after the other. Eight are worked at once; the digits of each are the same as alone.
void add_forces(const ElasticBody<TwoPointSprings>& fibre, BodyIn<double> u, BodyOut<double> f);
void add_jacobian_times(const ElasticBody<TwoPointSprings>& fibre, BodyIn<double> u,
                        BodyIn<double> du, BodyOut<double> df);

}  // namespace stiffbench
