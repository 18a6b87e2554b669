#pragma once

#include "problems/meshes/mesh.hpp"

#include <filesystem>

namespace stiffbench {

/// The program that wraps surfaces: $STIFFBENCH_ALPHA_WRAP, else `stiffbench_alpha_wrap` as it was
/// built with the library, which takes CGAL. Error when there is none.
std::filesystem::path alpha_wrap_program();

/// A closed surface round triangles that need not be a manifold: a ball of radius `alpha` rolls
/// round them and cannot enter what is narrower, at a distance `offset` (C. Portaneri et al.,
/// "Alpha wrapping with an offset", ACM TOG 41 (2022), DOI 10.1145/3528223.3530152). Both are given
/// as the number of times that they go into the diagonal of the bounding box. `ply_gz` is a PLY
/// file, compressed by gzip.
/// Errors: no program, or one that fails, with its last line of output.
SurfaceMesh alpha_wrap(const std::filesystem::path& ply_gz, double alpha, double offset);

/// The surface of an OFF file of triangles: counts, then points, then faces "3 a b c". Its indices
/// are not checked.
SurfaceMesh read_off(const std::filesystem::path& path);

}  // namespace stiffbench
