// Hair on a head that is shaken, in displacements u: x = X + u. After Michels, Luan, Tokman,
// section 4.4, "Head Shake" of their Table 1: 60 000 fibres as chains of 6 to 10 cuboids (6.48
// million degrees of freedom with the roots), E = 3.6e6 kPa, 0.09 mm thick at the root and 0.04 at
// the tip, linear Rayleigh damping, collisions of fibres with each other and with the head, and
// 4 s. The paper gives no lengths, density, head or motion of the head, and no coefficients of
// damping or collisions. Everything else is ours:
//  - an ellipsoid with half axes of 95, 75 and 110 mm; one fibre per square millimetre or so round
//    a crown at the back of the head, straight at rest, leaning 1 rad away from the crown
//    (hair/scalp.hpp). Fewer fibres cover a smaller area with the same density. There is no weight:
//    the shape at rest is that of the hair on a still head;
//  - cuboids of 12 mm, so that a fibre is 72 to 120 mm long; std::mt19937 with the seed 1 chooses
//    their numbers; 1.3 mg/mm^3; the width of all cuboids is that of the root (hull);
//  - the torsion. A chain of cuboids cannot have both the bending stiffness and the paper's
//    G = 1e6 kPa: that requires a ratio h / b <= 2.07 of length to width, and ours is 133
//    (meshes/cuboid_chain.hpp). Torsional stiffnesses follow from chi = G J h^2 / (2 E I b^2) = 1/2
//    instead;
//  - the head turns by 0.5 sin(2 pi t / 1 s) (1 - exp(-(t / 0.3 s)^2)) about z, and the roots turn
//    with it;
//  - particles of different fibres repel each other, and the head repels all particles, by the law
//    of forces/contact/penalty_contact.hpp. It acts on the points of sections: fibres may cross
//    between sections. The paper applies impulses after each step, which no method sees;
//  - damped: the acceleration -0.002 v (1/ms), Rayleigh damping by the mass. Damping by K at rest
//    would stretch the hair when the head turns; with the current K, D would depend on the state.
// The units are mm, mg and ms, so forces are in mN, moduli in kPa, stiffnesses in N/m and energies
// in microjoule. With the rotation R(t) of the head, forces are R F(y) - D v, y = R' (X + u) - X: F
// does not depend on time (hair/hairdo.hpp), nor do contacts while the hair turns with the head.
//
// Fibres with the same number of cuboids are of one kind, whose springs are stored once. K0, the K
// of the fibres at t = 0, is assembled on first use. traits().varying_pattern: see brush.cpp.

#include "base/error.hpp"
#include "base/system/chunks.hpp"
#include "problems/contract/optional/extended_force.hpp"
#include "problems/contract/optional/projected_stiffness.hpp"
#include "problems/contract/picture.hpp"
#include "problems/contract/registry.hpp"
#include "problems/forces/contact/pair_contacts.hpp"
#include "problems/forces/mass_damping.hpp"
#include "problems/hair/hair_outputs.hpp"
#include "problems/hair/hairdo.hpp"
#include "problems/hair/head_contact.hpp"
#include "problems/hair/head_shake.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace stiffbench {
namespace {

using Eigen::Index;
using Eigen::Vector3d;

const Vector3d half_axes(95, 75, 110);                      // mm, of the head
constexpr double contact_ahead = 0.05, contact_skin = 0.3;  // mm
constexpr MassDamping mass_damping{0.002};                  // 1/ms
constexpr long least_particles = 5000;                      // per thread

class Hair final : public ExtendedProblem<Hair>, public ProjectedStiffness, public Pictured {
 public:
  struct Parameters {
    std::string kind = "damped";
    int fibres = 64, fewest = 6, most = 10, seed = 1;
    double segment = 12, root = 0.09, tip = 0.04, hull = 0.09;
    double youngs = 3.6e6, torsion = 0.5, density = 1.3;
    double pitch = 1, crown = 0.9, lean = 1, contact = 1, reach = 0.5;
    double amplitude = 0.5, period = 1000, onset = 300;

    static void parameters(auto& self, auto&& parameter) {
      parameter("case", self.kind, one_of({"damped", "undamped"}), "with damping, or without");
      parameter("fibres", self.fibres, at_least(1), "on the head, round the crown");
      parameter("fewest", self.fewest, at_least(1), "cuboids of a fibre");
      parameter("most", self.most, at_least(1), "cuboids of a fibre");
      parameter("seed", self.seed, at_least(0), "of the numbers of cuboids");
      parameter("segment", self.segment, positive(), "length of a cuboid (mm)");
      parameter("root", self.root, positive(), "thickness of a fibre at its root (mm)");
      parameter("tip", self.tip, positive(), "thickness of a fibre at its tip (mm)");
      parameter("hull", self.hull, positive(), "width of the cuboids that stand for it (mm)");
      parameter("youngs", self.youngs, positive(), "Young's modulus (kPa)");
      parameter("torsion", self.torsion, between(0, 1), "chi, which sets torsional stiffnesses");
      parameter("density", self.density, positive(), "mg/mm^3");
      parameter("pitch", self.pitch, positive(), "a fibre grows on about its square (mm)");
      parameter("crown", self.crown, any_value(), "angle of the crown behind the top (rad)");
      parameter("lean", self.lean, from_to(0, 1.5), "angle of fibres from the normal (rad)");
      parameter("contact", self.contact, not_negative(), "stiffness of contacts (N/m)");
      parameter("reach", self.reach, positive(), "distance from which contacts push (mm)");
      parameter("amplitude", self.amplitude, any_value(), "of the head's turns (rad)");
      parameter("period", self.period, positive(), "of the head's turns (ms)");
      parameter("onset", self.onset, positive(), "time over which they grow (ms)");
    }
    void resolve(const std::string& owner) const {
      if (fewest > most)
        throw Error(owner + " has no fewer cuboids at most than at fewest",
                    fmt::format("fewest={}, most={}", fewest, most), "raise most");
    }
    HairdoShape shape() const {
      return {.fibre = {youngs, density, root, tip, segment, most, hull, torsion},
              .scalp = {half_axes, crown, pitch, lean},
              .fibres = fibres,
              .fewest = fewest,
              .most = most,
              .seed = seed};
    }
  };

  explicit Hair(const Parameters& p)
      : damped_(p.kind == "damped"),
        hull_(p.hull),
        shake_{p.amplitude, p.period, p.onset},
        hairdo_(p.shape()),
        mass_(hairdo_.masses()),
        head_({p.contact, p.reach}, half_axes),
        contacts_(hairdo_.rest(), hairdo_.fibre_of(), {p.contact, p.reach}, contact_ahead,
                  contact_skin) {
    refuse_contacts_at_start(p.reach);
  }

  State start() const override { return {0, Vec::Zero(dof()), Vec::Zero(dof())}; }
  const Mass& mass() const override { return mass_; }
  ProblemTraits traits() const override {
    ProblemTraits traits{.damped = damped_, .time_dependent = true};
    if (damped_) traits.rayleigh = {mass_damping.rate, 0};
    traits.varying_pattern = true;
    return traits;
  }
  const Mat& linear_stiffness() const override;
  int block_size() const override { return 3; }
  double typical_displacement() const override { return hull_; }
  double default_end_time() const override { return 200; }

  template <class Scalar>
  void force_of(const StateOf<Scalar>& u, VecOf<Scalar>& f) const {
    conservative(u, f);
    if (damped_) mass_damping.add_force(mass_, u.v, f);
  }
  void jacobian_times(const State& u, const Vec& dx, const Vec& dv, Vec& df) const override {
    conservative_change(u, dx, df);
    if (damped_) mass_damping.add_force(mass_, dv, df);
  }
  void stiffness(const State& u, Mat& K) const override { assemble<false>(u, K); }
  void projected_stiffness(const State& u, Mat& K) const override { assemble<true>(u, K); }
  void damping(const State& u, Mat& D) const override {
    if (!damped_) return Problem::damping(u, D);
    mass_damping.matrix(mass_, D);
  }
  /// Forces turn with the head: df/dt = omega x f - (df/dx) (omega x (X + u)), without damping.
  void time_derivative(const State& u, Vec& dfdt) const override {
    const double rate = shake_.rate(u.t);
    Vec f, positions(u.x.size());
    const auto rest = hairdo_.rest().reshaped();
    conservative(u, f);
    on_chunks(u.x.size(), [&](Index first, Index size) {
      positions.segment(first, size) = u.x.segment(first, size) + rest.segment(first, size);
    });
    cross_with_axis(rate, positions);
    conservative_change(u, positions, dfdt);
    cross_with_axis(rate, f);
    on_chunks(u.x.size(), [&](Index first, Index size) {
      dfdt.segment(first, size) = f.segment(first, size) - dfdt.segment(first, size);
    });
  }
  double potential(const State& u) const override {
    const Vec y = on_head(u);
    double sum = hairdo_.potential(y) + contacts_.potential(y);
    each_on_head<double>(y, 0, particles(),
                         [&](Index, const Vector3d& at) { sum += head_.energy(at); });
    return sum;
  }
  std::unique_ptr<Outputs> outputs(long points) const override {
    return std::make_unique<HairOutputs>([this](const State& u) { return measures(u); }, end_time(),
                                         points);
  }

  std::vector<Body> bodies(const State& u) const override;
  View view() const override { return {{-1, -0.5, 0.35}, {0, 0, 1}}; }

 private:
  template <class Scalar>
  Turn<Scalar> turn(Scalar t) const {
    return Turn<Scalar>(shake_.angle(t));
  }
  /// Returns the displacements relative to the head.
  template <class Scalar>
  VecOf<Scalar> on_head(const StateOf<Scalar>& u) const;
  /// Rotates the vectors of all particles with the head, or back.
  template <class Scalar>
  void turn_all(const Eigen::Matrix<Scalar, 3, 3>& R, VecOf<Scalar>& all) const;
  /// Replaces w by (rate along z) x w.
  static void cross_with_axis(double rate, Vec& w) {
    on_chunks(w.size() / 3, [&](Index first, Index size) {
      for (Index i = 3 * first; i < 3 * (first + size); i += 3)
        w.segment<3>(i) = Vector3d(-rate * w[i + 1], rate * w[i], 0);
    });
  }
  template <class Scalar>
  void conservative(const StateOf<Scalar>& u, VecOf<Scalar>& f) const;
  void conservative_change(const State& u, const Vec& dx, Vec& df) const;
  template <bool projected>
  void assemble(const State& u, Mat& K) const;
  HairOutputs::Measures measures(const State& u) const;
  void refuse_contacts_at_start(double reach) const;

  Index particles() const { return hairdo_.rest().cols(); }
  /// Calls visit(i, position relative to the head) for every particle that touches the head, on
  /// threads.
  template <class Scalar, class Visit>
  void on_particles_at_head(const VecOf<Scalar>& y, const Visit& visit) const {
    on_chunks(particles(),
              [&](Index first, Index size) { each_on_head<Scalar>(y, first, size, visit); });
  }
  /// Calls visit in the same way for those of the `size` particles from `first` on.
  template <class Scalar, class Visit>
  void each_on_head(const VecOf<Scalar>& y, Index first, Index size, Visit&& visit) const {
    for (Index i = first; i < first + size; ++i) {
      const Eigen::Matrix<Scalar, 3, 1> at =
          hairdo_.rest().col(i).cast<Scalar>() + y.template segment<3>(3 * i);
      if (head_.touches(at.template cast<double>())) visit(i, at);
    }
  }

  bool damped_;
  double hull_;
  HeadShake shake_;
  Hairdo hairdo_;
  Mass mass_;
  HeadContact head_;
  PairContacts contacts_;
  mutable std::once_flag linear_made_;
  mutable Mat linear_;  // K0
};

const Mat& Hair::linear_stiffness() const {
  std::call_once(linear_made_, [&] {
    linear_ = block_pattern(static_cast<int>(dof() / 3), hairdo_.pairs());
    hairdo_.put_stiffness<false>(Vec::Zero(dof()), linear_);
  });
  return linear_;
}

template <class Scalar>
VecOf<Scalar> Hair::on_head(const StateOf<Scalar>& u) const {
  const Turn<Scalar> head = turn(u.t);
  const Eigen::Matrix<Scalar, 3, 3> back = head.R.transpose();
  VecOf<Scalar> y(u.x.size());
  on_ranges(u.x.size() / 3, least_particles, [&](long i, long last) {
    for (; i < last; ++i)
      y.template segment<3>(3 * i) =
          back * u.x.template segment<3>(3 * i) +
          head.back_less_one * hairdo_.rest().col(i).template cast<Scalar>();
  });
  return y;
}

template <class Scalar>
void Hair::turn_all(const Eigen::Matrix<Scalar, 3, 3>& R, VecOf<Scalar>& all) const {
  on_ranges(all.size() / 3, least_particles, [&](long i, long last) {
    for (; i < last; ++i)
      all.template segment<3>(3 * i) = (R * all.template segment<3>(3 * i)).eval();
  });
}

template <class Scalar>
void Hair::conservative(const StateOf<Scalar>& u, VecOf<Scalar>& f) const {
  const VecOf<Scalar> y = on_head(u);
  set_zero(f, dof());
  hairdo_.add_force(y, f);
  contacts_.add_force(y, f);
  on_particles_at_head<Scalar>(y, [&](Index i, const Eigen::Matrix<Scalar, 3, 1>& at) {
    f.template segment<3>(3 * i) += head_.force<Scalar>(at);
  });
  turn_all<Scalar>(turn(u.t).R, f);
}

void Hair::conservative_change(const State& u, const Vec& dx, Vec& df) const {
  const Eigen::Matrix3d R = turn(u.t).R;
  const Vec y = on_head(u);
  Vec dy = dx;
  turn_all<double>(R.transpose(), dy);
  set_zero(df, dof());
  hairdo_.add_jacobian_times(y, dy, df);
  contacts_.add_jacobian_times(y, dy, df);
  on_particles_at_head<double>(y, [&](Index i, const Vector3d& at) {
    df.segment<3>(3 * i) -= head_.stiffness(at) * dy.segment<3>(3 * i);
  });
  turn_all<double>(R, df);
}

template <bool projected>
void Hair::assemble(const State& u, Mat& K) const {
  const Vec y = on_head(u);
  contacts_.make_blocks(y, K, [&] { return hairdo_.pairs(); });
  hairdo_.put_stiffness<projected>(y, K);
  contacts_.add_stiffness<projected>(y, K);
  on_particles_at_head<double>(y, [&](Index i, const Vector3d& at) {
    add_block(head_.stiffness<projected>(at), static_cast<int>(i), static_cast<int>(i), K);
  });
  turn_blocks(turn(u.t).R, K);
}

HairOutputs::Measures Hair::measures(const State& u) const {
  const Vec y = on_head(u), still = Vec::Zero(dof());
  const Eigen::Matrix3d R = turn(u.t).R;
  HairOutputs::Measures now{Vector3d::Zero(), 0, std::ssize(contacts_.touching(y)), 0};
  for (int fibre = 0; fibre < hairdo_.fibres(); ++fibre) {
    const Vector3d tip = hairdo_.tip(fibre, y);
    now.tip += R * tip / hairdo_.fibres();
    now.sway = std::max(now.sway, (tip - hairdo_.tip(fibre, still)).norm());
  }
  each_on_head<double>(y, 0, particles(), [&](Index, const Vector3d&) { ++now.head_contacts; });
  return now;
}

void Hair::refuse_contacts_at_start(double reach) const {
  const Vec still = Vec::Zero(dof());
  const auto touching = contacts_.touching(still);
  if (!touching.empty()) {
    const auto [i, j] = touching.front();
    throw Error("fibres do not touch each other at the start",
                fmt::format("fibres {} and {} {:.3g} mm apart, and contacts from {} mm on",
                            hairdo_.fibre_of()[std::size_t(i)], hairdo_.fibre_of()[std::size_t(j)],
                            (hairdo_.rest().col(i) - hairdo_.rest().col(j)).norm(), reach),
                "take a smaller reach or a larger pitch");
  }
  each_on_head<double>(still, 0, particles(), [&](Index i, const Vector3d&) {
    throw Error("fibres do not touch the head at the start, but with their roots",
                fmt::format("fibre {}, and contacts from {} mm on",
                            hairdo_.fibre_of()[std::size_t(i)], reach),
                "take a smaller reach, longer segments or less lean");
  });
}

/// Returns the axes of the fibres, from root to tip, and the head.
std::vector<Body> Hair::bodies(const State& u) const {
  const Vec y = on_head(u);
  const Eigen::Matrix3d R = turn(u.t).R;
  const Index sections = hairdo_.rest().cols() / Hairdo::corners + hairdo_.fibres();
  Body fibres{.name = "fibres", .points = Eigen::Matrix3Xd(3, sections)};
  int point = 0;
  for (int fibre = 0; fibre < hairdo_.fibres(); ++fibre) {
    const auto [first, count] = hairdo_.particles(fibre);
    std::vector<int> line{point};
    fibres.points.col(point++) = R * hairdo_.root(fibre).at;
    for (int i = first; i < first + count; i += Hairdo::corners) {
      Vector3d centre = Vector3d::Zero();
      for (int corner = i; corner < i + Hairdo::corners; ++corner)
        centre += (hairdo_.rest().col(corner) + y.segment<3>(3 * corner)) / Hairdo::corners;
      line.push_back(point);
      fibres.points.col(point++) = R * centre;
    }
    fibres.lines.push_back(line);
  }
  Body head = ball("head", Vector3d::Zero(), 1);
  head.points = R * half_axes.asDiagonal() * head.points;
  return {fibres, head};
}

const bool enrolled = enrol_problem<Hair>({
    .name = "hair",
    .title = "Tapered fibres as chains of cuboids on a head that is shaken, in contact",
    .equation =
        "M u'' = R (s(y) + c(y) + p(y)) - d M u', y = R' (X + u) - X; R(t): turn of the head, s: "
        "springs of the fibres' cuboids, c: repulsion of particles of different fibres, p: push of "
        "the head, d = 0 if undamped",
    .doi = "10.1145/3072959.3073706",
    .units = {"mm", "mg", "ms"},
    // Two short, soft fibres on a head that shakes fast.
    .order_checks = {{{"fibres", 2L},
                      {"fewest", 1L},
                      {"most", 2L},
                      {"segment", 2.0},
                      {"youngs", 3.6e4},
                      {"amplitude", 0.004},
                      {"period", 1.0},
                      {"onset", 0.2},
                      {"end_time", 0.1}}},
});

}  // namespace
}  // namespace stiffbench
