#pragma once

#include "problems/forces/element_blocks.hpp"
#include "problems/forces/force_term.hpp"

#include <Eigen/Core>

#include <array>
#include <vector>

namespace stiffbench {

/// The law of a linear spring: pull k e, energy k e^2 / 2 with e the elongation (m), k in N/m. The
/// arguments of a law are d = (l + l0) e, which keeps its digits, and the lengths l now and l0 at
/// rest.
struct Hooke {
  double k;
  Hooke(double stiffness) : k(stiffness) {}  // a stiffness is a law
  template <class Lanes>
  Lanes pull_over_length(const Lanes& d, const Lanes& squared_l, const Lanes& l,
                         const Lanes& l0) const {
    return static_cast<typename Lanes::Scalar>(k) * d / (squared_l + l0 * l);
  }
  /// The derivative d(pull)/de (N/m).
  template <class Lanes>
  double slope(const Lanes&, const Lanes&, const Lanes&) const {
    return k;
  }
  template <class Lanes>
  Lanes energy(const Lanes& d, const Lanes& l, const Lanes& l0) const {
    return k / 2 * (d / (l + l0)).square();
  }
};

/// A law in the strain eps = e / l0: pull k eps (eps0^2 + eps^2), k in N, energy
/// k l0 (eps0^2 eps^2 / 2 + eps^4 / 4). With eps0 = 0 it is purely cubic: no stiffness at rest.
struct CubicStrain {
  double k, eps0;
  template <class Lanes>
  Lanes pull_over_length(const Lanes& d, const Lanes&, const Lanes& l, const Lanes& l0) const {
    using Scalar = typename Lanes::Scalar;
    const Scalar bend = static_cast<Scalar>(eps0) * static_cast<Scalar>(eps0);
    const Lanes eps = strain(d, l, l0);
    return static_cast<Scalar>(k) * eps * (bend + eps.square()) / l;
  }
  template <class Lanes>
  Lanes slope(const Lanes& d, const Lanes& l, const Lanes& l0) const {
    return k * (eps0 * eps0 + 3 * strain(d, l, l0).square()) / l0;
  }
  template <class Lanes>
  Lanes energy(const Lanes& d, const Lanes& l, const Lanes& l0) const {
    const Lanes squared = strain(d, l, l0).square();
    return k / 4 * l0 * squared * (2 * eps0 * eps0 + squared);
  }

 private:
  template <class Lanes>
  static Lanes strain(const Lanes& d, const Lanes& l, const Lanes& l0) {
    return d / ((l + l0) * l0);
  }
};

/// Springs, at rest where the displacements vanish, from vertices of an element to the centroids of
/// the element's other vertices: for the first `ends` of `points` vertices, the elongations are
///   e_s = |d0_s + w_s| - |d0_s|,  w_s = u_s - mean of the other u_p,
/// and d0 alike from the positions at rest. Two points and one end are a plain spring from vertex
/// to vertex, four points the diagonals of a tetrahedron. Law gives the pull at e.
///
/// The elongation is computed as e = w.(2 d0 + w) / (|d0 + w| + |d0|), never as a difference of
/// lengths, and w from differences of displacements: else all digits of small strains are lost, and
/// every integrator stagnates at that. A spring of length 0 has no direction: its force is NaN.
/// Elements are worked `lanes` at a time, for vector instructions.
template <int points, int ends, class Law = Hooke>
class Springs final : public ForceTerm {
 public:
  using Elements = Eigen::Matrix<int, points, Eigen::Dynamic>;

  /// `elements`: vertex numbers, a column an element. `rest`: positions of all vertices (m).
  /// `free_index`: a vertex' place in u (its xyz start at three times that), or -1 where it is
  /// fixed. `pattern`: the stiffness' (see block_pattern.hpp).
  /// Error for a spring of rest length 0.
  Springs(const Elements& elements, const Eigen::Matrix<double, 3, Eigen::Dynamic>& rest,
          const std::vector<int>& free_index, Law law, const Mat& pattern);

  void add_force(BodyIn<double> u, BodyOut<double> f) const override { add_force_of<double>(u, f); }
  void add_force(BodyIn<long double> u, BodyOut<long double> f) const {
    add_force_of<long double>(u, f);
  }
  void add_jacobian_times(BodyIn<double> u, BodyIn<double> du, BodyOut<double> df) const override;
  void add_stiffness(BodyIn<double> u, Mat& K) const override { add_curvature<false>(u, K); }
  /// Adds the stiffness without the part by which a spring under pressure would yield sideways.
  void add_projected_stiffness(BodyIn<double> u, Mat& K) const override {
    add_curvature<true>(u, K);
  }
  double potential(BodyIn<double> u) const override;

 private:
  static constexpr int lanes = SymmetricBlocks::lanes;
  template <class Scalar>
  static constexpr Scalar share_of = Scalar(1) /
                                     (points - 1);  // of each other vertex in the centroid
  static constexpr double share = share_of<double>;
  template <class Scalar>
  using LanesOf = Eigen::Array<Scalar, lanes, 1>;
  using Lanes = LanesOf<double>;
  template <class Scalar>
  using VectorOf = std::array<LanesOf<Scalar>, 3>;
  using Vector = VectorOf<double>;
  using Block = SymmetricBlocks::Batch;
  template <class Scalar>
  using PointsOf = std::array<VectorOf<Scalar>, points>;
  template <class Scalar>
  using EndsOf = std::array<VectorOf<Scalar>, ends>;
  using Ends = EndsOf<double>;

  struct Batch {
    Ends d0;
    std::array<Lanes, ends> l0;
    int place[points][lanes];  // -1: fixed, or no element in this lane
  };
  static constexpr int pairs = points * (points + 1) / 2;   // (p, q) with q <= p
  using Lines = std::array<std::array<int, lanes>, pairs>;  // of the pairs' blocks, in blocks_
  /// d = d0 + w, |d|^2, |d|, w.(2 d0 + w) = (|d| + |d0|) (|d| - |d0|), and |d0|.
  template <class Scalar>
  struct Stretch {
    VectorOf<Scalar> d;
    LanesOf<Scalar> squared_length, length, difference, l0;
  };

  template <class Scalar>
  static PointsOf<Scalar> gather(const Batch& batch, BodyIn<Scalar> u);
  template <class Scalar>
  static void subtract_scattered(const Batch& batch, const PointsOf<Scalar>& values,
                                 BodyOut<Scalar>& f);
  /// The vector w of every spring from the values at the vertices; at_vertices is the transpose.
  template <class Scalar>
  static EndsOf<Scalar> spring_vectors(const PointsOf<Scalar>& values);
  template <class Scalar>
  static PointsOf<Scalar> at_vertices(const EndsOf<Scalar>& pulls);
  template <class Scalar>
  static Stretch<Scalar> stretch(const Batch& batch, int spring, const VectorOf<Scalar>& w);
  /// The pull over the length (N/m).
  template <class Scalar>
  LanesOf<Scalar> tension(const Stretch<Scalar>& is) const {
    return law_.pull_over_length(is.difference, is.squared_length, is.length, is.l0);
  }
  template <bool projected>
  void add_curvature(BodyIn<double> u, Mat& K) const;
  template <class Scalar>
  void add_force_of(BodyIn<Scalar> u, BodyOut<Scalar>& f) const;
  static void fill(Batch& batch, const Elements& elements, Eigen::Index first,
                   const Eigen::Matrix<double, 3, Eigen::Dynamic>& rest,
                   const std::vector<int>& free_index);
  /// Gives each pair of points its line.
  void enter_blocks(const Mat& pattern);

  Law law_;
  std::vector<Batch> batches_;
  // Apart: only the stiffness needs them.
  std::vector<Lines> lines_;
  SymmetricBlocks blocks_;
};

/// Springs from one vertex to another.
using TwoPointSprings = Springs<2, 1>;
/// Springs from a tetrahedron's first vertex to the centroid of the opposite face.
using DiagonalSprings = Springs<4, 1>;
/// Springs on all four diagonals of a tetrahedron, which share the work at its vertices.
using FourDiagonalSprings = Springs<4, 4>;
/// Springs from one vertex to another whose pull is cubic in the strain.
using CubicSprings = Springs<2, 1, CubicStrain>;

extern template class Springs<2, 1>;
extern template class Springs<4, 1>;
extern template class Springs<4, 4>;
extern template class Springs<2, 1, CubicStrain>;

}  // namespace stiffbench
