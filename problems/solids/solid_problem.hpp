#pragma once

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

/// The equation of a solid that nothing but gravity acts on.
inline constexpr const char* solid_equation =
    "M u'' = -grad W(u) + M g - D u'; W: energy of the material over all elements, g: gravity, "
    "D = damping M + damping_time K at rest";

/// The parameters that all elastic solids have; a problem with a default of its own for Young's
/// modulus, `youngs` (Pa), declares it beside them.
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
/// the displacements from rest of the free vertices. Its potential energy is 0 at rest with the
/// free vertices' weight at y = 0.
///
/// The damping is Rayleigh's with the stiffness at rest, D = damping M + damping_time K(0), so that
/// it is constant. It resists every deformation seen from the frame at rest: a body that turns far
/// should have damping_time = 0.
class SolidProblem : public ExtendedProblem<SolidProblem>, public Pictured {
 public:
  /// The body: its mesh, which of its vertices are fixed, the faces for pictures, and whether its
  /// masses are consistent.
  struct Shape {
    SolidMesh mesh;
    std::vector<int> free_index;
    Eigen::Matrix4Xi surface;
    bool consistent = false;
  };
  SolidProblem(const Shape& shape, const SolidParameters& parameters, double youngs);

  State start() const override { return {0, Vec::Zero(dof()), Vec::Zero(dof())}; }
  const Mass& mass() const final { return body_.mass(); }
  Nature nature() const override;
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
  void step_stiffness(const State& u, Mat& K) const final;
  void damping(const State& u, Mat& D) const final;
  void time_derivative(const State& u, Vec& dfdt) const override;
  void load(double t, Vec& f) const override;
  double potential(const State& u) const override;
  double feasible_step(const Vec& x, const Vec& dx) const override;
  std::unique_ptr<Outputs> outputs(long points) const override;

  std::vector<Body> bodies(const State& u) const override;
  View view() const override { return {{0.4, 0.3, 1}, {0, 1, 0}}; }

  /// The volumes of all elements, and their least det F.
  Volumes volumes(const Vec& x) const;
  /// The mass of the whole body, fixed vertices included (kg).
  double total_mass() const { return total_mass_; }

 protected:
  /// Refuses a start whose energy is not finite, as that of elements inside out is in some
  /// materials. `owner` is the problem in the Error, `remedy` what moves its vertices less far.
  void check_start(const std::string& owner, const State& start, const std::string& remedy) const;
  /// Adds a force to that of the elements, as a contact.
  template <class Kind, class Law>
  const Kind* add(const typename Kind::Elements& elements, Law law) {
    return body_.add<Kind>(elements, law);
  }
  /// Lets a wind blow on the free vertices.
  void blow(const Gusts& gusts) { wind_ = Wind(gusts, free_masses_, free_rest_); }
  const SolidBody& body() const { return body_; }
  /// Positions at rest of the free vertices, in the order of the unknowns.
  const Vec& free_rest() const { return free_rest_; }

 private:
  SolidProblem(const Shape& shape, SolidMasses masses, const SolidParameters& parameters,
               double youngs);

  SolidBody body_;
  Material material_;
  Eigen::Matrix4Xi surface_;
  double element_size_, total_mass_;
  Vec weight_, free_rest_, free_masses_;  // of the free vertices
  Mat linear_, damping_;                  // the stiffness at rest; no entry without damping
  std::optional<Rayleigh> rayleigh_;
  std::optional<Wind> wind_;
};

}  // namespace stiffbench
