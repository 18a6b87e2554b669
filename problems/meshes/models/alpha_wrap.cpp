#include "problems/meshes/models/alpha_wrap.hpp"

#include "base/error.hpp"
#include "base/system/programs.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <locale>
#include <utility>

namespace stiffbench {
namespace {

namespace fs = std::filesystem;

const std::string remedy =
    "apt install libcgal-dev and build stiffbench_program, or run ./bootstrap";

void run(const std::string& program, const std::vector<std::string>& arguments,
         const fs::path& log) {
  const ProgramEnd end = run_program(program, arguments, log);
  if (!end.ok())
    throw Error("wrapping a surface must succeed",
                program + ": " + end.text() + ", last line: " + last_line(log),
                "look whether the npm package is whole, or " + remedy);
}

}  // namespace

fs::path alpha_wrap_program() {
  if (const char* own = std::getenv("STIFFBENCH_ALPHA_WRAP"); own && *own) {
    if (is_executable(own)) return own;
    throw Error("STIFFBENCH_ALPHA_WRAP names the program that wraps surfaces", own,
                "unset it, or " + remedy);
  }
  if (fs::path program = find_own_program("stiffbench_alpha_wrap"); !program.empty())
    return program;
  throw Error("the dragon's surface needs stiffbench_alpha_wrap", "a build without it", remedy);
}

SurfaceMesh read_off(const fs::path& path) {
  std::ifstream file(path);
  file.imbue(std::locale::classic());
  std::string word;
  long points = 0, faces = 0, edges = 0;
  file >> word >> points >> faces >> edges;
  // Each point or face takes at least one byte, so the file size bounds the counts.
  const auto count_is_possible = [&](long count) {
    return count > 0 && std::cmp_less_equal(count, fs::file_size(path));
  };
  if (!file || word != "OFF" || !count_is_possible(points) || !count_is_possible(faces))
    throw Error("a wrap is an OFF file with points and faces", word, remedy);
  SurfaceMesh mesh{{3, points}, {3, faces}};
  for (double& x : mesh.vertices.reshaped()) file >> x;
  for (auto face : mesh.faces.colwise()) {
    int corners = 0;
    file >> corners >> face[0] >> face[1] >> face[2];
    if (!file || corners != 3)
      throw Error("a wrap has triangles", fmt::format("{} corners", corners), remedy);
  }
  return mesh;
}

SurfaceMesh alpha_wrap(const fs::path& ply_gz, double alpha, double offset) {
  const fs::path program = alpha_wrap_program();
  const ScratchFolder scratch;
  const fs::path log = scratch.path() / "log", ply = scratch.path() / "surface.ply",
                 off = scratch.path() / "wrap.off";
  fs::copy_file(ply_gz, ply.string() + ".gz");
  run("gzip", {"-d", ply.string() + ".gz"}, log);
  run(program.string(),
      {ply.string(), off.string(), fmt::format("{}", alpha), fmt::format("{}", offset)}, log);
  return read_off(off);
}

}  // namespace stiffbench
