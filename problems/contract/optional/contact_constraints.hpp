#pragma once

#include "problems/contract/problem.hpp"

#include <vector>

namespace stiffbench {

/// Interface of problems with contacts that no force keeps apart, in addition to Problem: the gaps
///   g(x) = G x + g0 >= 0  (m)
/// bound the motion, and f has no part that acts near 0. Only methods that obey contacts integrate
/// such problems, and no reference is certified.
class ContactConstraints {
 public:
  virtual ~ContactConstraints() = default;
  /// The constant G, one row per contact; it has no rows where the parameters of the problem leave
  /// it without contacts.
  virtual const Mat& gap_gradient() const = 0;
  /// Writes the gaps at x (m), one per row of G.
  virtual void gaps(const Vec& x, Vec& g) const = 0;
  /// Newton's coefficient of restitution e, from 0 to 1: a contact that closes at the speed G v < 0
  /// opens with -e G v. With 0 the sides of a closed contact stay together until they are pulled
  /// apart, as those of elastic bodies do.
  virtual double restitution() const { return 0; }
};

/// Returns the problem's contacts, or null if it has none.
const ContactConstraints* contact_constraints(const Problem& problem);

/// Replaces G by the rows of the gaps that are closed at x, g <= 0. The sides of a closed contact
/// must not approach each other: G v >= 0.
void closed_contacts(const ContactConstraints& contacts, const Vec& x, Mat& G);

/// Returns the matrix of these rows of G.
Mat rows_of(const Mat& G, const std::vector<int>& rows);

}  // namespace stiffbench
