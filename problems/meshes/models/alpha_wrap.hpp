#pragma once

#include "problems/meshes/mesh.hpp"

#include <filesystem>

namespace stiffbench {

/// Returns the program that wraps surfaces: $STIFFBENCH_ALPHA_WRAP, else `stiffbench_alpha_wrap` as
/// built with the library, which requires CGAL. Throws Error if there is none.
std::filesystem::path alpha_wrap_program();

/// Computes a closed surface round triangles that need not be a manifold: a ball of radius `alpha`
/// rolls round them at the distance `offset` and cannot enter narrower openings (C. Portaneri et
/// al., "Alpha wrapping with an offset", ACM TOG 41 (2022), DOI 10.1145/3528223.3530152). Each of
/// the two arguments is the diagonal of the bounding box divided by that length. `ply_gz` is a PLY
/// file, compressed by gzip. Throws Error if the program is missing or fails, with its last line of
/// output.
SurfaceMesh alpha_wrap(const std::filesystem::path& ply_gz, double alpha, double offset);

/// Reads the surface from an OFF file of triangles: counts, then points, then faces "3 a b c". The
/// indices are not checked.
SurfaceMesh read_off(const std::filesystem::path& path);

}  // namespace stiffbench
