#pragma once

#include "problems/forces/force_term.hpp"

#include <Eigen/Core>

#include <array>
#include <vector>

namespace stiffbench {

// What a spring joins: an element has `points` vertices and `springs` springs, and spring s joins
// the ends of d_s = sum_p weight[s][p] p_p; the weights of a spring add up to zero.

/// From one vertex to another.
struct TwoPointSpring {
  static constexpr int points = 2, springs = 1;
  static constexpr double weight[1][2] = {{1, -1}};
};
/// From a tetrahedron's first vertex to the centroid of the opposite face.
struct DiagonalSpring {
  static constexpr int points = 4, springs = 1;
  static constexpr double weight[1][4] = {{1, -1. / 3, -1. / 3, -1. / 3}};
};
/// All four diagonals of a tetrahedron, which share their gathering of vertices.
struct FourDiagonalSprings {
  static constexpr int points = 4, springs = 4;
  static constexpr double weight[4][4] = {{1, -1. / 3, -1. / 3, -1. / 3},
                                          {-1. / 3, 1, -1. / 3, -1. / 3},
                                          {-1. / 3, -1. / 3, 1, -1. / 3},
                                          {-1. / 3, -1. / 3, -1. / 3, 1}};
};

/// Linear springs at rest where the displacements vanish: U = k/2 sum e^2, e = |d0 + w| - |d0| with
/// w = sum_p weight[p] u_p. The elongation is computed as e = w.(2 d0 + w) / (|d0 + w| + |d0|),
/// never as a difference of lengths: that one loses all digits of small displacements, and every
/// integrator would stagnate at it. A spring of length 0 has no direction: its force is NaN.
/// Eight elements are worked at a time, so that the compiler can use vector instructions.
template <class Shape>
class Springs final : public ForceTerm {
 public:
  using Elements = Eigen::Matrix<int, Shape::points, Eigen::Dynamic>;

  /// `elements`: vertex numbers, a column an element. `rest`: positions of all vertices (m).
  /// `free_index`: a vertex' place in u (its xyz start at three times that), or -1 where it is
  /// fixed. k: N/m. `pattern`: the stiffness' (see block_pattern.hpp).
  /// Error for a spring of rest length 0.
  Springs(const Elements& elements, const Eigen::Matrix<double, 3, Eigen::Dynamic>& rest,
          const std::vector<int>& free_index, double k, const Mat& pattern);

  void add_force(const Vec& u, Vec& f) const override;
  void add_jacobian_times(const Vec& u, const Vec& du, Vec& df) const override;
  void add_stiffness(const Vec& u, Mat& K) const override;
  double potential(const Vec& u) const override;

 private:
  static constexpr int points = Shape::points, springs = Shape::springs, lanes = 8;
  using Lanes = Eigen::Array<double, lanes, 1>;
  using Points = std::array<std::array<Lanes, 3>, points>;
  using Vector = std::array<Lanes, 3>;

  struct Batch {
    std::array<Vector, springs> d0;
    std::array<Lanes, springs> l0;
    int place[points][lanes];  // -1: fixed, or no element in this lane
  };
  struct Slots {
    int slot[points][points][lanes];  // -1: one of the two is fixed
  };
  /// d = d0 + w, its squared length, and elongation / length.
  struct Stretch {
    Vector d;
    Lanes squared_length, elongation, ratio;
  };

  static Points gather(const Batch& batch, const Vec& u);
  static void scatter(const Batch& batch, const Points& values, Vec& f);
  static Vector combine(int spring, const Points& values);
  static void distribute(int spring, const Vector& value, Points& values);
  static Stretch stretch(const Batch& batch, int spring, const Points& u);
  /// Adds one lane's symmetric 3x3 block (xx, xy, yy, xz, yz, zz) at its slot.
  static void add_block(int row, int slot, const std::array<Lanes, 6>& block, int lane, Mat& K);
  void fill(Batch& batch, Slots& slots, const Elements& elements, Eigen::Index first,
            const Eigen::Matrix<double, 3, Eigen::Dynamic>& rest,
            const std::vector<int>& free_index, const Mat& pattern) const;

  double k_;
  std::vector<Batch> batches_;
  std::vector<Slots> slots_;  // apart: only the stiffness needs them
};

extern template class Springs<TwoPointSpring>;
extern template class Springs<DiagonalSpring>;
extern template class Springs<FourDiagonalSprings>;

}  // namespace stiffbench
