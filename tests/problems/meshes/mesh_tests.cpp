#include "base/error.hpp"
#include "problems/meshes/mesh.hpp"
#include "problems/meshes/models/alpha_wrap.hpp"
#include "problems/meshes/models/npm_bunny.hpp"
#include "problems/meshes/quadric_collapse.hpp"
#include "problems/meshes/tetgen.hpp"
#include "tests/base/scratch.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <fstream>
#include <numbers>

namespace mesh_tests {

using namespace stiffbench;

namespace {

SurfaceMesh tetrahedron() {
  SurfaceMesh mesh;
  mesh.vertices.resize(3, 4);
  mesh.vertices << 0, 1, 0, 0,  //
      0, 0, 1, 0,               //
      0, 0, 0, 1;
  mesh.faces.resize(3, 4);
  mesh.faces << 0, 0, 0, 1,  //
      2, 1, 3, 2,            //
      1, 3, 2, 3;
  return mesh;
}

std::string hash(const SurfaceMesh& mesh) {
  Hasher hasher;
  return update(hasher, mesh).hex();
}

/// A regular grid on a torus: the collapse must not close its hole.
SurfaceMesh torus(int around, int across, double tube = 1) {
  SurfaceMesh mesh;
  mesh.vertices.resize(3, around * across);
  mesh.faces.resize(3, 2 * around * across);
  const auto index = [&](int i, int j) { return (i % around) * across + j % across; };
  for (int i = 0, f = 0; i < around; ++i)
    for (int j = 0; j < across; ++j) {
      const double u = 2 * std::numbers::pi * i / around, w = 2 * std::numbers::pi * j / across;
      mesh.vertices.col(index(i, j)) << (2 + tube * std::cos(w)) * std::cos(u),
          (2 + tube * std::cos(w)) * std::sin(u), tube * std::sin(w);
      mesh.faces.col(f++) << index(i, j), index(i + 1, j), index(i + 1, j + 1);
      mesh.faces.col(f++) << index(i, j), index(i + 1, j + 1), index(i, j + 1);
    }
  return mesh;
}

}  // namespace

TEST_CASE("a tetrahedron's surface: edges, volume, Euler characteristic", "[mesh]") {
  const SurfaceMesh mesh = tetrahedron();
  CHECK_NOTHROW(validate(mesh));
  CHECK(unique_edges(mesh).size() == 6);
  CHECK(euler_characteristic(mesh) == 2);
  CHECK(volume(mesh) == Approx(1.0 / 6));
}

TEST_CASE("a broken surface is refused with the place", "[mesh]") {
  const auto broken = [](auto change) {
    SurfaceMesh mesh = tetrahedron();
    change(mesh);
    return mesh;
  };
  CHECK_THROWS_WITH(validate(broken([](auto& m) { m.faces(0, 3) = 4; })),
                    Catch::Contains("vertex 4 in face 3"));
  CHECK_THROWS_WITH(validate(broken([](auto& m) { m.faces(0, 3) = -1; })),
                    Catch::Contains("vertex -1 in face 3"));
  CHECK_THROWS_WITH(validate(broken([](auto& m) { m.faces(0, 3) = 2; })), Catch::Contains("twice"));
  CHECK_THROWS_WITH(validate(broken([](auto& m) { m.faces.conservativeResize(3, 3); })),
                    Catch::Contains("closed"));
  CHECK_THROWS_WITH(validate(broken([](auto& m) { std::swap(m.faces(0, 0), m.faces(1, 0)); })),
                    Catch::Contains("closed"));
  CHECK_THROWS_WITH(validate(broken([](auto& m) { m.vertices(1, 1) = NAN; })),
                    Catch::Contains("finite"));
  CHECK_THROWS_WITH(validate(broken([](auto& m) {
                      m.vertices.conservativeResize(3, 5), m.vertices.col(4).setZero();
                    })),
                    Catch::Contains("vertex 4 in none"));
}

TEST_CASE("a tetrahedron turned inside out is refused", "[mesh]") {
  TetMesh mesh{tetrahedron().vertices, Eigen::Vector4i(0, 1, 2, 3)};
  CHECK_NOTHROW(validate(mesh));
  CHECK(unique_edges(mesh).size() == 6);
  CHECK(volume(mesh) == Approx(1.0 / 6));
  std::swap(mesh.tets(0, 0), mesh.tets(1, 0));
  CHECK_THROWS_WITH(validate(mesh), Catch::Contains("positive volume"));
}

TEST_CASE("the surface of tetrahedra is closed and holds their volume", "[mesh]") {
  TetMesh mesh;
  mesh.vertices.resize(3, 5);
  mesh.vertices << 0, 1, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 0, 1, 1;
  mesh.tets.resize(4, 2);
  mesh.tets << 0, 1, 1, 4, 2, 2, 3, 3;
  validate(mesh);
  const SurfaceMesh surface{mesh.vertices, surface_faces(mesh)};
  validate(surface);
  CHECK(surface.faces.cols() == 6);
  CHECK(volume(surface) == Approx(volume(mesh)));
}

TEST_CASE("the npm package's bunny is a closed surface without handles", "[mesh][bunny]") {
  const SurfaceMesh bunny = read_npm_bunny();
  CHECK(bunny.vertices.cols() == 1839);
  CHECK(bunny.faces.cols() == 3674);
  CHECK(bunny.vertices.col(0) == Eigen::Vector3d(1.301895, 0.122622, 2.550061));
  CHECK(bunny.faces.col(3673) == Eigen::Vector3i(816, 589, 1838));
  CHECK(euler_characteristic(bunny) == 2);
  CHECK(volume(bunny) > 0);
}

TEST_CASE("a missing or strange bunny is an error with the remedy", "[mesh][bunny]") {
  const test::Scratch scratch;
  const test::Environment meshes("STIFFBENCH_MESHES", scratch.path().c_str());
  CHECK_THROWS_WITH(read_npm_bunny(),
                    Catch::Contains(scratch.path().string()) && Catch::Contains("./bootstrap"));
  const auto with = [&](const std::string& text) {
    const auto path = scratch.path() / "index.js";
    std::ofstream(path) << text;
    return read_npm_bunny(path);
  };
  CHECK_THROWS_WITH(with("module.exports = 3"), Catch::Contains("no array"));
  CHECK_THROWS_WITH(with("exports.positions=[[1,2,x]]"),
                    Catch::Contains("no JSON list of lists after exports.positions="));
  CHECK_THROWS_WITH(with("exports.positions=[[1,2]]"),
                    Catch::Contains("no three numbers in place 0"));
  CHECK_THROWS_WITH(with("exports.positions=[[1,2,3]]\nexports.cells=[[0,0,0]]\n"),
                    Catch::Contains("1 vertices and 1 faces"));
}

TEST_CASE("the collapse keeps a bunny a bunny", "[mesh][collapse]") {
  const SurfaceMesh bunny = read_npm_bunny();
  const SurfaceMesh small = quadric_collapse(bunny, 600);
  CHECK(small.vertices.cols() == 600);
  CHECK(small.faces.cols() == 2 * (600 - 2));
  CHECK_NOTHROW(validate(small));
  CHECK(euler_characteristic(small) == 2);
  CHECK(volume(small) == Approx(volume(bunny)).epsilon(0.005));  // measured: 0.0026
  CHECK(hash(small) == hash(quadric_collapse(bunny, 600)));
  CHECK(hash(quadric_collapse(bunny, 1839)) == hash(bunny));
}

TEST_CASE("the collapse keeps a hole open", "[mesh][collapse]") {
  const SurfaceMesh ring = torus(40, 20);
  REQUIRE(euler_characteristic(ring) == 0);
  const SurfaceMesh small = quadric_collapse(ring, 100);
  CHECK_NOTHROW(validate(small));
  CHECK(euler_characteristic(small) == 0);
  CHECK(volume(small) == Approx(volume(ring)).epsilon(0.05));
}

TEST_CASE("the collapse stops before it pinches a thin ring", "[mesh][collapse]") {
  // Edges round the tube cost least, but with three vertices left across, such an edge belongs to a
  // triangle that is no face.
  const SurfaceMesh ring = torus(12, 4, 0.02);
  const SurfaceMesh small = quadric_collapse(ring, 36);
  CHECK_NOTHROW(validate(small));
  CHECK(euler_characteristic(small) == 0);
  CHECK_THROWS_WITH(quadric_collapse(ring, 35), Catch::Contains("no edge left at 36"));
}

TEST_CASE("a collapse that cannot be is refused", "[mesh][collapse]") {
  CHECK_THROWS_WITH(quadric_collapse(tetrahedron(), 3), Catch::Contains("4..4"));
  CHECK_THROWS_WITH(quadric_collapse(tetrahedron(), 5), Catch::Contains("got 5"));
  CHECK_THROWS_WITH(quadric_collapse(torus(8, 6), 4), Catch::Contains("no edge left"));
}

TEST_CASE("counts of a mesh file are no larger than the file", "[mesh]") {
  const test::Scratch scratch;
  const auto write = [&](const char* name, const std::string& text) {
    std::ofstream(scratch.path() / name) << text;
    return scratch.path() / name;
  };
  for (const std::string count : {"0", "-1", "99999999999", "9223372036854775807"}) {
    CAPTURE(count);
    write("mesh.ele", "1 4 0\n0 0 1 2 3\n");
    write("mesh.node", count + " 3 0 0\n0 0 0 0\n");
    CHECK_THROWS_WITH(read_tetgen(scratch.path() / "mesh"), Catch::Contains("for a count"));
    CHECK_THROWS_WITH(read_off(write("wrap.off", "OFF\n" + count + " 1 0\n")),
                      Catch::Contains("OFF"));
  }
}

TEST_CASE("a face of the bunny has whole numbers of vertices", "[mesh][bunny]") {
  for (const std::string corner : {"0.5", "1e300", "-3e9"}) {
    const test::Scratch scratch;
    const auto file = scratch.path() / "index.js";
    std::ofstream(file) << "exports.positions=[[0,0,0]]\nexports.cells=[[0,1," << corner << "]]\n";
    CHECK_THROWS_WITH(read_npm_bunny(file), Catch::Contains("no index"));
  }
}

}  // namespace mesh_tests
