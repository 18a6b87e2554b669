// A mass-spring bunny in displacements u: x = X + u, with a mass of 1 kg at every vertex,
// structural springs on the edges of a tetrahedral mesh, and diagonal springs from vertices to the
// centroids of the opposite faces, which keep tetrahedra from collapsing. The vertices in the
// lowest 2% of the height are fixed. After Michels, Luan, Tokman, section 4.1, who give neither
// mesh nor size: we use the Stanford bunny of the npm package `bunny`, with its units taken as
// metres (meshes/bunny_mesh).
//
// Angular frequencies at kd = 1e8 N/m, ks = 1e2 N/m (rad/s; test_problems "[bunny]" measures them):
//   literal   1k  327 to 51163    8k  omega_max 52536
//   two_scale 1k  0.374 to 16467
//
// variant = literal has all four diagonals of every tetrahedron. They over-constrain the vertices:
// there are no slow modes, kd only rescales time, and ks is irrelevant. variant = two_scale has at
// most one diagonal per tetrahedron and one per vertex. This leaves slow modes that only the
// structural springs resist, and so a wide gap in the spectrum.
//
// start = rest falls under gravity. At first it falls almost freely, by g t^2 / 2, which makes
// every displacement error look small. start = sway instead has the velocity
// (0.5 (y/H)^2, 0, 0.25 sin(pi y/H)), with y above the lowest vertex and the height H, and no
// gravity unless that is set.

#include "problems/contract/optional/element_energies.hpp"
#include "problems/contract/optional/projected_stiffness.hpp"
#include "problems/contract/picture.hpp"
#include "problems/contract/registry.hpp"
#include "problems/forces/elastic_body.hpp"
#include "problems/forces/mass_damping.hpp"
#include "problems/forces/springs.hpp"
#include "problems/meshes/models/bunny_mesh.hpp"
#include "problems/meshes/models/upright.hpp"
#include "problems/meshes/numbering.hpp"

#include <cmath>
#include <cstdint>
#include <numbers>
#include <numeric>
#include <optional>
#include <utility>

namespace stiffbench {
namespace {

using Eigen::Index;
using TetColumns = Eigen::Matrix<int, 4, Eigen::Dynamic>;

/// Shuffles with SplitMix64 (DOI 10.1145/2714064.2660195) and Fisher-Yates, since std::shuffle
/// differs between standard libraries.
std::vector<Index> shuffled(Index count) {
  std::vector<Index> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), Index{0});
  std::uint64_t seed = 1;
  const auto next = [&seed] {
    std::uint64_t z = seed += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  };
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[next() % i]);
  return order;
}

/// Returns one tetrahedron per vertex, with that vertex first. Each tetrahedron, in random order,
/// assigns its diagonal to the first of its vertices that has none yet.
TetColumns one_diagonal_per_vertex(const TetMesh& mesh) {
  TetColumns chosen(4, mesh.vertices.cols());
  std::vector<bool> served(static_cast<std::size_t>(mesh.vertices.cols()), false);
  Index count = 0;
  for (const Index tet : shuffled(mesh.tets.cols())) {
    Eigen::Vector4i corners = mesh.tets.col(tet);
    for (Index i = 0; i < 4; ++i) {
      if (served[static_cast<std::size_t>(corners[i])]) continue;
      served[static_cast<std::size_t>(corners[i])] = true;
      std::swap(corners[0], corners[i]);
      chosen.col(count++) = corners;
      break;
    }
  }
  return chosen.leftCols(count);
}

class Bunny final : public Problem,
                    public ProjectedStiffness,
                    public ElementEnergies,
                    public Pictured {
 public:
  struct Parameters {
    std::string size = "1k", variant = "literal", start = "rest";
    double kd = 1e8, ks = 1e2, damping = 0;
    std::optional<double> gravity;

    static void parameters(auto& self, auto&& parameter) {
      parameter("size", self.size, one_of({"30", "300", "1k", "4k", "8k"}), "vertices, roughly");
      parameter("variant", self.variant, one_of({"literal", "two_scale"}),
                "four diagonal springs a tetrahedron, or one a vertex");
      parameter("kd", self.kd, positive(), "stiffness of the diagonal springs (N/m)");
      parameter("ks", self.ks, positive(), "stiffness of the structural springs (N/m)");
      parameter("damping", self.damping, not_negative(),
                "of every velocity, in proportion to the mass (1/s)");
      parameter("gravity", self.gravity, any_value(),
                "downwards along -y (m/s^2); automatic: 9.81 literal, 0.1 two_scale, 0 with sway");
      parameter("start", self.start, one_of({"rest", "sway"}), "at rest, or swaying");
    }
    void resolve(const std::string&) {
      if (!gravity) gravity = start == "sway" ? 0 : variant == "literal" ? 9.81 : 0.1;
    }
  };

  explicit Bunny(const Parameters& p) : Bunny(p, bunny_mesh(p.size)) {}

  State start() const override { return start_; }
  const Mass& mass() const override { return body_.mass(); }
  ProblemTraits traits() const override {
    ProblemTraits traits;
    traits.damped = damping_ > 0;
    if (traits.damped) traits.rayleigh = {damping_, 0};
    return traits;
  }
  const Mat& linear_stiffness() const override { return linear_; }
  int block_size() const override { return 3; }
  /// Keeps omega_max T below 5e3; beyond that a reference is hardly feasible.
  double default_end_time() const override { return 0.02 / std::sqrt(kd_ / 1e8); }

  void force(const State& u, Vec& f) const override {
    f = weight_;
    body_.add_force(u.x, f);
    if (damping_ > 0) MassDamping{damping_}.add_force(mass(), u.v, f);
  }
  void jacobian_times(const State& u, const Vec& dx, const Vec& dv, Vec& df) const override {
    df.setZero(dof());
    body_.add_jacobian_times(u.x, dx, df);
    if (damping_ > 0) MassDamping{damping_}.add_force(mass(), dv, df);
  }
  void stiffness(const State& u, Mat& K) const override { body_.stiffness(u.x, K); }
  void projected_stiffness(const State& u, Mat& K) const override { body_.stiffness<true>(u.x, K); }
  void damping(const State& u, Mat& D) const override {
    if (damping_ == 0) return Problem::damping(u, D);
    MassDamping{damping_}.matrix(mass(), D);
  }
  double potential(const State& u) const override {
    double sum = -weight_.dot(u.x);
    body_.add_potential(u.x, sum);
    return sum;
  }
  std::vector<const ElementGroup*> element_groups() const override {
    return body_.element_groups();
  }
  void external_force(double, Vec& f) const override { f = weight_; }
  bool projection_stiffness(Mat& L) const override { return body_.projection_stiffness(L); }

  std::vector<Body> bodies(const State& u) const override {
    return {{.name = "skin", .points = body_.positions(u.x), .faces = skin_, .closed = true}};
  }
  View view() const override { return {{0.35, 0.2, 1}, {0, 1, 0}}; }

 private:
  Bunny(const Parameters& p, const TetMesh& mesh) : Bunny(p, mesh, edge_columns(mesh)) {}
  Bunny(const Parameters& p, const TetMesh& mesh, const Eigen::Matrix2Xi& edges)
      : kd_(p.kd),
        damping_(p.damping),
        skin_(skin(mesh)),
        body_(mesh.vertices, number_free_vertices(mesh), Vec::Ones(mesh.vertices.cols()), edges) {
    add<TwoPointSprings>(edges, p.ks);
    if (p.variant == "literal")
      add<FourDiagonalSprings>(mesh.tets, p.kd);
    else
      add<DiagonalSprings>(one_diagonal_per_vertex(mesh), p.kd);
    linear_ = body_.stiffness_at_rest();
    const Index n = dof();
    start_ = {0, Vec::Zero(n), p.start == "sway" ? sway(mesh) : Vec(Vec::Zero(n))};
    weight_ = Vec::Zero(n);
    for (Index i = 1; i < n; i += 3) weight_[i] = -*p.gravity;
  }

  static std::vector<int> number_free_vertices(const TetMesh& mesh) {
    const auto y = mesh.vertices.row(1);
    const double fixed_below = y.minCoeff() + 0.02 * (y.maxCoeff() - y.minCoeff());
    std::vector<bool> free;
    for (const double height : y) free.push_back(height > fixed_below);
    return number_for_locality(mesh, free);
  }

  template <class Term>
  void add(const typename Term::Elements& elements, double k) {
    body_.add<Term>(sorted_by_free_index(elements, body_.free_index()), k);
  }

  Vec sway(const TetMesh& mesh) const {
    const auto y = mesh.vertices.row(1);
    const double low = y.minCoeff(), height = y.maxCoeff() - low;
    Vec v = Vec::Zero(dof());
    for (Index i = 0; i < y.size(); ++i) {
      if (body_.free_index(i) < 0) continue;
      const double eta = (y[i] - low) / height;
      v.segment<3>(3 * body_.free_index(i)) << 0.5 * eta * eta, 0,
          0.25 * std::sin(std::numbers::pi * eta);
    }
    return v;
  }

  double kd_, damping_;
  Eigen::Matrix4Xi skin_;
  ElasticBody<SpringTerm> body_;
  Mat linear_;  // the stiffness at rest
  State start_;
  Vec weight_;
};

const bool enrolled = enrol_problem<Bunny>({
    .name = "bunny",
    .title = "Stanford bunny of masses, structural springs and stiff diagonal springs",
    .equation =
        "M u'' = s(u) - damping M u' + M g; s: springs that pull with k (|d| - L), k = ks along "
        "edges, k = kd from vertices to centroids of faces",
    .doi = "10.1145/3072959.3073706",
    .units = {"m", "kg", "s"},
    // Softer and heavier than the default, so that the spring forces are nonlinear.
    .order_checks = {{{"size", "30"}, {"kd", 100.0}, {"gravity", 20.0}, {"end_time", 0.2}}},
});

}  // namespace
}  // namespace stiffbench
