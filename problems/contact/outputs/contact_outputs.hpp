#pragma once

#include "problems/contract/optional/resumable_outputs.hpp"
#include "problems/contract/outputs.hpp"

#include <Eigen/Core>

#include <optional>
#include <vector>

namespace stiffbench {

class ContactProblem;

/// The outputs of bodies in contact. Lists have one entry for each body with unknowns, in the order
/// in which the problem adds them; fixed vertices count as no part of a body. At the end:
///   centre_x, centre_y, centre_z        centres of mass (m)
///   velocity_x, velocity_y, velocity_z  their velocities (m/s)
///   travel   length of the way of each centre across the direction of gravity (m)
///   turned   angle of each body's turning about its centre (rad): the integral of |I^-1 L| over
///            time by the trapezoidal rule, L its angular momentum and I its inertia
///   momentum, angular_momentum  of all bodies, about the origin: x, y, z (kg m/s, kg m^2/s)
///   kinetic_energy, elastic_energy, contact_energy  of all bodies (J); springs are elastic
///   specific_energy_loss  initial minus final total energy, divided by the mass (J/kg)
/// Over all states:
///   least_energy, most_energy  of the total energy (J)
///   least_det       the smallest determinant of the deformation of an element or an affine body;
///                   NaN without these
///   least_distance  the smallest distance of two features in contact (m); dhat without a contact
///   least_contact_energy  the smallest energy of all contacts (J), at most 0; below 0 some of them
///                   attract, though 0 does not exclude it (find_collisions())
///   edges_in_triangles, vertices_beyond_planes  the largest numbers of intersections in one state
///                   by a separate, exact audit (intersections()); only with the parameter `audit`
/// Series: series_t, series_specific_energy (total energy by mass, J/kg), series_kinetic and
/// series_elastic (energies, J), series_distance (m), series_x, series_y, series_z (centre of mass
/// of all bodies, m).
class ContactOutputs final : public Outputs, public ResumableOutputs {
 public:
  ContactOutputs(const ContactProblem& problem, bool audit, long points);
  void see(const State& u) override;
  Settings result() const override;
  std::vector<double> memory() const override;
  void resume(const std::vector<double>& memory) override;

 private:
  /// Numbers of the states so far. `memory` saves them in this order.
  struct Scalars {
    double t = 0, first_energy = 0, energy = 0, kinetic = 0, elastic = 0, contact = 0;
    double least_energy, most_energy, least_det, least_distance;
    double edges = 0, vertices = 0;  // of intersections
    double least_contact = 0;
  };
  /// Motions of the bodies, one a column.
  struct Motions {
    Eigen::Matrix3Xd centre, velocity, spin;
    Eigen::Vector3d momentum, angular_momentum;
  };
  Motions motions(const State& u) const;
  void see_motions(const State& u);
  void see_safety(const State& u);
  void add_to_series(const State& u);

  const ContactProblem& problem_;
  bool audit_, started_ = false;
  TimeSeries series_;
  std::vector<std::size_t> bodies_;  // numbers of the bodies with unknowns
  Vec masses_, heavy_;               // of all places (kg): for rotation, and for translation
  double total_mass_;
  Scalars now_;
  Motions motions_;
  Vec travel_, turned_;
};

}  // namespace stiffbench
