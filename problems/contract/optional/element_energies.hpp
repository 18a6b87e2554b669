#pragma once

#include "problems/contract/problem.hpp"

#include <vector>

namespace stiffbench {

// A node is a group of Problem::block_size() unknowns: the unknowns of node i begin at i times the
// block size. An element has at most eight nodes. All vectors have a capacity, so that they
// allocate nothing.

/// Numbers of the nodes of an element, -1 for a fixed one.
using ElementNodes = Eigen::Matrix<int, Eigen::Dynamic, 1, 0, 8, 1>;
/// Numbers of all nodes of an element, one node after the other; those of fixed nodes mean nothing.
using ElementVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 24, 1>;
/// Numbers of one node.
using NodeVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 3, 1>;
using NodeMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 3, 3>;

/// The energy of an element as that of a compliant constraint: value^2 / (2 compliance). The
/// product of value^2 and 1 / compliance is an energy (J); an elongation (m) has the compliance 1/k
/// (m/N).
struct Constraint {
  double value = 0, compliance = 1;
  double energy() const { return value * value / (2 * compliance); }
};

/// Elements of one kind and one law, numbered from 0. Their order never changes.
class ElementGroup {
 public:
  virtual ~ElementGroup() = default;
  virtual int count() const = 0;
  virtual void nodes(int element, ElementNodes& nodes) const = 0;
  /// Returns the element as a constraint at the positions x and writes the gradient of its value.
  /// The gradient of the energy is value / compliance times that.
  virtual Constraint constraint(int element, const Vec& x, ElementVector& gradient) const = 0;
  /// Writes the gradient g (N) and the Hessian H (N/m) of the energy by the unknowns of one node,
  /// which is counted in the order of nodes() and is not fixed.
  virtual void derivatives(int element, int node, const Vec& x, NodeVector& g,
                           NodeMatrix& H) const = 0;
  /// The number of constraints, one for each strain of the law, whose energies sum to that of an
  /// element and a constant; 0 where the law is no sum of squares. The constraint of an element
  /// with one strain is the strain.
  virtual int strains() const { return 1; }
  /// Returns one of these constraints at the positions x and writes the gradient of its value.
  virtual Constraint strain(int element, int /*number*/, const Vec& x,
                            ElementVector& gradient) const {
    return constraint(element, x, gradient);
  }
};

/// Interface of problems whose force at v = 0 is a constant, or a function of t, minus the gradient
/// of a sum of energies of small elements, in addition to Problem:
///   f(x, 0, t) = external_force(t) - sum over e of dE_e/dx.
/// Methods that work on one constraint, element or vertex at a time need it.
class ElementEnergies {
 public:
  virtual ~ElementEnergies() = default;
  /// Returns all elements, or none where the parameters of the problem choose a force of another
  /// form. The groups live as long as the problem.
  virtual std::vector<const ElementGroup*> element_groups() const = 0;
  virtual void external_force(double t, Vec& f) const = 0;
  /// Writes the constant matrix L = sum w G'G (N/m) of energies that are squared distances from a
  /// set, E_e = min over p in the set of w/2 |G x + c - p|^2, under the rules of
  /// Problem::stiffness(). Returns false where an element has no such energy. Springs of Hooke's
  /// law have: d = G x + c points along the spring, and the set is the sphere of radius l0. So have
  /// corotated elements without a term of the volume: G x + c is the deformation gradient, the set
  /// are the rotations.
  virtual bool projection_stiffness(Mat& L) const = 0;
};

/// Returns the elements of a problem in the step that integrators see, or null where it has none.
inline const ElementEnergies* element_energies(const Problem& problem) {
  const auto* energies = dynamic_cast<const ElementEnergies*>(&problem);
  return energies && !energies->element_groups().empty() ? energies : nullptr;
}

}  // namespace stiffbench
