#pragma once

#include "problems/hair/scalp.hpp"
#include "problems/hair/tapered_fibre.hpp"

#include <array>
#include <deque>
#include <utility>
#include <vector>

namespace stiffbench {

/// The fibres and their places on a head. Each fibre has `fewest` to `most` segments; std::mt19937
/// with this seed chooses the number.
struct HairdoShape {
  TaperedFibre fibre;  ///< without the number of segments
  Scalp scalp;
  int fibres, fewest, most, seed;
};

/// Elastic fibres on a head, in displacements y relative to the head: rest() + y are positions in
/// axes that turn with the head. In these axes the roots of the fibres are fixed and the energy
/// does not depend on time. Fibres with the same number of segments are of one kind, whose springs
/// are stored once: every fibre is evaluated in its own axes. Vectors have three entries for every
/// free particle, fibre by fibre.
class Hairdo {
 public:
  static constexpr int corners = 4;  // particles per section

  explicit Hairdo(const HairdoShape& shape);

  int fibres() const { return static_cast<int>(strands_.size()); }
  Eigen::Index dof() const { return 3 * rest_.cols(); }
  const Eigen::Matrix3Xd& rest() const { return rest_; }  ///< of the free particles
  const std::vector<int>& fibre_of() const { return fibre_of_; }
  const HairRoot& root(int fibre) const { return strands_[std::size_t(fibre)].root; }
  /// Returns the first free particle of a fibre and the number of its free particles.
  std::pair<int, int> particles(int fibre) const;
  /// Returns the centre of a fibre's last section.
  Eigen::Vector3d tip(int fibre, const Vec& y) const;

  Vec masses() const;  ///< the diagonal of the mass matrix
  void add_force(const Vec& y, Vec& f) const;
  void add_force(const VecOf<long double>& y, VecOf<long double>& f) const;
  void add_jacobian_times(const Vec& y, const Vec& dy, Vec& df) const;
  double potential(const Vec& y) const;
  /// Returns the pairs of free particles that a spring joins.
  std::vector<std::array<int, 2>> pairs() const;
  /// Writes the blocks of fibres into K, which has blocks for pairs() and may have others; those
  /// become zero.
  template <bool projected>
  void put_stiffness(const Vec& y, Mat& K) const;

 private:
  using Body = ElasticBody<TwoPointSprings>;
  struct Strand {
    HairRoot root;
    std::size_t kind;
    Eigen::Index first;  // first row
  };
  const Body& body(const Strand& strand) const { return kinds_[strand.kind]; }
  template <class Scalar>
  void add_force_of(const VecOf<Scalar>& y, VecOf<Scalar>& f) const;
  template <class Work>
  void each(Work&& work) const;

  std::deque<Body> kinds_;  // with `fewest` segments, with one more, and so on
  std::vector<Strand> strands_;
  Eigen::Matrix3Xd rest_;
  std::vector<int> fibre_of_;
};

/// Replaces every 3x3 block B of a symmetric matrix by R B R', so that the matrix stays symmetric
/// to the last bit. Runs on threads by rows.
void turn_blocks(const Eigen::Matrix3d& R, Mat& K);

}  // namespace stiffbench
