#pragma once

#include "problems/forces/elastic_body.hpp"
#include "problems/forces/springs.hpp"
#include "problems/meshes/cuboid_chain.hpp"

namespace stiffbench {

/// Returns a single fibre as a chain of cuboids of springs (meshes/cuboid_chain.hpp) with the four
/// points of its root fixed: point i has the place i - 4. Throws the Errors of cuboid_stiffness.
///
/// A problem of equal fibres has one such body and evaluates it for all of them. Its data then stay
/// in the cache, whereas a list of the springs of all fibres would be read from memory with every
/// force.
ElasticBody<TwoPointSprings> fibre_springs(const Fibre& fibre);

/// These add the forces of equal fibres to f, or (df/du) du to df. The vectors hold the fibres one
/// after the other. Eight fibres are processed at once; the digits are the same as for a single
/// fibre.
void add_forces(const ElasticBody<TwoPointSprings>& fibre, BodyIn<double> u, BodyOut<double> f);
void add_jacobian_times(const ElasticBody<TwoPointSprings>& fibre, BodyIn<double> u,
                        BodyIn<double> du, BodyOut<double> df);

}  // namespace stiffbench
