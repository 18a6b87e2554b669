#pragma once

#include "problems/meshes/mesh.hpp"

#include <filesystem>
#include <string>

namespace stiffbench {

/// Returns the path of the program TetGen: $STIFFBENCH_TETGEN, else the first `tetgen` on $PATH.
/// Throws Error if there is none.
std::filesystem::path tetgen_program();

/// Fills a closed surface with tetrahedra by running the program TetGen 1.5 (H. Si, "TetGen, a
/// Delaunay-based quality tetrahedral mesh generator", ACM TOMS 41 (2015), DOI 10.1145/2629697).
/// `switches` are TetGen's, for example "-pq1.414Ya0.02" (p: a surface is given, q: largest
/// radius-edge ratio, Y: keep the surface, a: largest volume). The vertices of the surface come
/// first and are unchanged; all tetrahedra are oriented to positive volume. Throws Error if the
/// program is missing or fails (with its last output line), or if the result has moved or lost a
/// surface vertex.
TetMesh tetrahedralize(const SurfaceMesh& surface, const std::string& switches);

/// Reads the mesh that TetGen has written to BASE.node and BASE.ele. Indices and volumes are not
/// checked.
TetMesh read_tetgen(const std::filesystem::path& base);

}  // namespace stiffbench
