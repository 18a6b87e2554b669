#pragma once

#include "problems/contact/bodies/contact_bodies.hpp"
#include "problems/contact/contact_parameters.hpp"
#include "problems/contact/contact_term.hpp"
#include "problems/contract/optional/feasible_steps.hpp"
#include "problems/contract/optional/projected_stiffness.hpp"
#include "problems/contract/optional/secant_damping.hpp"
#include "problems/contract/optional/switching_functions.hpp"
#include "problems/contract/picture.hpp"
#include "problems/contract/problem.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stiffbench {

/// The equation of bodies in contact.
inline constexpr const char* contact_equation =
    "M u'' = -grad W(u) - grad B(u) - F(u, u') + M g - D u'; W: energy of the bodies' materials, "
    "B: barriers of all distances below `reach`, F: friction, g: gravity, "
    "D = damping M + damping_time K at rest without contacts, and the bodies' own";

/// Elastic solids, affine bodies and point masses in contact with each other, with obstacles and
/// with planes, under gravity. The unknowns are the positions of point masses and of the centres of
/// affine bodies, so that the size of round-off shows in them, and the displacements from rest of
/// free vertices and of the columns of affine bodies (AffineFrame). The mass is diagonal.
///
/// Contacts are barriers, part of the potential energy; friction is a damping force that is smooth
/// in v (ContactTerm). With friction, K is not symmetric where bodies slide, and D depends on the
/// state; the same holds with viscous bodies (BodyDamping). Rayleigh damping with the stiffness at
/// rest adds a constant matrix. The pattern of K depends on the contacts: a matrix gets blocks for
/// all pairs that are within reach, and for those that are about to be.
class ContactProblem : public Problem,
                       public ProjectedStiffness,
                       public FeasibleSteps,
                       public SecantDamping,
                       public SwitchingFunctions,
                       public Pictured {
 public:
  /// `down`: the direction of gravity, of any length.
  ContactProblem(ContactBodies bodies, const ContactParameters& parameters,
                 const Eigen::Vector3d& down = {0, -1, 0});

  State start() const override { return bodies_.start(); }
  const Mass& mass() const final { return body_.mass(); }
  ProblemTraits traits() const override;
  const Mat& linear_stiffness() const final { return linear_; }
  int block_size() const final { return 3; }
  double typical_displacement() const override { return reach_; }
  double default_end_time() const override { return 1; }
  std::unique_ptr<Outputs> outputs(long points) const override;

  void force(const State& u, Vec& f) const final;
  void jacobian_times(const State& u, const Vec& dx, const Vec& dv, Vec& df) const final;
  void stiffness(const State& u, Mat& K) const final;
  void projected_stiffness(const State& u, Mat& K) const final;
  void damping(const State& u, Mat& D) const final;
  void secant_damping(const State& u, Mat& C) const final;
  void time_derivative(const State& u, Vec& dfdt) const final;
  void load(double t, Vec& f) const final;
  double potential(const State& u) const final;
  double feasible_step(const Vec& x, const Vec& dx) const final;
  /// Returns the functions of contacts with planes (plane_kinks.hpp). Kinks of contacts between
  /// bodies have none: there references need shorter steps, or yield fewer digits.
  Vec switching_functions(const State& u) const final;

  std::vector<Body> bodies(const State& u) const override;
  View view() const override { return {{0.4, 0.3, 1}, {0, 1, 0}}; }

  const ContactBodies& parts() const { return bodies_; }
  const ContactTerm& contacts() const { return contacts_; }
  /// Unit vector of gravity.
  const Eigen::Vector3d& down() const { return down_; }
  /// Positions of all places at u (m), except for columns of affine bodies, which they have
  /// instead.
  Vec places(const Vec& x) const { return rest_ + x; }
  /// Energy of materials, affine bodies and springs (J).
  double elastic_energy(const Vec& x) const;
  /// Energy of some bodies of elements by themselves (J), `bodies` their numbers: without contacts,
  /// and potential 0 at rest. Takes as long for many bodies as for one.
  struct Energy {
    double kinetic = 0, potential = 0;
  };
  Energy own_energy(const std::vector<int>& bodies, const State& u) const;
  /// Smallest determinant of the deformation of all elements and affine bodies; infinity without.
  double least_determinant(const Vec& x) const;
  /// Position of the centre of a point mass or an affine body (m), and its velocity (m/s).
  Eigen::Vector3d centre(int body, const Vec& x) const;
  Eigen::Vector3d velocity(int body, const Vec& v) const;
  /// Deformation A of an affine body: the identity at rest.
  Eigen::Matrix3d deformation(int body, const Vec& x) const;
  /// Gradient of an affine body's velocity in space (1/s): its skew part is the spin.
  Eigen::Matrix3d velocity_gradient(int body, const State& u) const;

 private:
  /// Writes a matrix of the bodies to K, which gets blocks for the contacts at x as well.
  void write(const Mat& own, const Vec& x, Mat& K) const;
  bool has_friction() const { return contacts_.has_friction(); }
  bool is_viscous() const { return !viscosity_.empty(); }
  bool has_constant_damping() const { return damping_.nonZeros() > 0; }
  /// Writes the damping without friction to D, with blocks for the contacts at x if there is
  /// friction.
  void write_damping(const Vec& x, Mat& D) const;

  ContactBodies bodies_;
  SolidBody body_;
  Viscosity viscosity_;
  ContactTerm contacts_;
  double reach_;
  bool audit_;
  Eigen::Vector3d down_;
  Vec weight_, rest_;  // weight_: of every unknown (N); rest_: positions at rest
  Vec pull_;           // rate of the springs' load (N/s); empty without moving anchors
  Mat linear_;         // the stiffness at rest, without contacts
  Mat damping_;        // that does not depend on the state; no entries without
  std::optional<Rayleigh> rayleigh_;
};

}  // namespace stiffbench
