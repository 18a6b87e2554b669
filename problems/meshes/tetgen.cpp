#include "problems/meshes/tetgen.hpp"

#include "base/error.hpp"
#include "base/system/programs.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <locale>
#include <sstream>
#include <system_error>
#include <utility>

// TetGen runs as a separate program and is not linked: its licence is the AGPL, ours is MIT.

namespace stiffbench {
namespace {

namespace fs = std::filesystem;
using Eigen::Index;

const std::string remedy = "apt install tetgen (or run ./bootstrap)";

/// Writes TetGen's surface format: points from index 0, then one facet per triangle.
void write_smesh(const fs::path& path, const SurfaceMesh& surface) {
  std::ofstream file(path);
  file.imbue(std::locale::classic());
  file << std::setprecision(17) << surface.vertices.cols() << " 3 0 0\n";
  for (Index i = 0; i < surface.vertices.cols(); ++i)
    file << i << ' ' << surface.vertices.col(i).transpose() << '\n';
  file << surface.faces.cols() << " 0\n";
  for (Index i = 0; i < surface.faces.cols(); ++i)
    file << "3 " << surface.faces.col(i).transpose() << '\n';
  file << "0\n0\n";
  if (!file.flush())
    throw Error("TetGen's input must be written", path.string(),
                "make room there or set TMPDIR to another folder");
}

void run(const fs::path& program, const std::string& switches, const fs::path& input,
         const fs::path& log) {
  const ProgramEnd end = run_program(program.string(), {switches, input.string()}, log);
  if (end.start_error != 0)
    throw Error("TetGen must run", program.string() + ": " + end.text(), remedy);
  if (!end.ok())
    throw Error("TetGen must succeed with " + switches,
                end.text() + ", last line: " + last_line(log),
                "check the surface and the switches, or " + remedy);
}

/// Reads a .node or .ele file: a count, then lines "index v1 .. vRows ..." from index 0.
template <class Number, int Rows>
Eigen::Matrix<Number, Rows, Eigen::Dynamic> read_table(const fs::path& path) {
  const auto fail = [&](const std::string& got) {
    throw Error("TetGen must write " + path.filename().string(), got, remedy);
  };
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) fail("no such file");
  const auto stream = [](const std::string& text) {
    std::istringstream words(text);
    words.imbue(std::locale::classic());
    return words;
  };
  long count = 0;
  // Each line takes at least one byte, so the file size bounds the count.
  if (!(stream(line) >> count) || count <= 0 || std::cmp_greater(count, fs::file_size(path)))
    fail("'" + line + "' for a count");
  Eigen::Matrix<Number, Rows, Eigen::Dynamic> table(Rows, count);
  for (long i = 0; i < count; ++i) {
    std::getline(file, line);
    auto words = stream(line);
    long index = -1;
    words >> index;
    for (int row = 0; row < Rows; ++row) words >> table(row, i);
    if (!words || index != i) fail(fmt::format("'{}' for line {}", line, i));
  }
  return table;
}

void turn_to_positive_volume(TetMesh& mesh) {
  for (Index t = 0; t < mesh.tets.cols(); ++t)
    if (tet_volume(mesh, t) < 0) std::swap(mesh.tets(2, t), mesh.tets(3, t));
}

}  // namespace

fs::path tetgen_program() {
  if (const char* own = std::getenv("STIFFBENCH_TETGEN"); own && *own) {
    if (is_executable(own)) return own;
    throw Error("STIFFBENCH_TETGEN names the program TetGen", own,
                "unset it or name a program; " + remedy);
  }
  if (const fs::path program = find_on_path("tetgen"); !program.empty()) return program;
  throw Error("to fill a surface with tetrahedra needs the program tetgen", "none on PATH",
              remedy + " or set STIFFBENCH_TETGEN");
}

TetMesh read_tetgen(const fs::path& base) {
  return {read_table<double, 3>(base.string() + ".node"),
          read_table<int, 4>(base.string() + ".ele")};
}

TetMesh tetrahedralize(const SurfaceMesh& surface, const std::string& switches) {
  validate(surface);
  const fs::path program = tetgen_program();
  const ScratchFolder scratch;
  const fs::path base = scratch.path() / "surface";
  write_smesh(base.string() + ".smesh", surface);
  run(program, switches, base.string() + ".smesh", scratch.path() / "log");

  TetMesh mesh = read_tetgen(base.string() + ".1");
  const Index count = surface.vertices.cols();
  if (mesh.vertices.cols() < count || mesh.vertices.leftCols(count) != surface.vertices)
    throw Error("TetGen must keep the surface's vertices", "moved or lost ones with " + switches,
                "use the switch Y");
  turn_to_positive_volume(mesh);
  validate(mesh);
  return mesh;
}

}  // namespace stiffbench
