#pragma once

#include "problems/forces/elastic_body.hpp"
#include "problems/forces/springs.hpp"
#include "problems/meshes/cuboid_chain.hpp"

namespace stiffbench {

/// A fibre that stands for itself as a chain of cuboids of springs (meshes/cuboid_chain.hpp), the
/// four points of its root fixed: point i has the place i - 4. Error as cuboid_stiffness.
///
/// Fibres alike are one of these, asked for each in turn. Its data then stay in the cache, where a
/// list of all fibres' springs would be read from memory with every force.
ElasticBody<TwoPointSprings> fibre_springs(const Fibre& fibre);

}  // namespace stiffbench
