#include "base/error.hpp"
#include "problems/meshes/models/bunny_mesh.hpp"
#include "problems/meshes/models/npm_bunny.hpp"
#include "problems/meshes/tetgen.hpp"
#include "tests/problems/meshes/models/cached.hpp"

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>

namespace bunny_mesh_tests {

using namespace stiffbench;
using test::files, test::hash, test::script, test::Stderr;
namespace fs = std::filesystem;

TEST_CASE("the bunny's tetrahedra fill the surface and keep its vertices", "[mesh][tetgen]") {
  const test::Scratch scratch;
  const test::Environment cache("STIFFBENCH_CACHE", scratch.path().c_str());
  const SurfaceMesh surface = read_npm_bunny();
  for (const BunnyRecipe& recipe : bunny_recipes()) {
    const TetMesh mesh = bunny_mesh(recipe.size);
    CAPTURE(recipe.size);
    CHECK(mesh.vertices.cols() == recipe.vertices);
    CHECK(mesh.tets.cols() == recipe.tets);
    CHECK_NOTHROW(validate(mesh));
    if (recipe.surface_vertices > 0) continue;
    CHECK(mesh.vertices.leftCols(surface.vertices.cols()) == surface.vertices);
    CHECK(volume(mesh) == Approx(volume(surface)).epsilon(1e-12));
  }
}

TEST_CASE("the 1k bunny is the same mesh on every machine", "[mesh][tetgen]") {
  const test::Scratch scratch;
  const test::Environment cache("STIFFBENCH_CACHE", scratch.path().c_str());
  CHECK(hash(bunny_mesh("1k")) == "1dd21a8e0657f26fdf4fd8101fef8081");
}

TEST_CASE("a mesh comes from the cache, and anew where the cache is damaged", "[mesh][tetgen]") {
  const test::Scratch scratch;
  const test::Environment cache("STIFFBENCH_CACHE", scratch.path().c_str());
  const std::string first = hash(bunny_mesh("1k"));
  REQUIRE(files(scratch.path() / "meshes").size() == 1);
  const fs::path file = files(scratch.path() / "meshes").front();
  const auto written = fs::last_write_time(file);
  {
    const Stderr told;
    CHECK(hash(bunny_mesh("1k")) == first);
    CHECK(told.text().empty());
    CHECK(fs::last_write_time(file) == written);
  }
  for (const auto place : {std::streamoff(30), std::streamoff(5000)}) {
    std::fstream(file, std::ios::in | std::ios::out | std::ios::binary).seekp(place).put('#');
    const Stderr told;
    CHECK(hash(bunny_mesh("1k")) == first);
    CHECK_THAT(told.text(), Catch::Contains(file.string()) && Catch::Contains("damaged"));
  }
  fs::resize_file(file, 1000);
  {
    const Stderr told;
    CHECK(hash(bunny_mesh("1k")) == first);
    CHECK_THAT(told.text(), Catch::Contains("damaged"));
  }
  const Stderr told;
  CHECK(hash(bunny_mesh("1k")) == first);
  CHECK(told.text().empty());
}

TEST_CASE("a cache that cannot be written is an error", "[mesh][tetgen]") {
  const test::Environment cache("STIFFBENCH_CACHE", "/proc/stiffbench");
  CHECK_THROWS_WITH(bunny_mesh("1k"), Catch::Contains("cannot write /proc/stiffbench/meshes"));
}

TEST_CASE("an unknown size is an error that names the sizes", "[mesh]") {
  CHECK_THROWS_WITH(bunny_mesh("2k"),
                    Catch::Contains("2k") && Catch::Contains("30, 300, 1k, 2500, 4k, 8k"));
}

TEST_CASE("a missing or failing TetGen is an error with the remedy", "[mesh][tetgen]") {
  const test::Scratch scratch;
  const SurfaceMesh surface = read_npm_bunny();
  {
    const test::Environment own("STIFFBENCH_TETGEN", "/nowhere/tetgen");
    CHECK_THROWS_WITH(tetgen_program(),
                      Catch::Contains("/nowhere/tetgen") && Catch::Contains("apt install tetgen"));
  }
  {
    const test::Environment own("STIFFBENCH_TETGEN", nullptr);
    const test::Environment path("PATH", scratch.path().c_str());
    CHECK_THROWS_WITH(tetgen_program(), Catch::Contains("apt install tetgen"));
  }
  const auto with = [&](const std::string& lines) {
    const test::Environment own("STIFFBENCH_TETGEN", script(scratch, lines).c_str());
    return tetrahedralize(surface, "-pYa1");
  };
  CHECK_THROWS_WITH(with("echo first; echo two facets intersect >&2; exit 3"),
                    Catch::Contains("status 3, last line: two facets intersect"));
  CHECK_THROWS_WITH(with("kill -ABRT $$"), Catch::Contains("signal 6, last line: no output"));
  CHECK_THROWS_WITH(with("exit 0"),
                    Catch::Contains("surface.1.node") && Catch::Contains("no such file"));
  CHECK_THROWS_WITH(with("echo '1 3 0 0\n0 0 0 x' > ${2%.smesh}.1.node"),
                    Catch::Contains("0 0 0 x"));
  CHECK_THROWS_WITH(
      with(
          "d=${2%.smesh}; echo '1 3 0 0\n0 0 0 0' > $d.1.node; echo '1 4 0\n0 0 0 0 0' > $d.1.ele"),
      Catch::Contains("keep the surface's vertices"));
}

}  // namespace bunny_mesh_tests
