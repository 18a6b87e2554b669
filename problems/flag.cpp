// A flag in displacements u: x = X + u, a grid of particles fixed along one edge, with springs to
// near neighbours whose law is cubic in the strain, in a wind. After Michels, Luan, Tokman, section
// 4.2, who have a grid of 50 x 70, cubic springs, and a damped and an undamped case. They give
// neither masses nor sizes nor wind; everything else is ours:
//  - row i, column j at X = (j l, i l, 0), l = 0.01 m, 1e-5 kg each, column 0 fixed;
//  - springs to the neighbours at (row, column) distance (0,1), (1,0) of 1e4 N, at (1,1), (1,-1) of
//    1e3 N, at (0,2), (2,0) of 1e2 N, with the pull k eps (eps0^2 + eps^2) in the strain eps. A
//    cubic law in metres, k (|d| - l)^3, would stretch the flag by 80% under its own weight,
//    whereas the area of the paper's flag changes by at most 2.5%. eps0 = 0 is the purely cubic
//    law, without stiffness at rest;
//  - the acceleration by weight and wind, which starts smoothly with r = 1 - exp(-(t/tau)^2):
//    20 r (1 + 0.3 sin(2 pi 0.7 t)), -9.81 r, 5 r sin(2 pi (2 t - X_x / 0.7) + X_y / 0.49);
//  - damped: -2 v_i + 1000 sum over the four neighbours (v_j - v_i), in 1/s; tau = 0.5 s.
// Without damping (tau = 0.1 s) the motion is chaotic: pointwise errors are meaningful up to 0.2 s
// only. The stiffness is indefinite wherever a spring is compressed, and singular for the flat flag
// at rest. K0 is the fixed surrogate of every split: the graph Laplacian of the springs between
// nearest neighbours with the weight k (eps0^2 + 3e-4) / l.

#include "problems/contract/optional/element_energies.hpp"
#include "problems/contract/optional/extended_force.hpp"
#include "problems/contract/optional/projected_stiffness.hpp"
#include "problems/contract/picture.hpp"
#include "problems/contract/registry.hpp"
#include "problems/forces/elastic_body.hpp"
#include "problems/forces/springs.hpp"
#include "problems/forces/subtract_product.hpp"
#include "problems/outputs/sheet_area.hpp"

#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <optional>
#include <vector>

namespace stiffbench {
namespace {

using Eigen::Index;

constexpr double spacing = 0.01, particle_mass = 1e-5;             // m, kg
constexpr double structural = 1e4, diagonal = 1e3, bending = 1e2;  // N
constexpr double surrogate_strain_squared = 3e-4;
constexpr double two_pi = 2 * std::numbers::pi, gravity = 9.81;  // m/s^2
constexpr double gust_frequency = 0.7, beat_frequency = 2;       // of the wind, 1/s
constexpr double wave_length = 0.7, phase_height = 0.49;         // of the wind across the flag, m
constexpr double air_drag = 2, neighbour_damping = 1000;         // 1/s

class Flag final : public ExtendedProblem<Flag>,
                   public ProjectedStiffness,
                   public ElementEnergies,
                   public Pictured {
 public:
  struct Parameters {
    std::string kind = "damped";
    int rows = 50, columns = 70;
    double eps0 = 0.01;
    std::optional<double> tau;

    static void parameters(auto& self, auto&& parameter) {
      parameter("case", self.kind, one_of({"damped", "undamped"}), "with damping, or without");
      parameter("rows", self.rows, at_least(2), "particles along the held edge");
      parameter("columns", self.columns, at_least(2), "particles across, the held one among them");
      parameter("eps0", self.eps0, not_negative(), "strain below which springs are linear");
      parameter("tau", self.tau, positive(),
                "time over which load grows (s); automatic: 0.5 damped, 0.1 undamped");
    }
    void resolve(const std::string&) {
      if (!tau) tau = kind == "damped" ? 0.5 : 0.1;
    }
  };

  explicit Flag(const Parameters& p)
      : damped_(p.kind == "damped"),
        tau_(*p.tau),
        rows_(p.rows),
        columns_(p.columns),
        body_(particles(), free_after(p.rows * p.columns, p.rows),
              Vec::Constant(p.rows * p.columns, particle_mass),
              grid_pairs({{0, 1}, {1, 0}, {1, 1}, {1, -1}, {0, 2}, {2, 0}})) {
    const Pairs near = grid_pairs({{0, 1}, {1, 0}});
    body_.add(near, CubicStrain{structural, p.eps0});
    body_.add(grid_pairs({{1, 1}, {1, -1}}), CubicStrain{diagonal, p.eps0});
    body_.add(grid_pairs({{0, 2}, {2, 0}}), CubicStrain{bending, p.eps0});
    set_wind_phases();
    make_constant_matrices(near, p.eps0);
  }

  State start() const override { return {0, Vec::Zero(dof()), Vec::Zero(dof())}; }
  const Mass& mass() const override { return body_.mass(); }
  ProblemTraits traits() const override { return {.damped = damped_, .time_dependent = true}; }
  const Mat& linear_stiffness() const override { return linear_; }
  int block_size() const override { return 3; }
  double typical_displacement() const override { return 0.1 * spacing; }
  /// Without damping, perturbations grow by about 130 e-folds per second.
  double default_end_time() const override { return damped_ ? 6 : 0.2; }

  template <class Scalar>
  void force_of(const StateOf<Scalar>& u, VecOf<Scalar>& f) const {
    load_of(u.t, f);
    body_.add_force(u.x, f);
    if (damped_) subtract_product(damping_, u.v, f);
  }
  void jacobian_times(const State& u, const Vec& dx, const Vec& dv, Vec& df) const override {
    df.setZero(dof());
    body_.add_jacobian_times(u.x, dx, df);
    if (damped_) df -= damping_ * dv;
  }
  void stiffness(const State& u, Mat& K) const override { body_.stiffness(u.x, K); }
  void projected_stiffness(const State& u, Mat& K) const override { body_.stiffness<true>(u.x, K); }
  void damping(const State& u, Mat& D) const override {
    if (damped_)
      D = damping_;
    else
      Problem::damping(u, D);
  }
  void time_derivative(const State& u, Vec& dfdt) const override {
    const double decay = std::exp(-std::pow(u.t / tau_, 2)), r = 1 - decay;
    const double rate = 2 * u.t / (tau_ * tau_) * decay;
    const double gust = two_pi * gust_frequency * u.t, beat = two_pi * beat_frequency * u.t;
    blow(20 * (rate * (1 + 0.3 * std::sin(gust)) +
               r * 0.3 * two_pi * gust_frequency * std::cos(gust)),
         -gravity * rate,
         5 * (rate * std::sin(beat) + r * two_pi * beat_frequency * std::cos(beat)),
         5 * (rate * std::cos(beat) - r * two_pi * beat_frequency * std::sin(beat)), dfdt);
  }
  void load(double t, Vec& f) const override { load_of(t, f); }
  double potential(const State& u) const override {
    double sum = 0;
    body_.add_potential(u.x, sum);
    return sum;
  }
  std::vector<const ElementGroup*> element_groups() const override {
    return body_.element_groups();
  }
  void external_force(double t, Vec& f) const override { load_of(t, f); }
  bool projection_stiffness(Mat& L) const override { return body_.projection_stiffness(L); }
  std::unique_ptr<Outputs> outputs(long points) const override {
    Eigen::Matrix3Xi triangles(3, 2 * (rows_ - 1) * (columns_ - 1));
    Index next = 0;
    for (int j = 0; j + 1 < columns_; ++j)
      for (int i = 0; i + 1 < rows_; ++i) {
        const int a = vertex(i, j), b = vertex(i + 1, j), c = vertex(i, j + 1),
                  d = vertex(i + 1, j + 1);
        triangles.col(next++) << a, b, c;
        triangles.col(next++) << d, c, b;
      }
    return std::make_unique<SheetArea>(
        SheetArea::Sheet{body_.rest(), body_.free_index(), std::move(triangles)}, end_time(),
        points);
  }

  std::vector<Body> bodies(const State& u) const override {
    Body cloth{.name = "cloth", .points = body_.positions(u.x)};
    cloth.faces.resize(4, (rows_ - 1) * (columns_ - 1));
    Index next = 0;
    for (int j = 0; j + 1 < columns_; ++j)
      for (int i = 0; i + 1 < rows_; ++i)
        cloth.faces.col(next++) << vertex(i, j), vertex(i, j + 1), vertex(i + 1, j + 1),
            vertex(i + 1, j);
    return {cloth};
  }
  View view() const override { return {{0.3, 0.25, 1}, {0, 1, 0}}; }

 private:
  /// Vertex numbers, one pair per column.
  using Pairs = TwoPointSprings::Elements;

  /// Vertices are numbered column by column, for a narrow band.
  int vertex(int row, int column) const { return column * rows_ + row; }

  Eigen::Matrix3Xd particles() const {
    Eigen::Matrix3Xd rest(3, rows_ * columns_);
    for (int j = 0; j < columns_; ++j)
      for (int i = 0; i < rows_; ++i) rest.col(vertex(i, j)) << j * spacing, i * spacing, 0;
    return rest;
  }
  void set_wind_phases() {
    const auto free = body_.rest().rightCols(dof() / 3);
    const Vec phase = free.row(1) / phase_height - two_pi / wave_length * free.row(0);
    phase_cosine_ = phase.array().cos();
    phase_sine_ = phase.array().sin();
  }

  /// Returns all pairs of particles at one of these (row, column) distances.
  Pairs grid_pairs(const std::vector<std::array<int, 2>>& distances) const {
    std::vector<int> list;
    for (int j = 0; j < columns_; ++j)
      for (int i = 0; i < rows_; ++i)
        for (const auto& [down, right] : distances) {
          const int row = i + down, column = j + right;
          if (row < rows_ && column >= 0 && column < columns_)
            list.insert(list.end(), {vertex(i, j), vertex(row, column)});
        }
    return Eigen::Map<const Pairs>(list.data(), 2, static_cast<Index>(list.size() / 2));
  }

  void make_constant_matrices(const Pairs& near, double eps0) {
    std::vector<Eigen::Triplet<double>> entries;
    for (const auto& pair : near.colwise())
      for (const int a : {pair[0], pair[1]})
        for (const int b : {pair[0], pair[1]})
          for (int c = 0; c < 3 && body_.free_index(a) >= 0 && body_.free_index(b) >= 0; ++c)
            entries.emplace_back(3 * body_.free_index(a) + c, 3 * body_.free_index(b) + c,
                                 a == b ? 1 : -1);
    Mat laplacian(dof(), dof());
    laplacian.setFromTriplets(entries.begin(), entries.end());
    linear_ = structural * (eps0 * eps0 + surrogate_strain_squared) / spacing * laplacian;
    linear_ += body_.pattern();  // whole blocks, as required by block_size()
    damping_ = air_drag * mass().matrix() + neighbour_damping * particle_mass * laplacian;
  }

  template <class Scalar>
  void load_of(const Scalar& t, VecOf<Scalar>& f) const {
    using std::cos, std::expm1, std::sin;
    const Scalar s = t / static_cast<Scalar>(tau_), r = -expm1(-s * s);
    const Scalar turn = static_cast<Scalar>(two_pi) * t;
    const Scalar beat = static_cast<Scalar>(beat_frequency) * turn;
    const Scalar gust = sin(static_cast<Scalar>(gust_frequency) * turn);
    blow<Scalar>(20 * r * (1 + static_cast<Scalar>(0.3) * gust), -static_cast<Scalar>(gravity) * r,
                 5 * r * sin(beat), 5 * r * cos(beat), f);
  }

  /// Writes f = mass times (ax, ay, sine cos(phase) + cosine sin(phase)) with the phase of each
  /// particle.
  template <class Scalar>
  void blow(Scalar ax, Scalar ay, Scalar sine, Scalar cosine, VecOf<Scalar>& f) const {
    const auto m = static_cast<Scalar>(particle_mass);
    f.resize(dof());
    for (Index i = 0; i < dof() / 3; ++i) {
      const auto c = static_cast<Scalar>(phase_cosine_[i]), s = static_cast<Scalar>(phase_sine_[i]);
      f[3 * i] = m * ax;
      f[3 * i + 1] = m * ay;
      f[3 * i + 2] = m * (sine * c + cosine * s);
    }
  }

  bool damped_;
  double tau_;
  int rows_, columns_;
  ElasticBody<CubicSprings> body_;
  Vec phase_cosine_, phase_sine_;  // of the wind across the flag, at the free particles
  Mat linear_, damping_;
};

const bool enrolled = enrol_problem<Flag>({
    .name = "flag",
    .title = "Flag of particles on springs cubic in the strain, in the wind, damped or not",
    .equation =
        "m u'' = s(u) + m a(t, X) - D u'; s: springs that pull with k eps (eps0^2 + eps^2), eps "
        "their strain, a: weight and wind, D = 0 unless damped",
    .doi = "10.1145/3072959.3073706",
    .units = {"m", "kg", "s"},
    .order_checks = {{{"rows", 3L}, {"columns", 4L}, {"tau", 1e-3}, {"end_time", 5e-3}},
                     {{"case", std::string("undamped")},
                      {"rows", 3L},
                      {"columns", 4L},
                      {"tau", 1e-3},
                      {"end_time", 5e-3}}},
});

}  // namespace
}  // namespace stiffbench
