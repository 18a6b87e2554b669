#pragma once

#include "problems/contract/optional/element_energies.hpp"
#include "problems/contract/optional/extended_force.hpp"
#include "problems/contract/optional/feasible_steps.hpp"
#include "problems/contract/optional/lagged_force.hpp"
#include "problems/contract/optional/projected_stiffness.hpp"
#include "problems/contract/picture.hpp"
#include "problems/contract/problem.hpp"
#include "problems/forces/subtract_product.hpp"
#include "problems/solids/solid_body.hpp"
#include "problems/solids/wind.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stiffbench {

/// The equation of a solid on which only gravity acts.
inline constexpr const char* solid_equation =
    "M u'' = -grad W(u) + M g - D u'; W: energy of the material over all elements, g: gravity, "
    "D = damping M + damping_time K at rest";

/// The parameters of all elastic solids. Each problem declares Young's modulus, `youngs` (Pa),
/// itself, because its default differs.
struct SolidParameters {
  Material material = Material::fixed_corotated;
  double poisson = 0.3, density = 1000, gravity = 9.8, damping = 0, damping_time = 0;

  static void parameters(auto& self, auto&& parameter) {
    parameter("material", self.material, one_of<Material>(), "the material's energy");
    parameter("youngs", self.youngs, positive(), "Young's modulus (Pa)");
    parameter("poisson", self.poisson, between(-1, 0.5), "Poisson's ratio");
    parameter("density", self.density, positive(), "density (kg/m^3)");
    parameter("gravity", self.gravity, any_value(), "downwards along -y (m/s^2)");
    parameter("damping", self.damping, not_negative(),
              "of every velocity, in proportion to the mass (1/s)");
    parameter("damping_time", self.damping_time, not_negative(),
              "of deformation: D has this times the stiffness at rest, which resists turning (s)");
  }
};

/// A body of finite elements, some of its vertices fixed, under gravity along -y. Its unknowns are
/// the displacements of the free vertices from rest. Its potential energy is 0 for the undeformed
/// body with the weight of the free vertices at y = 0.
///
/// The damping is Rayleigh's with the stiffness at rest, D = damping M + damping_time K(0), and so
/// constant. It resists every deformation relative to the frame at rest: a body with large
/// rotations should have damping_time = 0.
class SolidProblem : public ExtendedProblem<SolidProblem>,
                     public ProjectedStiffness,
                     public ElementEnergies,
                     public LaggedForce,
                     public FeasibleSteps,
                     public Pictured {
 public:
  /// The body: its mesh, the places of its free vertices, the faces for pictures, and whether its
  /// mass matrix is consistent.
  struct Shape {
    SolidMesh mesh;
    std::vector<int> free_index;
    Eigen::Matrix4Xi surface;
    bool consistent = false;
  };
  SolidProblem(const Shape& shape, const SolidParameters& parameters, double youngs);

  State start() const override { return {0, Vec::Zero(dof()), Vec::Zero(dof())}; }
  const Mass& mass() const final { return body_.mass(); }
  ProblemTraits traits() const override;
  const Mat& linear_stiffness() const final { return linear_; }
  int block_size() const final { return 3; }
  double typical_displacement() const override { return 0.1 * element_size_; }

  template <class Scalar>
  void force_of(const StateOf<Scalar>& u, VecOf<Scalar>& f) const {
    f = weight_.cast<Scalar>();
    if (wind_) wind_->add(u.t, f);
    body_.add_force(u.x, f);
    if (damping_.nonZeros() > 0) subtract_product(damping_, u.v, f);
  }
  void jacobian_times(const State& u, const Vec& dx, const Vec& dv, Vec& df) const override;
  void stiffness(const State& u, Mat& K) const override { body_.stiffness(u.x, K); }
  void projected_stiffness(const State& u, Mat& K) const override { body_.stiffness<true>(u.x, K); }
  bool lags() const final { return material_ == Material::lagged_corotated; }
  void lagged_stiffness(const State& u, Mat& K) const final;
  void damping(const State& u, Mat& D) const final;
  void time_derivative(const State& u, Vec& dfdt) const override;
  void load(double t, Vec& f) const override;
  double potential(const State& u) const override;
  double feasible_step(const Vec& x, const Vec& dx) const override;
  /// Returns no elements where the force lags, or where another force than that of elements acts.
  std::vector<const ElementGroup*> element_groups() const final;
  void external_force(double t, Vec& f) const final;
  bool projection_stiffness(Mat& L) const final { return body_.projection_stiffness(L); }
  std::unique_ptr<Outputs> outputs(long points) const override;

  std::vector<Body> bodies(const State& u) const override;
  View view() const override { return {{0.4, 0.3, 1}, {0, 1, 0}}; }

  /// Returns the volumes of all elements and their smallest det F.
  Volumes volumes(const Vec& x) const;
  /// Mass of the whole body including fixed vertices (kg).
  double total_mass() const { return total_mass_; }

 protected:
  /// Throws Error if the energy of the initial state is not finite, as it is for inverted elements
  /// in some materials. `owner` names the problem in the Error, `remedy` tells how to move its
  /// vertices less.
  void check_start(const std::string& owner, const State& start, const std::string& remedy) const;
  /// Adds a force, such as a contact, to that of the elements.
  template <class Kind, class Law>
  const Kind* add(const typename Kind::Elements& elements, Law law) {
    return body_.add<Kind>(elements, law);
  }
  /// Adds a wind that acts on the free vertices.
  void blow(const Gusts& gusts) { wind_ = Wind(gusts, free_masses_, free_rest_); }
  const SolidBody& body() const { return body_; }
  /// Rest positions of the free vertices, in the order of the unknowns.
  const Vec& free_rest() const { return free_rest_; }

 private:
  SolidProblem(const Shape& shape, SolidMasses masses, const SolidParameters& parameters,
               double youngs);

  SolidBody body_;
  Material material_;
  Eigen::Matrix4Xi surface_;
  double element_size_, total_mass_;
  Vec weight_, free_rest_, free_masses_;  // of the free vertices
  Mat linear_, damping_;                  // the stiffness at rest; no entries without damping
  std::optional<Rayleigh> rayleigh_;
  std::optional<Wind> wind_;
};

}  // namespace stiffbench
