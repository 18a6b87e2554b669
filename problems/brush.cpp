// A brush of elastic bristles in displacements u: x = X + u, rubbed by a sphere that moves over it.
// After Michels, Luan, Tokman, section 4.4, and Luan, Michels, section 5.2.2, who have bristles as
// chains of cuboids (meshes/cuboid_chain.hpp), 30 x 50 of them, E = 3.2e7 kPa, G = 1e6 kPa, and a
// sphere. They give no masses, sizes, loads or contact law: all other constants are ours.
//
// The units are mm, mg and ms, so forces are in mN, moduli in kPa, stiffnesses in N/m and energies
// in microjoule. Bristles are 10 mm long, 0.12 mm thick, 0.8 mm apart, have 4 segments and fixed
// roots. Masses and the stiffnesses of the springs follow from the moduli and the density. A hull
// as narrow as the bristle cannot have both the bending and the torsional stiffness, so ours is
// 0.5 mm wide. Angular frequencies of one bristle are 6.33 to 6220 rad/ms; test_problems
// "[brush]" compares it with the exact beam. At the papers' h = 7.5 ms, h omega_max is 47 000:
// their brush must be softer, or hardly in motion.
//
// Particles of different bristles repel each other, and the sphere (radius 8 mm, moving along x at
// 1 mm/ms, reaching 1 mm below the tips) repels all of them, by the law of
// forces/contact/penalty_contact.hpp. case = undamped ends at 5 ms, before bristles snap off the
// sphere and the motion becomes chaotic; case = damped has the acceleration -3 v (1/ms) and ends at
// 8 ms. Named sizes: 4 x 4 (768 degrees of freedom, 960 with the fixed roots) and the paper's 30 x
// 50 (nx = 30, ny = 50: 72 000, or 90 000).
//
// The nonzero blocks of K depend on the contacts: traits().varying_pattern. A matrix gets blocks
// for all pairs that touch or are about to; the caller keeps the matrix, so the problem has no
// history. K0 contains the springs of the bristles only: one block per bristle, all equal at rest.

#include "base/system/chunks.hpp"
#include "base/system/threads.hpp"
#include "problems/contract/optional/extended_force.hpp"
#include "problems/contract/optional/projected_stiffness.hpp"
#include "problems/contract/picture.hpp"
#include "problems/contract/registry.hpp"
#include "problems/forces/contact/pair_contacts.hpp"
#include "problems/forces/fibre_springs.hpp"
#include "problems/forces/mass_damping.hpp"

#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

namespace stiffbench {
namespace {

using Eigen::Index;

constexpr double sphere_radius = 8, sphere_depth = 1;          // mm, mm below the tips
constexpr double contact_distance = 0.25, contact_skin = 0.1;  // mm
// At rest, bristles are 0.05 mm from contact. If K had blocks for these pairs, its factors would
// fill in as for a coupled grid of bristles, although bristles at rest are uncoupled.
constexpr double contact_ahead = 0.02;  // mm
constexpr MassDamping mass_damping{3};  // 1/ms

class Brush final : public ExtendedProblem<Brush>, public ProjectedStiffness, public Pictured {
 public:
  struct Parameters {
    std::string kind = "undamped";
    int nx = 4, ny = 4, segments = 4;
    double length = 10, thickness = 0.12, hull = 0.5, youngs = 3.2e7, shear = 1e6, density = 1.14;
    double pitch = 0.8, contact = 1000, speed = 1, approach = 0.5;

    static void parameters(auto& self, auto&& parameter) {
      parameter("case", self.kind, one_of({"undamped", "damped"}), "without damping, or with");
      parameter("nx", self.nx, at_least(1), "bristles along the sphere's way");
      parameter("ny", self.ny, at_least(1), "bristles across it");
      parameter("segments", self.segments, at_least(1), "cuboids of a bristle");
      parameter("length", self.length, positive(), "of a bristle (mm)");
      parameter("thickness", self.thickness, positive(), "of a bristle (mm)");
      parameter("hull", self.hull, positive(), "width of the cuboids that stand for it (mm)");
      parameter("youngs", self.youngs, positive(), "Young's modulus (kPa)");
      parameter("shear", self.shear, positive(), "shear modulus (kPa)");
      parameter("density", self.density, positive(), "mg/mm^3");
      parameter("pitch", self.pitch, positive(), "from bristle to bristle (mm)");
      parameter("contact", self.contact, not_negative(), "stiffness of contacts (N/m)");
      parameter("speed", self.speed, any_value(), "of the sphere (mm/ms)");
      parameter("approach", self.approach, any_value(),
                "from the sphere to the first tips at the start, at their height (mm)");
    }
    Fibre fibre() const { return {youngs, shear, density, thickness, length, segments, hull}; }
  };

  explicit Brush(const Parameters& p) : Brush(p, cuboid_chain(p.fibre())) {}

  State start() const override { return {0, Vec::Zero(dof()), Vec::Zero(dof())}; }
  const Mass& mass() const override { return mass_; }
  ProblemTraits traits() const override {
    ProblemTraits traits{.damped = damped_, .time_dependent = true};
    if (damped_) traits.rayleigh = {mass_damping.rate, 0};
    traits.varying_pattern = true;
    return traits;
  }
  const Mat& linear_stiffness() const override { return linear_; }
  int block_size() const override { return 3; }
  double typical_displacement() const override { return 1; }
  double default_end_time() const override { return damped_ ? 8 : 5; }

  template <class Scalar>
  void force_of(const StateOf<Scalar>& u, VecOf<Scalar>& f) const {
    f.resize(dof());
    on_bristles([&](Index first, Index size) {
      auto own = f.segment(first, size);
      own.setZero();
      add_bristles<Scalar>(u.x.segment(first, size), own);
    });
    contacts_->add_force(u.x, f);
    on_sphere(u, [&](Index i, const Eigen::Matrix<Scalar, 3, 1>& d) {
      f.template segment<3>(3 * i) += law_.force(d, sphere_radius);
    });
    if (damped_) mass_damping.add_force(mass_, u.v, f);
  }
  void jacobian_times(const State& u, const Vec& dx, const Vec& dv, Vec& df) const override {
    df.resize(dof());
    on_bristles([&](Index first, Index size) {
      auto own = df.segment(first, size);
      own.setZero();
      stiffbench::add_jacobian_times(bristle_, u.x.segment(first, size), dx.segment(first, size),
                                     own);
    });
    contacts_->add_jacobian_times(u.x, dx, df);
    on_sphere(u, [&](Index i, const Eigen::Vector3d& d) {
      df.segment<3>(3 * i) -= law_.stiffness(d, sphere_radius) * dx.segment<3>(3 * i);
    });
    if (damped_) mass_damping.add_force(mass_, dv, df);
  }
  void stiffness(const State& u, Mat& K) const override { assemble<false>(u, K); }
  void projected_stiffness(const State& u, Mat& K) const override { assemble<true>(u, K); }
  void damping(const State& u, Mat& D) const override {
    if (!damped_) return Problem::damping(u, D);
    mass_damping.matrix(mass_, D);
  }
  void time_derivative(const State& u, Vec& dfdt) const override {
    dfdt.setZero(dof());
    each_on_sphere(u, [&](Index i, const Eigen::Vector3d& d) {
      dfdt.segment<3>(3 * i) = speed_ * law_.stiffness(d, sphere_radius).col(0);
    });
  }
  double potential(const State& u) const override {
    double sum = contacts_->potential(u.x);
    each_bristle([&](Index first, Index rows) {
      double of_bristle = 0;
      bristle_.add_potential(u.x.segment(first, rows), of_bristle);
      sum += of_bristle;
    });
    each_on_sphere(u,
                   [&](Index, const Eigen::Vector3d& d) { sum += law_.energy(d, sphere_radius); });
    return sum;
  }

  /// Returns the axes of the bristles, from root to tip, and the sphere.
  std::vector<Body> bodies(const State& u) const override {
    const Eigen::Matrix3Xd corners = displaced(rest_, free_index_, u.x);
    Body bristles{.name = "bristles", .points = Eigen::Matrix3Xd(3, corners.cols() / root)};
    for (Index i = 0; i < bristles.points.cols(); ++i)
      bristles.points.col(i) = corners.middleCols<root>(root * i).rowwise().mean();
    const auto sections = static_cast<int>(corners.cols() / root) / bristle_count_;
    for (int i = 0; i < bristles.points.cols(); ++i) {
      if (i % sections == 0) bristles.lines.emplace_back();
      bristles.lines.back().push_back(i);
    }
    return {bristles, ball("sphere", sphere_ + Eigen::Vector3d(speed_ * u.t, 0, 0), sphere_radius)};
  }
  View view() const override { return {{0.35, -1, 0.45}, {0, 0, 1}}; }

 private:
  using Pairs = CuboidChain::Pairs;

  Brush(const Parameters& p, const CuboidChain& chain)
      : damped_(p.kind == "damped"),
        bristle_count_(p.nx * p.ny),
        speed_(p.speed),
        law_{p.contact, contact_distance},
        bristle_(fibre_springs(p.fibre())),
        rest_(all_points(p, chain)),
        mass_(free_masses(p, chain)) {
    const auto fixed_points = static_cast<int>(root);
    const auto points = static_cast<int>(chain.points.cols());
    std::vector<int> group;
    for (int i = 0; i < rest_.cols(); ++i) {
      const bool fixed = i % points < fixed_points;
      free_index_.push_back(fixed ? -1 : static_cast<int>(group.size()));
      if (!fixed) group.push_back(i / points);
    }
    free_rest_.resize(3, static_cast<Index>(group.size()));
    for (int i = 0; i < rest_.cols(); ++i)
      if (const int free = free_index_[std::size_t(i)]; free >= 0)
        free_rest_.col(free) = rest_.col(i);
    contacts_.emplace(free_rest_, std::move(group), law_, contact_ahead, contact_skin);
    make_stiffness_at_rest();
    const double reach =
        std::sqrt(std::pow(sphere_radius, 2) - std::pow(sphere_radius - sphere_depth, 2));
    sphere_ << -reach - p.hull / 2 - p.approach, (p.ny - 1) * p.pitch / 2 + 0.13,
        p.length + sphere_radius - sphere_depth;
  }

  static constexpr int root = 4;  // number of points of a bristle's first section

  static Eigen::Matrix3Xd all_points(const Parameters& p, const CuboidChain& chain) {
    Eigen::Matrix3Xd points(3, p.nx * p.ny * chain.points.cols());
    for (int bristle = 0; bristle < p.nx * p.ny; ++bristle)
      points.middleCols(bristle * chain.points.cols(), chain.points.cols()) =
          chain.points.colwise() + p.pitch * Eigen::Vector3d(bristle / p.ny, bristle % p.ny, 0);
    return points;
  }
  static Vec free_masses(const Parameters& p, const CuboidChain& chain) {
    const Vec one = chain.masses.tail(chain.masses.size() - root);
    const Vec all = one.replicate(p.nx * p.ny, 1);
    return all.transpose().replicate(3, 1).reshaped();
  }

  /// Adds the forces of the bristles to which u and f belong.
  template <class Scalar>
  void add_bristles(BodyIn<Scalar> u, BodyOut<Scalar> f) const {
    if constexpr (std::is_same_v<Scalar, double>) {
      add_forces(bristle_, u, f);
    } else {
      const Index rows = bristle_.dof();
      for (Index first = 0; first < u.size(); first += rows)
        bristle_.add_force(u.segment(first, rows), f.segment(first, rows));
    }
  }
  void make_stiffness_at_rest() {
    linear_ = block_pattern(static_cast<int>(free_rest_.cols()), spring_pairs());
    put_bristles<false>(Vec::Zero(dof()), linear_);
  }

  template <bool projected>
  void assemble(const State& u, Mat& K) const {
    contacts_->make_blocks(u.x, K, [&] { return spring_pairs(); });
    auto coefficients = K.coeffs();
    set_zero(coefficients, K.nonZeros());
    put_bristles<projected>(u.x, K);
    contacts_->add_stiffness<projected>(u.x, K);
    on_sphere(u, [&](Index i, const Eigen::Vector3d& d) {
      add_block(law_.stiffness<projected>(d, sphere_radius), static_cast<int>(i),
                static_cast<int>(i), K);
    });
  }
  /// Writes the bristles' own blocks.
  template <bool projected>
  void put_bristles(const Vec& x, Mat& K) const {
    on_bristles([&](Index first, Index size) {
      Mat one;
      for (const Index rows = bristle_.dof(), end = first + size; first < end; first += rows) {
        bristle_.stiffness<projected>(x.segment(first, rows), one);
        put_blocks(one, static_cast<int>(first), K);
      }
    });
  }
  /// Returns pairs of free particles that a spring joins.
  PairContacts::Pairs spring_pairs() const {
    PairContacts::Pairs pairs;
    each_bristle([&](Index first, Index) {
      const auto offset = static_cast<int>(first / 3);
      for (const auto& [a, b] : bristle_.pairs()) pairs.push_back({offset + a, offset + b});
    });
    return pairs;
  }

  /// Calls work(first row, rows) for ranges of bristles, each on its own thread.
  template <class Work>
  void on_bristles(const Work& work) const {
    constexpr long least = 50;  // bristles per thread
    const Index rows = bristle_.dof();
    on_ranges(bristle_count_, least,
              [&](long first, long last) { work(rows * first, rows * (last - first)); });
  }
  /// Calls visit(first row, rows) for every bristle.
  template <class Visit>
  void each_bristle(Visit&& visit) const {
    for (Index first = 0; first < dof(); first += bristle_.dof()) visit(first, bristle_.dof());
  }
  /// Calls visit(i, vector from the sphere's centre to particle i) for every particle that touches
  /// the sphere, on threads.
  template <class Scalar, class Visit>
  void on_sphere(const StateOf<Scalar>& u, const Visit& visit) const {
    on_chunks(free_rest_.cols(),
              [&](Index first, Index size) { each_on_sphere(u, first, size, visit); });
  }
  /// Calls visit(i, vector from the sphere's centre to particle i) for every particle that touches
  /// the sphere, or for those of the `size` particles from `first` on.
  template <class Visit>
  void each_on_sphere(const State& u, Visit&& visit) const {
    each_on_sphere(u, 0, free_rest_.cols(), visit);
  }
  template <class Scalar, class Visit>
  void each_on_sphere(const StateOf<Scalar>& u, Index first, Index size, Visit&& visit) const {
    Eigen::Matrix<Scalar, 3, 1> centre = sphere_.cast<Scalar>();
    centre[0] += static_cast<Scalar>(speed_) * u.t;
    for (Index i = first; i < first + size; ++i) {
      const Eigen::Matrix<Scalar, 3, 1> d =
          free_rest_.col(i).cast<Scalar>() - centre + u.x.template segment<3>(3 * i);
      if (law_.touches(d.template cast<double>(), sphere_radius)) visit(i, d);
    }
  }

  bool damped_;
  int bristle_count_;
  double speed_;
  PenaltyContact law_;
  ElasticBody<TwoPointSprings> bristle_;  // one for all bristles
  Eigen::Matrix3Xd rest_, free_rest_;     // of all particles, of the free ones
  std::vector<int> free_index_;           // index among the free particles, -1: fixed
  Mass mass_;
  Eigen::Vector3d sphere_;  // its centre at t = 0
  Mat linear_;              // stiffness of the bristles at rest
  std::optional<PairContacts> contacts_;
};

const bool enrolled = enrol_problem<Brush>({
    .name = "brush",
    .title = "Bristles as chains of cuboids, in contact with each other and a passing sphere",
    .equation =
        "M u'' = s(u) + c(u) + p(u, t) - d M u'; s: springs of the bristles' cuboids, c: repulsion "
        "of particles of different bristles, p: push of the sphere, d = 0 unless damped",
    .doi = "10.1145/3072959.3073706",
    .units = {"mm", "mg", "ms"},
    // Two short bristles; the sphere pushes one into the other from the start.
    .order_checks = {{{"nx", 2L},
                      {"ny", 1L},
                      {"segments", 1L},
                      {"length", 2.5},
                      {"pitch", 0.7},
                      {"approach", -0.6},
                      {"contact", 500.0},
                      {"end_time", 0.007}}},
});

}  // namespace
}  // namespace stiffbench
