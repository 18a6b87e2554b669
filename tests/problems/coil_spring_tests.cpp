#include "problems/contract/registry.hpp"
#include "problems/meshes/coil.hpp"
#include "tests/problems/spectrum.hpp"

#include <catch2/catch.hpp>

#include <numbers>

namespace coil_spring_tests {

using namespace stiffbench;

TEST_CASE("the coil's mesh", "[coil]") {
  const TetMesh mesh = coil_mesh();
  CHECK_NOTHROW(validate(mesh));
  CHECK(mesh.vertices.cols() == 8000);
  CHECK(mesh.tets.cols() == 30624);
  CHECK(unique_edges(mesh).size() == 43759);
  // A disk of 5 x 5 points has the area of a polygon with 16 corners, or a little less; Pappus.
  const double length = 5 * std::hypot(2 * std::numbers::pi, 0.5);
  CHECK(volume(mesh) == Approx(std::numbers::pi * 0.01 * length).epsilon(0.05));
  CHECK(mesh.vertices.row(2).mean() == Approx(1.25).epsilon(1e-3));
}

// Measured by this test.
TEST_CASE("the coil has two scales", "[coil]") {
  const auto problem = ProblemRegistry::instance().make("coil_spring");
  CHECK(problem->dof() == 3 * (8000 - 25));
  CHECK(test::omega_min(*problem) == Approx(1.246).epsilon(1e-3));
  CHECK(test::omega_max(*problem) == Approx(3.648e4).epsilon(1e-3));
}

TEST_CASE("from rest only the field pulls the coil, along its axis", "[coil]") {
  const auto problem = ProblemRegistry::instance().make("coil_spring", {{"sections", 6L}});
  Vec f;
  problem->force(problem->start(), f);
  for (Eigen::Index i = 0; i < f.size(); ++i) REQUIRE(f[i] == (i % 3 == 2 ? 0.01 * -0.4 : 0));
}

}  // namespace coil_spring_tests
