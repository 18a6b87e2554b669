// stiffbench_alpha_wrap INPUT.ply OUTPUT.off ALPHA OFFSET: wraps triangles that need not be a
// manifold in a closed, oriented surface (P. Alliez et al., "3D Alpha Wrapping", CGAL 5.5). The
// radius alpha of the probe is the diagonal of the bounding box divided by ALPHA, the distance from
// the triangles is the diagonal divided by OFFSET.
//
// It is a separate program, because CGAL's package is under the GPL, and so is the compiled
// program. The library, under the MIT licence, runs it and reads its output without linking to it.

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/IO/PLY.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/alpha_wrap_3.h>
#include <CGAL/bounding_box.h>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <vector>

namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Point = Kernel::Point_3;

int fail(const char* rule, const char* got) {
  std::cerr << rule << "; got " << got << '\n';
  return EXIT_FAILURE;
}

}  // namespace

int main(int count, char** words) {
  if (count != 5) return fail("arguments are INPUT.ply OUTPUT.off ALPHA OFFSET", "another number");
  const double alpha = std::atof(words[3]), offset = std::atof(words[4]);
  if (!(alpha > 0 && offset > 0)) return fail("ALPHA and OFFSET are positive", words[3]);

  std::vector<Point> points;
  std::vector<std::vector<std::size_t>> faces;
  std::ifstream input(words[1], std::ios::binary);
  if (!CGAL::IO::read_PLY(input, points, faces) || faces.empty())
    return fail("the input is a PLY file of triangles", words[1]);

  const auto box = CGAL::bounding_box(points.begin(), points.end());
  const double diagonal = std::sqrt(CGAL::squared_distance(box.min(), box.max()));
  CGAL::Surface_mesh<Point> wrap;
  CGAL::alpha_wrap_3(points, faces, diagonal / alpha, diagonal / offset, wrap);

  std::ofstream output(words[2]);
  output.precision(17);
  if (!CGAL::IO::write_OFF(output, wrap) || !output.flush())
    return fail("the output can be written", words[2]);
}
