#include "tests/fuzz/readers.hpp"

#include "base/cache.hpp"
#include "base/error.hpp"
#include "base/paths.hpp"
#include "harness/checks/baseline.hpp"
#include "harness/cli/commands/check/contact_lines.hpp"
#include "harness/estimates/costs.hpp"
#include "harness/io/lines/common_members.hpp"
#include "harness/io/lines/lines_file.hpp"
#include "harness/io/read_text.hpp"
#include "harness/records/read_records.hpp"
#include "harness/records/rows.hpp"
#include "harness/records/tables/paper.hpp"
#include "harness/replications/claims/replication.hpp"
#include "harness/sweep/experiment.hpp"
#include "problems/meshes/models/alpha_wrap.hpp"
#include "problems/meshes/models/mesh_cache.hpp"
#include "problems/meshes/models/npm_bunny.hpp"
#include "problems/meshes/quadric_collapse.hpp"
#include "problems/meshes/tetgen.hpp"
#include "reference/archive.hpp"
#include "reference/file.hpp"

#include <fstream>

namespace stiffbench::fuzz {
namespace {

namespace fs = std::filesystem;
using Texts = std::vector<std::string>;

fs::path put(const fs::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
  return file;
}

/// Files that come with stiffbench.
Texts shipped(const Texts& names) {
  Texts files;
  for (const std::string& name : names) files.push_back(read_text(data_path(name)));
  return files;
}

Texts shipped(const std::string& folder) {
  Texts files;
  for (const auto& entry : fs::recursive_directory_iterator(data_path(folder)))
    if (entry.path().extension() == ".json") files.push_back(read_text(entry.path()));
  return files;
}

/// Experiments that plan few runs of small problems; the last one has what they lack.
Texts experiments() {
  const std::string folder = "results/experiments/";
  Texts files = shipped(Texts{folder + "fput/fput_energy.json", folder + "fput/fput_stiffness.json",
                              folder + "collision/collision_1d_trapezoidal.json",
                              folder + "oscillator/turning_spring.json"});
  files.push_back(R"({"schema": "stiffbench.experiment/1", "name": "all", "title": "All keys",
    "remarks": ["none"], "problems": [
    {"name": "duffing_chain", "label": "chain", "parameters": {"damping": 0.5, "end_time": 2}},
    {"name": "fput", "vary": {"omega": [20, 30], "m": [2, 3]}, "parameters": {"end_time": 1}}],
    "integrators": [{"name": "rk4", "label": "RK", "threads": 1, "problems": ["fput"]},
    {"name": "implicit_euler", "vary": {"line_search": ["none"]}, "counts": [8, 16]},
    {"name": "cvode_bdf", "tolerances": [1e-4]}], "steps": [0.5, 0.25], "checkpoints": 2,
    "repeats": 1, "energy_series": 4, "threads": 1, "timeout": 60, "memory": 1000000000,
    "starts": {"count": 3, "perturbation": 1e-6}, "reference": {"skip": true}, "figures": ["precision"]})");
  return files;
}

/// Records on a line each, as a sweep leaves them, and in groups, as small records are.
Texts records() {
  std::string lines;
  std::vector<Json> all;
  for (const std::string& sample :
       shipped(Texts{"tests/results/samples/ok.json", "tests/results/samples/diverged.json",
                     "tests/results/samples/adaptive.json"})) {
    all.push_back(Json::parse(sample));
    lines += all.back().dump() + "\n";
  }
  const GroupKey by_step = [](const Json& record) { return Json(record["step"]["h"].is_null()); };
  return {lines, lines_with_common_members(all, {by_step})};
}

void read_records_and_rows(const fs::path& folder, const std::string& bytes) {
  put(folder / "records.jsonl", bytes);
  const std::vector<Record> records = read_records(folder);
  for (const Record& record : records) to_json(compact(record)).dump();
  for (const Row& row : make_rows(records)) (figure_row(row).dump(), table_row(row).dump());
}

void read_costs(const fs::path&, const std::string& bytes) {
  put(cache_directory() / "costs.json", bytes);
  static const Json source = {{"schema", "stiffbench.experiment/1"}, {"name", "fuzz"}};
  recorded_cost(source);
  record_cost(source, CostSum{});
}

/// The body of a reference's file: a checksum, which write_checked() makes anew, stands before it.
Texts references_files() {
  const Vec x = Vec::LinSpaced(3, 0, 1);
  const State u{1, x, x};
  Reference r;
  r.problem = "fput";
  r.parameters = R"({"m":3})";
  r.hash = "fuzz";
  r.states = r.second = {u, u};
  r.method = r.second_method = {"extrapolation", 0.1, 100};
  r.growth = 2.5;
  r.outputs = r.second_outputs = {{"bounces", 3}, {"work", 1.5}};
  r.cross_checks = {{"cvode_bdf", "1e-9", 10}};
  references::save(r);
  const auto file =
      references::read_checked(references::file_path(r.hash), {"stiffbench.reference/3"}, "");
  return {file->bytes};
}

void read_reference(const fs::path&, const std::string& bytes) {
  references::write_checked(references::file_path("fuzz"), "stiffbench.reference/3", bytes);
  references::load("fuzz");
}

CachedMesh tetrahedron(const std::function<TetMesh()>& make) {
  return {"fuzz", "inputs", 4, 1, make};
}

fs::path cached_tetrahedron() {
  const auto make = [] {
    TetMesh mesh{Eigen::Matrix3Xd::Zero(3, 4), Eigen::Matrix4Xi(4, 1)};
    mesh.vertices.rightCols(3).setIdentity();
    mesh.tets.col(0) << 0, 1, 2, 3;
    return mesh;
  };
  cached_mesh(tetrahedron(make));
  return fs::directory_iterator(cache_directory() / "meshes")->path();
}

void read_cached_mesh(const fs::path&, const std::string& bytes) {
  static const fs::path file = cached_tetrahedron();
  put(file, bytes);
  validate(cached_mesh(tetrahedron([]() -> TetMesh {
    throw Error("a cached mesh is whole", "a damaged one", "it is made anew");
  })));
}

/// The two files of TetGen's, one behind the other.
constexpr const char* tetgen_files =
    "4  3  0  0\n   0    0  0  0\n   1    1  0  0\n   2    0  1  0\n   3    0  0  1\n# Generated\n"
    "\f1  4  0\n    0       0     1     2     3\n# Generated\n";

void read_tetgen_files(const fs::path& folder, const std::string& bytes) {
  const std::size_t end = std::min(bytes.find('\f'), bytes.size());
  put(folder / "mesh.node", bytes.substr(0, end));
  put(folder / "mesh.ele", end < bytes.size() ? bytes.substr(end + 1) : "");
  TetMesh mesh = read_tetgen(folder / "mesh");
  validate(mesh);
}

constexpr const char* octahedron =
    "OFF\n6 8 0\n\n1 0 0\n-1 0 0\n0 1 0\n0 -1 0\n0 0 1\n0 0 -1\n3  0 2 4\n3  2 1 4\n3  1 3 4\n"
    "3  3 0 4\n3  2 0 5\n3  1 2 5\n3  3 1 5\n3  0 3 5\n";

constexpr const char* bunny =
    "exports.positions=[[0,0,0],[1,0,0],[0,1,0],[0,0,1.5e0]]\n"
    "exports.cells=[[0,2,1],[0,1,3],[1,2,3],[0,3,2]]\n";

constexpr const char* pairs =
    R"({"kind": "point_triangle", "x": [0.2, 0.5, 0.1, -1, 0, 1, 1, 0, 1, 0, 0, -1]})"
    "\n"
    R"({"kind": "edge_edge", "x": [0, 0, 0, 1, 0, 0, 0.5, 0.3, 0.4, 1.5, 0.3, 0.4],)"
    R"( "w": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]})"
    "\n";

constexpr const char* motions =
    R"({"kind": "point_triangle", "x0": [0, 1, 0, -1, 0, 1, 1, 0, 1, 0, 0, -1],)"
    R"( "x1": [0, -1, 0, -1, 0, 1, 1, 0, 1, 0, 0, -1], "separation": 0.1})"
    "\n"
    R"({"kind": "edge_edge", "x0": [0, 0, 1, 1, 1, 0, 0.1, 0.2, 0, 0.1, 0.2, 1],)"
    R"( "x1": [0, 1, 1, 0, 0, 0, 0.1, 0.2, 0, 0.1, 0.2, 1], "separation": 0})"
    "\n";

}  // namespace

std::vector<Reader> all_readers() {
  return {
      {"experiment", Form::json, experiments(),
       [](const fs::path& folder, const std::string& bytes) {
         const Experiment read = load_experiment(put(folder / "experiment.json", bytes));
         most_jobs(read);
         check_threads(read, 1);
       }},
      {"records", Form::json, records(), read_records_and_rows},
      {"lines", Form::json, records(),
       [](const fs::path& folder, const std::string& bytes) {
         LinesFile(put(folder / "unfinished.jsonl", bytes)).objects("id");
       }},
      {"replication", Form::json, shipped("results/replications"),
       [](const fs::path& folder, const std::string& bytes) {
         load_replication(put(folder / "replication.json", bytes));
       }},
      {"aims", Form::json, shipped("results/aims"),
       [](const fs::path& folder, const std::string& bytes) {
         load_aims(put(folder / "aims.json", bytes));
       }},
      {"paper", Form::json, shipped("results/tables"),
       [](const fs::path& folder, const std::string& bytes) {
         read_paper(put(folder / "table.json", bytes),
                    bytes.find("outputs/1") < bytes.size() ? "paper_outputs" : "paper_table");
       }},
      {"costs", Form::json, shipped(Texts{"results/costs.json"}), read_costs},
      {"contact_pairs",
       Form::json,
       {pairs},
       [](const fs::path& folder, const std::string& bytes) {
         pair_answers(put(folder / "pairs.jsonl", bytes));
       }},
      {"contact_motions",
       Form::json,
       {motions},
       [](const fs::path& folder, const std::string& bytes) {
         motion_answers(put(folder / "motions.jsonl", bytes));
       }},
      {"reference", Form::bytes, references_files(), read_reference},
      {"mesh_cache", Form::bytes, {read_text(cached_tetrahedron())}, read_cached_mesh},
      {"tetgen", Form::words, {tetgen_files}, read_tetgen_files},
      {"wrap",
       Form::words,
       {octahedron},
       [](const fs::path& folder, const std::string& bytes) {
         quadric_collapse(read_off(put(folder / "wrap.off", bytes)), 5);
       }},
      {"bunny",
       Form::json,
       {bunny},
       [](const fs::path& folder, const std::string& bytes) {
         read_npm_bunny(put(folder / "index.js", bytes));
       },
       false},
  };
}

}  // namespace stiffbench::fuzz
