#pragma once

#include "problems/contract/optional/element_energies.hpp"
#include "problems/forces/aligned_positions.hpp"

namespace stiffbench {

/// A part of a body's conservative force, as a function of its displacements u (m). A term adds to
/// the given sums, so that a force is the sum of its terms. The sums belong to a range of vertices
/// and its thread: a term skips elements that do not meet the range, and adds to a vertex in the
/// same order for every range. `Blocks` of a kind of terms sums their contributions to K:
/// SymmetricBlocks or GeneralBlocks.
class ForceTerm {
 public:
  virtual ~ForceTerm() = default;
  /// Adds the force at u (N) to f.
  virtual void add_force(const AlignedPositions<double>& u, AlignedSums<double>& f) const = 0;
  /// Adds (df/du) du to df.
  virtual void add_jacobian_times(const AlignedPositions<double>& u,
                                  const AlignedPositions<double, 1>& du,
                                  AlignedSums<double>& df) const = 0;
  /// Returns the potential energy at u (J).
  virtual double potential(BodyIn<double> u) const = 0;
  /// Returns the elements of the term; null for a term whose energy is no sum of small elements.
  virtual const ElementGroup* elements() const { return nullptr; }
  /// True if all energies are squared distances (ElementEnergies::projection_stiffness()).
  virtual bool projects() const { return false; }
};

}  // namespace stiffbench
