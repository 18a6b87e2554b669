#pragma once

#include "problems/meshes/mesh.hpp"

#include <filesystem>
#include <string>

namespace stiffbench {

/// The path of the program TetGen: $STIFFBENCH_TETGEN, else the first `tetgen` on $PATH. Error when
/// there is none.
std::filesystem::path tetgen_program();

/// Fills a closed surface with tetrahedra by the program TetGen 1.5 (H. Si, "TetGen, a
/// Delaunay-based quality tetrahedral mesh generator", ACM TOMS 41 (2015), DOI 10.1145/2629697).
/// `switches` are TetGen's, for example "-pq1.414Ya0.02" (p: a surface is given, q: largest
/// radius-edge ratio, Y: keep the surface, a: largest volume). The surface's vertices come first
/// and unchanged; tetrahedra are turned to positive volume.
/// Errors: no program, a program that fails (with its last output line), a result that moved or
/// lost a surface vertex.
TetMesh tetrahedralize(const SurfaceMesh& surface, const std::string& switches);

/// The mesh that TetGen wrote into BASE.node and BASE.ele. Its indices and volumes are not checked.
TetMesh read_tetgen(const std::filesystem::path& base);

}  // namespace stiffbench
