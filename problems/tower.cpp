// A tower of girders in displacements u: x = X + u, with bars between nodes, stiff in the lower
// part and soft in the upper one, whose top sways. After Michels, Luan, Tokman, section 4.3, rows
// 3a and 3b of their Table 1: the Eiffel Tower as a network of girders with 5000 nodes,
// co-rotational, stiffness constants of 1e8 in the lower part and of 1e2 or 1e4 in the upper one,
// and 12 s. The paper gives neither the network, the unit of a stiffness, the boundary of the upper
// part, masses, loads nor the initial state. All of that is ours:
//  - trusses/tower_truss.hpp: four legs, three platforms, a column, a lantern; 324 m high, braced
//    cells. The lower part reaches up to the top of the second platform;
//  - a stiffness is that of a bar (N/m), whatever its length; 1 kg at every node; nodes on the
//    ground are fixed; no weight, under which the soft column would collapse;
//  - the initial state: at rest except for the column, which moves horizontally, 20 degrees off the
//    x axis, with the speed `speed` s^2, where s is 0 at the second platform and 1 at the top. With
//    speed = 0, a wind can act instead.
//
// Each bar is co-rotational. With K = k [N -N; -N N], N = n n', the direction n at rest, X and x
// the two ends at rest and now, and any rotation R that maps n to the current direction d/|d|, the
// force is f = -R K (R'x - X). Since R'd is parallel to n, f pulls with k (|d| - L) along d: the
// co-rotational bar is a spring of Hooke's law (tests/problems/trusses uses the co-rotational
// formula). It therefore has the potential k (|d| - L)^2 / 2 and an exact Jacobian, which includes
// the change of R. The formulation of the paper, after Mueller et al. (2002), has a rotation for
// each node or element of a continuum, and no potential.
//
// Sizes are different towers, not refinements of one: the stiffness of a bar and the mass of a node
// do not change.
// Angular frequencies (rad/s; test_problems "[tower]" measures them):
//   200   upper = 1e2  0.3823 to 32780,  upper = 1e4  3.823 to 32780
//   5000  upper = 1e2  0.07528 to 36000

#include "base/error.hpp"
#include "problems/contract/optional/element_energies.hpp"
#include "problems/contract/optional/extended_force.hpp"
#include "problems/contract/optional/projected_stiffness.hpp"
#include "problems/contract/picture.hpp"
#include "problems/contract/registry.hpp"
#include "problems/forces/elastic_body.hpp"
#include "problems/forces/mass_damping.hpp"
#include "problems/forces/springs.hpp"
#include "problems/outputs/top_deflection.hpp"
#include "problems/solids/wind.hpp"
#include "problems/trusses/tower_truss.hpp"

#include <cmath>
#include <map>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

namespace stiffbench {
namespace {

using Eigen::Index;
using Eigen::Vector3d;

/// Shapes by number of nodes. The one with 20 nodes is a mast without legs.
const std::map<std::string, TowerShape> shapes = {
    {"20", {0, 0, 0, 1, 0}},    {"200", {1, 2, 2, 4, 2}},     {"1000", {2, 6, 5, 12, 7}},
    {"2500", {3, 9, 8, 18, 1}}, {"5000", {3, 18, 16, 40, 2}}, {"10000", {3, 36, 34, 82, 4}},
};

class Tower final : public ExtendedProblem<Tower>,
                    public ProjectedStiffness,
                    public ElementEnergies,
                    public Pictured {
 public:
  struct Parameters {
    std::string size = "5000";
    double lower = 1e8, upper = 1e2, mass = 1, speed = 5, wind = 0, damping = 0;

    static void parameters(auto& self, auto&& parameter) {
      parameter("size", self.size, one_of({"20", "200", "1000", "2500", "5000", "10000"}),
                "nodes; the paper's tower has 5000");
      parameter("lower", self.lower, positive(),
                "stiffness of a bar up to the second platform (N/m)");
      parameter("upper", self.upper, positive(), "stiffness of a bar above it (N/m)");
      parameter("mass", self.mass, positive(), "of a node (kg)");
      parameter("speed", self.speed, any_value(), "of the top at the start (m/s)");
      parameter("wind", self.wind, any_value(), "acceleration of the top by the wind (m/s^2)");
      parameter("damping", self.damping, not_negative(),
                "of every velocity, in proportion to the mass (1/s)");
    }
    void resolve(const std::string& owner) const {
      if (speed == 0 && wind == 0)
        throw Error(owner + ": 'speed' or 'wind' moves the tower", "both are 0",
                    "give one of them");
    }
  };

  explicit Tower(const Parameters& p) : Tower(p, tower_truss(shapes.at(p.size))) {}

  State start() const override { return start_; }
  const Mass& mass() const override { return body_.mass(); }
  ProblemTraits traits() const override {
    ProblemTraits traits;
    traits.damped = damping_ > 0;
    traits.time_dependent = blows_;
    if (traits.damped) traits.rayleigh = {damping_, 0};
    return traits;
  }
  const Mat& linear_stiffness() const override { return linear_; }
  int block_size() const override { return 3; }
  double typical_displacement() const override { return 0.01; }
  double default_end_time() const override { return 12; }

  template <class Scalar>
  void force_of(const StateOf<Scalar>& u, VecOf<Scalar>& f) const {
    f.setZero(dof());
    body_.add_force(u.x, f);
    if (blows_) wind_.add(u.t, f);
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
  void time_derivative(const State& u, Vec& dfdt) const override {
    dfdt.setZero(dof());
    if (blows_) wind_.add_rate(u.t, dfdt);
  }
  void load(double t, Vec& f) const override {
    f.setZero(dof());
    if (blows_) wind_.add(t, f);
  }
  double potential(const State& u) const override {
    double sum = 0;
    body_.add_potential(u.x, sum);
    return sum;
  }
  std::vector<const ElementGroup*> element_groups() const override {
    return body_.element_groups();
  }
  void external_force(double t, Vec& f) const override { load(t, f); }
  bool projection_stiffness(Mat& L) const override { return body_.projection_stiffness(L); }
  std::unique_ptr<Outputs> outputs(long points) const override {
    return std::make_unique<TopDeflection>(top_, direction(), end_time(), points);
  }

  /// Returns the stiff bars and the soft ones.
  std::vector<Body> bodies(const State& u) const override {
    Body lower{.name = "lower", .points = body_.positions(u.x)};
    Body upper{.name = "upper", .points = lower.points};
    for (const auto& bar : lower_.colwise()) lower.lines.push_back({bar[0], bar[1]});
    for (const auto& bar : upper_.colwise()) upper.lines.push_back({bar[0], bar[1]});
    return {lower, upper};
  }
  View view() const override { return {{0.4, -1, 0.15}, {0, 0, 1}}; }

 private:
  Tower(const Parameters& p, const TowerTruss& truss)
      : damping_(p.damping),
        blows_(p.wind != 0),
        top_(truss.top),
        body_(truss.nodes, free_after(truss.nodes.cols(), truss.ground),
              Vec::Constant(truss.nodes.cols(), p.mass), truss.bars),
        lower_(bars(truss, true)),
        upper_(bars(truss, false)),
        wind_(gusts(p.wind), Vec(p.mass * rise(truss, 0).array().square()),
              truss.nodes.rightCols(dof() / 3).reshaped()) {
    body_.add(lower_, p.lower);
    body_.add(upper_, p.upper);
    linear_ = body_.stiffness_at_rest();
    const Vec s = rise(truss, truss.nodes(2, truss.lower - 1)).cwiseMax(0);
    start_ = {0, Vec::Zero(dof()), Vec::Zero(dof())};
    for (Index i = 0; i < s.size(); ++i)
      start_.v.segment<3>(3 * i) = p.speed * s[i] * s[i] * direction();
  }

  /// Direction of the initial velocity and of the wind, outside the symmetry planes of the tower.
  static Vector3d direction() {
    constexpr double angle = std::numbers::pi / 9;
    return {std::cos(angle), std::sin(angle), 0};
  }
  /// Returns the relative height of each free node: 0 at the height `from`, 1 at the top.
  static Vec rise(const TowerTruss& truss, double from) {
    const auto z = truss.nodes.row(2).rightCols(truss.nodes.cols() - truss.ground).array();
    return (z.transpose() - from) / (truss.nodes(2, Eigen::last) - from);
  }
  /// Gusts with a period of 4 s that travel up the tower at 50 m/s.
  static Gusts gusts(double wind) {
    constexpr double turn = 2 * std::numbers::pi;
    return {.steady = wind * direction(),
            .gust = 0.5 * wind * direction(),
            .frequency = 0.25,
            .wave = turn / 200 * Vector3d::UnitZ(),
            .rise = 1};
  }
  static Eigen::Matrix2Xi bars(const TowerTruss& truss, bool lower) {
    std::vector<Index> chosen;
    for (Index bar = 0; bar < truss.bars.cols(); ++bar)
      if ((truss.bars.col(bar).maxCoeff() < truss.lower) == lower) chosen.push_back(bar);
    return truss.bars(Eigen::all, chosen);
  }

  double damping_;
  bool blows_;
  Index top_;
  ElasticBody<TwoPointSprings> body_;
  Eigen::Matrix2Xi lower_, upper_;
  Wind wind_;
  Mat linear_;
  State start_;
};

const bool enrolled = enrol_problem<Tower>({
    .name = "tower",
    .title = "Tower of co-rotational bars, stiff below and soft above, swaying or in the wind",
    .equation =
        "M u'' = s(u) + M a(t, X) - damping M u'; s = -R K (R'x - X) of every bar, R its rotation: "
        "it pulls with k (|d| - L); a: the wind",
    .doi = "10.1145/3072959.3073706",
    .units = {"m", "kg", "s"},
    .order_checks =
        {{{"size", std::string("20")}, {"lower", 1000.0}, {"speed", 20.0}, {"end_time", 0.05}},
         {{"size", std::string("20")},
          {"lower", 1000.0},
          {"speed", 20.0},
          {"wind", 20.0},
          {"damping", 2.0},
          {"end_time", 0.05}}},
});

}  // namespace
}  // namespace stiffbench
