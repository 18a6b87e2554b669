#pragma once

#include "problems/contract/state.hpp"

namespace stiffbench {

/// The constants of a flexible model of water with three atoms.
struct WaterModel {
  double bond;             ///< stiffness of a bond (kJ/(mol nm^2)): energy bond/2 (r - length)^2
  double length;           ///< of a bond at rest (nm)
  double angle_stiffness;  ///< of the angle between bonds (kJ/(mol rad^2))
  double angle;            ///< at rest (rad)
  double sigma, epsilon;   ///< of 4 epsilon ((sigma/r)^12 - (sigma/r)^6) of oxygens (nm, kJ/mol)
  double charge;           ///< of a hydrogen (elementary charges); an oxygen has -2 of it
};

/// The forces of molecules of water: bonds and angles within a molecule, Lennard-Jones and Coulomb
/// forces between all molecules, without a cutoff. Atoms are numbered oxygen, hydrogen, hydrogen,
/// molecule by molecule; x holds their positions (nm). Forces are in kJ/(mol nm) = u nm/ps^2, K in
/// u/ps^2. All pairs touch each other, so that K is full.
class WaterForces {
 public:
  enum class Part { within, all };  ///< the forces within molecules, or all of them

  WaterForces(const WaterModel& model, Eigen::Index molecules)
      : model_(model), molecules_(molecules) {}

  /// Writes these forces; Scalar is double or long double.
  template <class Scalar>
  void force(const VecOf<Scalar>& x, Part part, VecOf<Scalar>& f) const;
  /// Writes df = -K dx.
  void jacobian_times(const Vec& x, const Vec& dx, Vec& df) const;
  /// Writes K of these forces: full, or with blocks of molecules only. An empty K is allocated.
  void stiffness(const Vec& x, Part part, Mat& K) const;
  /// Writes K of all forces, without the negative curvature of each bond, angle and pair.
  void projected_stiffness(const Vec& x, Mat& K) const;
  double potential(const Vec& x) const;

 private:
  template <class Use>
  void each_pair(const Use& use) const;
  template <bool projected, class Add>
  void each_block(const Vec& x, Part part, const Add& add) const;
  template <bool projected>
  void write(const Vec& x, Part part, Mat& K) const;
  Mat pattern(Part part) const;

  WaterModel model_;
  Eigen::Index molecules_;
};

}  // namespace stiffbench
