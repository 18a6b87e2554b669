// A crank that turns at a constant rate, a rod that bends and stretches, and a block that slides
// (B. Simeon, Modelling a flexible slider crank mechanism by a mixed system of DAEs and PDEs,
// Mathematical Modelling of Systems 2 (1996) 1-18; "crank" of the Test Set for IVP Solvers, which
// prints digits). With phi1 = speed t the angle of the crank and phi2 that of the rod, the joint of
// rod and block stays on the axis of the crank,
//   L1 sin(phi1) + (L2 + q4) sin(phi2) = 0.
// In the frame of the rod its point at s L2 is displaced by
//   u = 4 s (1 - s) q3 + s (2 s - 1) q4  along it,  v = q1 sin(pi s) + q2 sin(2 pi s)  across it.
// The Test Set has this as a system of index 2. Here the joint is either
//   rigid: phi2 follows from t and q4, and four unknowns are left, whose equation is exact, or
//   elastic: phi2 is an unknown, and a spring pulls the joint to the axis.
// With z = (phi2, q), A(z) z'' = r(z, z', t); the unknowns y have z'' = J y'' + b, hence
//   J' A J y'' = J' (r - A b).
// Unknowns are L2 phi2 (elastic), q1, q2, q3 + q4/8 and q4, in m: in these the mass at the start is
// diagonal, which extended precision needs.

#include "problems/contract/optional/varying_mass.hpp"
#include "problems/contract/outputs.hpp"
#include "problems/contract/picture.hpp"
#include "problems/contract/registry.hpp"
#include "problems/multibody/differentiated_problem.hpp"

#include <Eigen/Cholesky>

#include <cmath>

namespace stiffbench {
namespace {

using Eigen::Index;

// Of the Test Set, also the digits of pi: crank, rod (m, kg) and block, and the rod's section.
constexpr double pi = 3.1415927, crank_length = 0.15, rod_length = 0.3, crank_inertia = 0.002727,
                 rod_mass = 0.151104, rod_inertia = 0.0045339259, block_mass = 0.075552,
                 thickness = 0.008;

using Vec4 = Eigen::Vector4d;

/// The rod's constant matrices in q, and integrals over its mass: of u (along) and of v (across),
/// and of both times s L2 (moments). `turning` couples bending with stretching where the rod turns.
struct RodMatrices {
  Eigen::Matrix4d mass = Eigen::Matrix4d::Zero(), stiffness = mass, damping = mass, turning = mass;
  Vec4 along{0, 0, 2. / 3, 1. / 6}, across{2 / pi, 0, 0, 0}, along_moment{0, 0, 1. / 3, 1. / 6},
      across_moment{1 / pi, -0.5 / pi, 0, 0};

  /// `stretching` is the factor of the mass of stretching.
  RodMatrices(double youngs, double stretching, bool damped) {
    const double tension = youngs * thickness * thickness / rod_length;
    const double bending = tension * std::pow(pi, 4) * std::pow(thickness / rod_length, 2);
    mass.diagonal() << 0.5, 0.5, 8 * stretching, 2 * stretching;
    mass(2, 3) = mass(3, 2) = stretching;
    mass *= rod_mass;
    stiffness.diagonal() << bending / 24, bending * 2 / 3, tension * 16 / 3, tension * 7 / 3;
    stiffness(2, 3) = stiffness(3, 2) = -tension * 8 / 3;
    if (damped) {  // a half per cent, as the Test Set has it
      damping.diagonal() << 5, 25, 0.5 * 230.8375455264791, 0.5 * 421.7421837156818;
      damping(2, 3) = damping(3, 2) = -0.5 * 262.6884879920526;
    }
    turning(0, 2) = -16 / std::pow(pi, 3);
    turning(0, 3) = 8 / std::pow(pi, 3) - 1 / pi;
    turning(1, 3) = 0.5 / pi;
    turning *= rod_mass;
    turning -= turning.transpose().eval();
    along *= rod_mass;
    across *= rod_mass;
    along_moment *= rod_mass * rod_length;
    across_moment *= rod_mass * rod_length;
  }
};

/// Outputs at the end: angle (phi2), block (its place) and q_1 to q_4, which the Test Set prints;
/// series of block and q_1, the deflection of the rod's middle.
class CrankOutputs final : public Outputs {
 public:
  using Coordinates = std::function<Settings(const State&)>;
  CrankOutputs(Coordinates coordinates, double span, long points)
      : coordinates_(std::move(coordinates)), series_(0, span, points) {}

  void see(const State& u) override {
    last_ = u;
    if (!series_.due(u.t)) return;
    const Settings all = coordinates_(u);
    for (const char* name : {"block", "q_1"}) series_.add(name, std::get<double>(all.at(name)));
  }
  Settings result() const override {
    Settings all = coordinates_(last_);
    series_.put(all);
    return all;
  }

 private:
  Coordinates coordinates_;
  State last_;
  TimeSeries series_;
};

class SliderCrank final : public DifferentiatedProblem<SliderCrank>,
                          public VaryingMass,
                          public Pictured {
 public:
  struct Parameters {
    std::string joint = "rigid", stretching = "test_set";
    double joint_stiffness = 1e10, youngs = 2e11, speed = 150;
    bool stiffening = false, damped = false;

    static void parameters(auto& self, auto&& parameter) {
      parameter("joint", self.joint, one_of({"rigid", "elastic"}),
                "of rod and block: on the axis, or pulled to it by a spring");
      parameter("joint_stiffness", self.joint_stiffness, positive(),
                "of that spring (N/m), if the joint is elastic");
      parameter("youngs", self.youngs, positive(), "Young's modulus of the rod (Pa)");
      parameter("speed", self.speed, any_value(), "of the crank (rad/s)");
      parameter("stretching", self.stretching, one_of({"test_set", "consistent"}),
                "mass of the rod's stretching: the Test Set's, or that of its shapes, which is a "
                "fifteenth");
      parameter("stiffening", self.stiffening, any_value(),
                "true: bending lengthens the rod, which then pulls");
      parameter("damped", self.damped, any_value(), "true: with a half per cent of damping");
    }
  };

  explicit SliderCrank(const Parameters& p)
      : p_(p),
        rod_(p.youngs, p.stretching == "test_set" ? 1 : 1. / 15, p.damped),
        mass_(mass_at_start(p, rod_)) {
    Eigen::MatrixXd K = Eigen::MatrixXd::Zero(dof(), dof());
    K.bottomRightCorner<4, 4>() =
        elastic_unknowns().transpose() * rod_.stiffness * elastic_unknowns();
    if (has_angle()) K(0, 0) = p.joint_stiffness;
    linear_ = K.sparseView();
  }

  /// The rod is nearly in its smooth motion there, as the Test Set has it for its default values.
  State start() const override {
    State u{0, Vec::Zero(dof()), Vec::Zero(dof())};
    u.x.tail<4>() << 0, 0, .103339863e-4 + .169327969e-4 / 8, .169327969e-4;
    u.v.tail<4>() << .444896105, .463434311e-2, -.178591076e-5 - .268938672e-5 / 8, -.268938672e-5;
    if (has_angle()) u.v[0] = -crank_length * p_.speed * rod_length / (rod_length + u.x[dof() - 1]);
    return u;
  }
  double default_end_time() const override { return 0.1; }
  const Mass& mass() const override { return mass_; }
  ProblemTraits traits() const override {
    return {.damped = true, .varying_damping = true, .time_dependent = true};
  }
  const Mat& linear_stiffness() const override { return linear_; }
  double typical_displacement() const override { return 1e-4; }

  template <class Scalar>
  void force_of(const StateOf<Scalar>& u, VecOf<Scalar>& f) const {
    const Motion<Scalar> m = motion(u);
    const Eigen::Matrix<Scalar, 5, 5> A = mass_of(m), J = unknowns(m);
    const Eigen::Matrix<Scalar, 5, 1> r = force_on(m) - A.col(0) * m.drift;
    Eigen::Matrix<Scalar, 5, 5> reduced = J.transpose() * A * J;
    if (!has_angle()) reduced(0, 0) = Scalar(1);  // no unknown: J has no entry there
    const Eigen::Matrix<Scalar, 5, 1> acceleration = reduced.llt().solve(J.transpose() * r);
    f = acceleration.tail(dof());
    for (Index i = 0; i < dof(); ++i) f[i] *= static_cast<Scalar>(mass_.diagonal()[i]);
  }
  double potential(const State& u) const override {
    const Motion<double> m = motion(u);
    const double stretch = has_angle() ? joint_height(m) : 0;
    return m.q.dot(rod_.stiffness * m.q) / 2 + p_.joint_stiffness * stretch * stretch / 2 +
           stiffening_energy(m.q);
  }
  /// The energy of crank, rod and block.
  double kinetic_energy(const State& u) const override {
    const Motion<double> m = motion(u);
    Eigen::Matrix<double, 5, 1> rate, with_crank;
    rate << m.rate, m.qd;
    with_crank[0] =
        rod_mass * crank_length * rod_length * m.cos_between / 2 +
        crank_length * (m.sin_between * rod_.across.dot(m.q) + m.cos_between * rod_.along.dot(m.q));
    with_crank.tail<4>() =
        crank_length * (m.cos_between * rod_.across - m.sin_between * rod_.along);
    // The block's mass is in mass_of(), by its velocity relative to the crank.
    const double pin = -p_.speed * crank_length * m.sin_crank;
    return (crank_inertia + rod_mass * crank_length * crank_length) * p_.speed * p_.speed / 2 +
           p_.speed * with_crank.dot(rate) + rate.dot(mass_of(m) * rate) / 2 +
           block_mass * pin * (pin / 2 + block_row(m).dot(rate));
  }

  std::unique_ptr<Outputs> outputs(long points) const override {
    return std::make_unique<CrankOutputs>([this](const State& u) { return coordinates(u); },
                                          end_time(), points);
  }
  std::vector<Body> bodies(const State& u) const override {
    const Motion<double> m = motion(u);
    constexpr int parts = 24;
    const Eigen::Vector3d pin = crank_length * Eigen::Vector3d(m.cos_crank, m.sin_crank, 0);
    Body crank{.name = "crank", .points = Eigen::Matrix3Xd::Zero(3, 2), .lines = {{0, 1}}};
    crank.points.col(1) = pin;
    Body rod{.name = "rod", .points = Eigen::Matrix3Xd::Zero(3, parts + 1), .lines = {{}}};
    for (int i = 0; i <= parts; ++i) {
      const double s = double(i) / parts;
      const double along = s * rod_length + 4 * s * (1 - s) * m.q[2] + s * (2 * s - 1) * m.q[3];
      const double across = m.q[0] * std::sin(pi * s) + m.q[1] * std::sin(2 * pi * s);
      rod.points.col(i) = pin + Eigen::Vector3d(along * m.cos_rod - across * m.sin_rod,
                                                along * m.sin_rod + across * m.cos_rod, 0);
      rod.lines[0].push_back(i);
    }
    return {crank, rod, ball("block", rod.points.col(parts), 0.02)};
  }
  View view() const override { return {{0, 0, 1}, {0, 1, 0}}; }

 private:
  /// A state as the equation reads it: sines and cosines of phi1, phi2 and phi1 - phi2, phi2', the
  /// length L2 + q4, and, if the joint is rigid, phi2'' = slope q4'' + drift.
  template <class Scalar>
  struct Motion {
    Eigen::Matrix<Scalar, 4, 1> q, qd;
    Scalar sin_crank, cos_crank, sin_rod, cos_rod, sin_between, cos_between, rate, length;
    Scalar slope = Scalar(0), drift = Scalar(0);
  };

  bool has_angle() const { return p_.joint == "elastic"; }

  /// q of the four elastic unknowns.
  static Eigen::Matrix4d elastic_unknowns() {
    Eigen::Matrix4d T = Eigen::Matrix4d::Identity();
    T(2, 3) = -0.125;
    return T;
  }

  template <class Scalar>
  Motion<Scalar> motion(const StateOf<Scalar>& u) const {
    using std::sin, std::cos, std::sqrt;
    Motion<Scalar> m;
    const Index first = u.x.size() - 4;
    m.q = u.x.template tail<4>();
    m.qd = u.v.template tail<4>();
    m.q[2] -= 0.125 * u.x[first + 3];
    m.qd[2] -= 0.125 * u.v[first + 3];
    m.length = rod_length + m.q[3];
    const Scalar angle = p_.speed * u.t;
    m.sin_crank = sin(angle);
    m.cos_crank = cos(angle);
    if (has_angle()) {
      const Scalar rod = u.x[0] / rod_length;
      m.sin_rod = sin(rod);
      m.cos_rod = cos(rod);
      m.rate = u.v[0] / rod_length;
    } else {
      m.sin_rod = -crank_length * m.sin_crank / m.length;
      m.cos_rod = sqrt(Scalar(1.0 - m.sin_rod * m.sin_rod));
      const Scalar arm = m.length * m.cos_rod;
      m.rate = -(crank_length * p_.speed * m.cos_crank + m.qd[3] * m.sin_rod) / arm;
      m.slope = -m.sin_rod / arm;
      m.drift = (crank_length * p_.speed * p_.speed * m.sin_crank -
                 2.0 * m.qd[3] * m.cos_rod * m.rate + m.length * m.sin_rod * m.rate * m.rate) /
                arm;
    }
    m.cos_between = m.cos_crank * m.cos_rod + m.sin_crank * m.sin_rod;
    m.sin_between = m.sin_crank * m.cos_rod - m.cos_crank * m.sin_rod;
    return m;
  }

  /// J of the head of this file; its first column is zero if the joint is rigid.
  template <class Scalar>
  Eigen::Matrix<Scalar, 5, 5> unknowns(const Motion<Scalar>& m) const {
    Eigen::Matrix<Scalar, 5, 5> J = Eigen::Matrix<Scalar, 5, 5>::Constant(Scalar(0));
    J.template bottomRightCorner<4, 4>() = elastic_unknowns().cast<Scalar>();
    if (has_angle())
      J(0, 0) = Scalar(1 / rod_length);
    else
      J(0, 4) = m.slope;
    return J;
  }

  /// Velocity of the block by z', less what the crank adds.
  template <class Scalar>
  static Eigen::Matrix<Scalar, 5, 1> block_row(const Motion<Scalar>& m) {
    Eigen::Matrix<Scalar, 5, 1> row = Eigen::Matrix<Scalar, 5, 1>::Constant(Scalar(0));
    row[0] = -m.length * m.sin_rod;
    row[4] = m.cos_rod;
    return row;
  }

  template <class Scalar>
  Eigen::Matrix<Scalar, 5, 5> mass_of(const Motion<Scalar>& m) const {
    const Eigen::Matrix<Scalar, 4, 4> own = rod_.mass.cast<Scalar>();
    const Eigen::Matrix<Scalar, 5, 1> block = block_row(m);
    Eigen::Matrix<Scalar, 5, 5> A;
    A(0, 0) = rod_inertia + m.q.dot(own * m.q) + 2.0 * rod_.along_moment.cast<Scalar>().dot(m.q);
    A.template block<4, 1>(1, 0) =
        rod_.across_moment.cast<Scalar>() + rod_.turning.transpose().cast<Scalar>() * m.q;
    A.template block<1, 4>(0, 1) = A.template block<4, 1>(1, 0).transpose();
    A.template bottomRightCorner<4, 4>() = own;
    for (int i = 0; i < 5; ++i)
      for (int j = 0; j < 5; ++j) A(i, j) += block_mass * block[i] * block[j];
    return A;
  }

  /// The r of the head of this file.
  template <class Scalar>
  Eigen::Matrix<Scalar, 5, 1> force_on(const Motion<Scalar>& m) const {
    const double pull = crank_length * p_.speed * p_.speed;  // acceleration of the crank's pin
    const Eigen::Matrix<Scalar, 4, 1> along = rod_.along.cast<Scalar>(),
                                      across = rod_.across.cast<Scalar>(),
                                      moment = rod_.along_moment.cast<Scalar>();
    const Eigen::Matrix<Scalar, 4, 1> carried = rod_.mass.cast<Scalar>() * m.q;
    Eigen::Matrix<Scalar, 5, 1> r;
    r[0] = pull * (rod_mass * rod_length / 2 * m.sin_between + m.sin_between * along.dot(m.q) -
                   m.cos_between * across.dot(m.q)) -
           2.0 * m.rate * (moment.dot(m.qd) + carried.dot(m.qd));
    r.template tail<4>() = m.rate * m.rate * (carried + moment) +
                           pull * (m.cos_between * along + m.sin_between * across) +
                           2.0 * m.rate * (rod_.turning.cast<Scalar>() * m.qd) -
                           rod_.stiffness.cast<Scalar>() * m.q - rod_.damping.cast<Scalar>() * m.qd;
    if (p_.stiffening) r.template tail<4>() -= stiffening_gradient(m.q);
    const Scalar block = -pull * m.cos_crank - 2.0 * m.qd[3] * m.sin_rod * m.rate -
                         m.length * m.cos_rod * m.rate * m.rate;
    r -= block_mass * block * block_row(m);
    if (has_angle()) {
      const Scalar spring = p_.joint_stiffness * joint_height(m);
      r[0] -= spring * m.length * m.cos_rod;
      r[4] -= spring * m.sin_rod;
    }
    return r;
  }

  /// Height of the joint above the axis.
  template <class Scalar>
  Scalar joint_height(const Motion<Scalar>& m) const {
    return crank_length * m.sin_crank + m.length * m.sin_rod;
  }

  /// Energy of stretching by bending, E h^2 / 2 times the integral of u' v'^2, and its gradient.
  double stiffening_energy(const Vec4& q) const {
    return p_.stiffening ? q.dot(stiffening_gradient(q)) / 3 : 0;  // it is cubic
  }
  template <class Scalar>
  Eigen::Matrix<Scalar, 4, 1> stiffening_gradient(const Eigen::Matrix<Scalar, 4, 1>& q) const {
    const double factor =
        0.5 * p_.youngs * thickness * thickness / (rod_length * rod_length) * pi * pi;
    constexpr double mixed = 80 / (pi * pi * 9);
    const Scalar strain = 2.0 * q[3] - 4.0 * q[2];
    return factor * Eigen::Matrix<Scalar, 4, 1>(
                        q[0] * q[3] - mixed * q[1] * strain,
                        4.0 * q[1] * q[3] - mixed * q[0] * strain, 4 * mixed * q[0] * q[1],
                        0.5 * q[0] * q[0] + 2.0 * q[1] * q[1] - 2 * mixed * q[0] * q[1]);
  }

  Settings coordinates(const State& u) const {
    const Motion<double> m = motion(u);
    Settings all{{"angle", std::atan2(m.sin_rod, m.cos_rod)},
                 {"block", crank_length * m.cos_crank + m.length * m.cos_rod}};
    for (int i = 0; i < 4; ++i) all["q_" + std::to_string(i + 1)] = m.q[i];
    return all;
  }

  /// The diagonal of J' A J at the start, where phi2 = 0.
  static Vec mass_at_start(const Parameters& p, const RodMatrices& rod) {
    const double stretching = rod.mass(2, 3);
    const Vec4 elastic{rod.mass(0, 0), rod.mass(1, 1), 8 * stretching,
                       15. / 8 * stretching + block_mass};
    if (p.joint == "rigid") return elastic;
    Vec all(5);
    all << rod_inertia / (rod_length * rod_length), elastic;
    return all;
  }

  Parameters p_;
  RodMatrices rod_;
  Mass mass_;
  Mat linear_;
};

const bool enrolled = enrol_problem<SliderCrank>({
    .name = "slider_crank",
    .title = "Slider crank with an elastic rod (Simeon)",
    .equation = "A(q, t) q'' = r(q, q', t): the rod's modes q1, q2 (bending) and q3, q4 "
                "(stretching), between a crank that turns at a constant rate and a block on its "
                "axis",
    .doi = "",
    .units = {"m", "kg", "s"},
    .order_checks = {{{"youngs", 1e8}, {"end_time", 0.02}},
                     {{"youngs", 1e9},
                      {"joint", std::string("elastic")},
                      {"joint_stiffness", 1e5},
                      {"damped", true},
                      {"end_time", 0.01}}},
});

}  // namespace
}  // namespace stiffbench
