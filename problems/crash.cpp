// A car that hits a wall, made of particles on springs whose rest lengths change permanently when
// the springs are stretched or compressed beyond a limit. After Luan, Michels, section 5.2.3. The
// paper has a frontal crash at two speeds, 120 000 vertices, structural stiffness k = 1e4, bending
// stiffness k / 100, rest lengths that are "corrected" once the deformation reaches a threshold,
// and 2 s. It does not give mesh, units, masses, speeds, threshold, correction and wall; everything
// else is ours:
//  - plastic/car_body.hpp: a shell one cell thick with a passenger cell. Its number of vertices is
//    about `size`: 100, 4004, 20 000 and 120 000. Springs of k (N/m) lie on the edges and diagonals
//    of all faces of cells; springs of k / 100 join each vertex to the next but one along a line;
//  - 400 kg in equal parts, and 5 m/s, or 10 m/s for the fast crash: with that k, a heavier or
//    faster body would be flattened. There is neither weight nor ground;
//  - a wall at x = gap, which repels particles by forces/contact/penalty_contact.hpp. The wall is
//    flat, so that the push and its derivative act along x only;
//  - the paper moves the car as a rigid body and adds the deformation. Ours is one system, and the
//    output `deformation` removes the best-fitting rigid motion afterwards.
//
// Plastic flow: the elastic elongation of a spring is e = r - L0 - p, with its length r, initial
// length L0 and plastic elongation p. The paper's rule, p += e after every step in which
// |e| > yield L0 (plasticity = full_relaxation), depends on the steps: runs with smaller steps do
// not converge, and no method has an order. Their energy balance is closed nevertheless. Two rules
// have limits:
//  - clocked: after every `period`, a constant of the model, p += e - sgn(e) yield L0. The rest
//    lengths are constant between two ticks of the clock; steps divide the period, so methods keep
//    their order;
//  - viscoplastic: the rate dp/dt = (e - sgn(e) yield L0) / relaxation_time, solved exactly over
//    each period with fixed vertices. This is the clocked rule times
//    1 - exp(-period / relaxation_time). If p were unknowns like the positions, K and D would be
//    unsymmetric and the equation of first order.
// The internal variables of a state (State::z) are the plastic work done so far, followed by the
// plastic elongations. The energy of a run decreases by that work.

#include "base/error.hpp"
#include "base/system/chunks.hpp"
#include "problems/contract/optional/extended_force.hpp"
#include "problems/contract/optional/internal_variables.hpp"
#include "problems/contract/optional/projected_stiffness.hpp"
#include "problems/contract/picture.hpp"
#include "problems/contract/registry.hpp"
#include "problems/forces/contact/penalty_contact.hpp"
#include "problems/forces/elastic_body.hpp"
#include "problems/plastic/car_body.hpp"
#include "problems/plastic/crash_outputs.hpp"
#include "problems/plastic/plastic_springs.hpp"

#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

namespace stiffbench {
namespace {

using Eigen::Index;

constexpr double bending_share = 0.01;  // relative to the stiffness
constexpr double wall_reach = 0.1;      // distance from the wall at which its push begins (m)
/// The contact law is one for spheres: radius of a sphere whose pole is the wall (m). Forces along
/// x do not depend on it.
constexpr double pole = 10;

enum class Plasticity { clocked, viscoplastic, full_relaxation };
constexpr auto names_of(Plasticity) {
  return std::array{"clocked", "viscoplastic", "full_relaxation"};
}

class Crash final : public ExtendedProblem<Crash>,
                    public ProjectedStiffness,
                    public InternalVariables,
                    public Pictured {
 public:
  struct Parameters {
    int size = 100;
    Plasticity plasticity = Plasticity::clocked;
    double speed = 5, gap = 0.15, stiffness = 1e4, mass = 400, wall = 1e5;
    double yield = 0.02, period = 0.005, relaxation_time = 0.01;

    static void parameters(auto& self, auto&& parameter) {
      parameter("size", self.size, at_least(1), "vertices, roughly: 100, 4000, 20000 or 120000");
      parameter("plasticity", self.plasticity, one_of<Plasticity>(), "how rest lengths change");
      parameter("speed", self.speed, positive(), "of the car at the start (m/s)");
      parameter("gap", self.gap, not_negative(), "from the nose to the wall at the start (m)");
      parameter("stiffness", self.stiffness, positive(), "k of a spring (N/m)");
      parameter("mass", self.mass, positive(), "of the car (kg)");
      parameter("wall", self.wall, positive(), "stiffness of the wall (N/m)");
      parameter("yield", self.yield, between(0, 1), "strain beyond which springs flow");
      parameter("period", self.period, positive(), "of the clock at which they flow (s)");
      parameter("relaxation_time", self.relaxation_time, positive(),
                "of viscoplastic flow; other plasticity makes no use of it (s)");
    }
    void resolve(const std::string& owner) const {
      for (const auto& [vertices, cells] : sizes)
        if (vertices == size) return;
      throw Error(owner + ": size is one of 100, 4000, 20000 and 120000", std::to_string(size),
                  "give one of these");
    }
  };

  explicit Crash(const Parameters& p) : Crash(p, car_body(cells_of(p.size))) {}

  State start() const override {
    const Eigen::Vector3d velocity(speed_, 0, 0);
    return {0, Vec::Zero(dof()), velocity.replicate(dof() / 3, 1)};
  }
  const Mass& mass() const override { return body_.mass(); }
  ProblemTraits traits() const override { return {}; }
  const Mat& linear_stiffness() const override { return linear_; }
  int block_size() const override { return 3; }
  double typical_displacement() const override { return 0.02 * car_length; }
  double default_end_time() const override { return 0.4; }

  template <class Scalar>
  void force_of(const StateOf<Scalar>& u, VecOf<Scalar>& f) const {
    set_zero(f, dof());
    body_.sum_forces<Scalar>(u.x, f, [&](const PlasticSprings& term, const auto& at, auto& sums) {
      term.add_force(at, u.z, sums);
    });
    on_wall(u.x, [&](Index i, const Eigen::Matrix<Scalar, 3, 1>& d) {
      f[i] += wall_.force(d, pole)[0];
    });
  }
  void jacobian_times(const State& u, const Vec& dx, const Vec&, Vec& df) const override {
    set_zero(df, dof());
    const AlignedPositions<double, 1> change(dx);
    body_.sum_forces<double>(u.x, df, [&](const PlasticSprings& term, const auto& at, auto& sums) {
      term.add_jacobian_times(at, u.z, change, sums);
    });
    on_wall(u.x, [&](Index i, const Eigen::Vector3d& d) {
      df[i] -= wall_.stiffness(d, pole)(0, 0) * dx[i];
    });
  }
  void stiffness(const State& u, Mat& K) const override { assemble<false>(u, K); }
  void projected_stiffness(const State& u, Mat& K) const override { assemble<true>(u, K); }
  double potential(const State& u) const override {
    double sum = 0;
    for (const auto& term : body_.terms()) sum += term->potential(u.x, u.z);
    each_at_wall(u.x, 0, body_.rest().cols(),
                 [&](Index, const Eigen::Vector3d& d) { sum += wall_.energy(d, pole); });
    return sum;
  }

  double update_period() const override {
    return plasticity_ == Plasticity::full_relaxation ? 0 : period_;
  }
  State update_internal_variables(State u) const override {
    const double periods = u.t / period_;
    const bool tick = std::abs(periods - std::round(periods)) < 1e-6;
    if (plasticity_ != Plasticity::full_relaxation && !tick) return u;
    if (u.z.size() == 0) u.z.setZero(1 + springs_);
    for (const auto& term : body_.terms())
      u.z[0] += plasticity_ == Plasticity::full_relaxation ? term->relax(u.x, yield_, u.z)
                                                           : term->flow(u.x, yield_, share_, u.z);
    return u;
  }
  std::unique_ptr<Outputs> outputs(long points) const override {
    return std::make_unique<CrashOutputs>(*this, body_.rest(), speed_, points);
  }

  std::vector<Body> bodies(const State& u) const override {
    const Eigen::Matrix3Xd points = body_.positions(u.x);
    Body wall{.name = "wall", .points = Eigen::Matrix3Xd(3, 4)};
    wall.points << gap_, gap_, gap_, gap_, 0, 2, 2, 0, -1.5, -1.5, 1.5, 1.5;
    wall.faces.resize(4, 1);
    wall.faces << 0, 1, 2, 3;
    return {{.name = "car", .points = points, .faces = metal_, .closed = true},
            {.name = "windows", .points = points, .faces = glass_, .closed = true},
            wall};
  }
  View view() const override { return {{0.35, 0.45, 1}, {0, 1, 0}}; }

 private:
  struct NamedCells {
    int vertices;
    std::array<int, 3> cells;
  };
  static constexpr std::array sizes = {NamedCells{100, {4, 3, 4}}, NamedCells{4000, {40, 10, 13}},
                                       NamedCells{20000, {83, 25, 25}},
                                       NamedCells{120000, {157, 59, 79}}};

  static std::array<int, 3> cells_of(int size) {
    for (const auto& [vertices, cells] : sizes)
      if (vertices == size) return cells;
    return {};
  }
  Crash(const Parameters& p, const CarBody& car)
      : plasticity_(p.plasticity),
        speed_(p.speed),
        gap_(p.gap),
        yield_(p.yield),
        period_(p.period),
        share_(p.plasticity == Plasticity::viscoplastic ? -std::expm1(-p.period / p.relaxation_time)
                                                        : 1),
        springs_(car.edges.cols() + car.straights.cols()),
        wall_{p.wall, wall_reach},
        metal_(car.metal),
        glass_(car.glass),
        body_(car.points, all_free(car.points.cols()),
              Vec::Constant(car.points.cols(), p.mass / double(car.points.cols())), joined(car)) {
    body_.add(car.edges, PlasticLaw{p.stiffness, 1});
    body_.add(car.straights, PlasticLaw{bending_share * p.stiffness, 1 + car.edges.cols()});
    put_springs<false>(start(), linear_);
  }
  static std::vector<int> all_free(Index vertices) {
    std::vector<int> indices(static_cast<std::size_t>(vertices));
    std::iota(indices.begin(), indices.end(), 0);
    return indices;
  }
  static Eigen::Matrix2Xi joined(const CarBody& car) {
    Eigen::Matrix2Xi pairs(2, car.edges.cols() + car.straights.cols());
    pairs << car.edges, car.straights;
    return pairs;
  }

  template <bool projected>
  void put_springs(const State& u, Mat& K) const {
    body_.assemble(u.x, K, [&](const PlasticSprings& term, const auto& at, auto& rows) {
      term.add_stiffness<projected>(at, u.z, rows);
    });
  }
  template <bool projected>
  void assemble(const State& u, Mat& K) const {
    put_springs<projected>(u, K);
    on_wall(u.x, [&](Index i, const Eigen::Vector3d& d) {
      K.coeffRef(i, i) += wall_.stiffness(d, pole)(0, 0);
    });
  }
  /// Calls visit(place of x, vector from the wall's pole) for every particle that the wall pushes,
  /// on threads.
  template <class Scalar, class Visit>
  void on_wall(const VecOf<Scalar>& x, const Visit& visit) const {
    on_chunks(body_.rest().cols(),
              [&](Index first, Index size) { each_at_wall(x, first, size, visit); });
  }
  /// Calls visit in the same way for those of the `size` particles from `first` on.
  template <class Scalar, class Visit>
  void each_at_wall(const VecOf<Scalar>& x, Index first, Index size, Visit&& visit) const {
    for (Index i = first; i < first + size; ++i) {
      const Scalar before =
          static_cast<Scalar>(gap_) - static_cast<Scalar>(body_.rest()(0, i)) - x[3 * i];
      if (before >= static_cast<Scalar>(wall_reach)) continue;
      visit(3 * i, Eigen::Matrix<Scalar, 3, 1>(-static_cast<Scalar>(pole) - before, 0, 0));
    }
  }

  Plasticity plasticity_;
  double speed_, gap_, yield_, period_, share_;
  Index springs_;
  PenaltyContact wall_;
  Eigen::Matrix4Xi metal_, glass_;
  ElasticBody<PlasticSprings> body_;
  Mat linear_;
};

const bool enrolled = enrol_problem<Crash>({
    .name = "crash",
    .title = "Car of particles on springs that give way for good, against a wall",
    .equation =
        "m u'' = s(u, p) + w(u); s: springs of the rest lengths L0 + p, w: push of the wall; at "
        "the ticks of a clock p += e - sgn(e) yield L0 where the elastic elongation e is beyond "
        "that",
    .doi = "10.1016/j.cam.2021.113429",
    .units = {"m", "kg", "s"},
    .order_checks = {{{"gap", 0.01}, {"speed", 10.0}, {"period", 0.00125}, {"end_time", 0.0025}}},
});

}  // namespace
}  // namespace stiffbench
