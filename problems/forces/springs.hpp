#pragma once

#include "problems/forces/aligned_positions.hpp"
#include "problems/forces/batches.hpp"
#include "problems/forces/blocks/symmetric_blocks.hpp"
#include "problems/forces/force_term.hpp"
#include "problems/forces/instanced_springs.hpp"

#include <Eigen/Core>

#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace stiffbench {

/// A linear spring: pull k e and energy k e^2 / 2 with the elongation e (m) and k in N/m. The
/// functions of a law take d = (l + l0) e, which is computed without cancellation, and the current
/// length l and rest length l0.
struct Hooke {
  double k;
  Hooke(double stiffness) : k(stiffness) {}  // implicit, so that a stiffness can be passed as a law
  template <class Numbers>
  [[gnu::always_inline]] Numbers pull_over_length(const Numbers& d, const Numbers& squared_l,
                                                  const Numbers& l, const Numbers& l0) const {
    return k * d / (squared_l + l0 * l);
  }
  /// The derivative d(pull)/de (N/m).
  template <class Numbers>
  [[gnu::always_inline]] double derivative(const Numbers&, const Numbers&, const Numbers&) const {
    return k;
  }
  template <class Numbers>
  [[gnu::always_inline]] Numbers energy(const Numbers& d, const Numbers& l,
                                        const Numbers& l0) const {
    const Numbers e = d / (l + l0);
    return k / 2 * (e * e);
  }
  /// The energy as that of a constraint, with the derivative of its value by e.
  std::pair<Constraint, double> constraint(double e, double) const { return {{e, 1 / k}, 1}; }
  /// The stiffness k if the energy is k/2 times the squared distance from a sphere, else nothing.
  std::optional<double> projection_stiffness() const { return k; }
};

/// A law cubic in the strain eps = e / l0: pull k eps (eps0^2 + eps^2), k in N, energy
/// k l0 (eps0^2 eps^2 / 2 + eps^4 / 4). With eps0 = 0 it is purely cubic and has no stiffness at
/// rest.
struct CubicStrain {
  double k, eps0;
  template <class Numbers>
  [[gnu::always_inline]] Numbers pull_over_length(const Numbers& d, const Numbers&,
                                                  const Numbers& l, const Numbers& l0) const {
    const Numbers eps = strain(d, l, l0);
    return k * eps * (eps0 * eps0 + eps * eps) / l;
  }
  template <class Numbers>
  [[gnu::always_inline]] Numbers derivative(const Numbers& d, const Numbers& l,
                                            const Numbers& l0) const {
    const Numbers eps = strain(d, l, l0);
    return k * (eps0 * eps0 + 3 * (eps * eps)) / l0;
  }
  template <class Numbers>
  [[gnu::always_inline]] Numbers energy(const Numbers& d, const Numbers& l,
                                        const Numbers& l0) const {
    const Numbers eps = strain(d, l, l0), squared = eps * eps;
    return k / 4 * l0 * squared * (2 * eps0 * eps0 + squared);
  }
  /// The energy as that of the constraint eps sqrt(eps0^2 + eps^2/2).
  std::pair<Constraint, double> constraint(double e, double l0) const {
    const double eps = e / l0, root = std::sqrt(eps0 * eps0 + eps * eps / 2);
    const double slope = root > 0 ? (eps0 * eps0 + eps * eps) / (root * l0) : 0;
    return {{eps * root, 1 / (k * l0)}, slope};
  }
  std::optional<double> projection_stiffness() const { return {}; }

 private:
  template <class Numbers>
  [[gnu::always_inline]] static inline Numbers strain(const Numbers& d, const Numbers& l,
                                                      const Numbers& l0) {
    return d / ((l + l0) * l0);
  }
};

/// The force of springs of one kind. Its blocks of K are symmetric.
class SpringTerm : public ForceTerm {
 public:
  using Blocks = SymmetricBlocks;
  /// Adds -df/du (N/m) to the blocks in `rows`.
  virtual void add_stiffness(const AlignedPositions<double>& u,
                             SymmetricBlocks::Rows& rows) const = 0;
  /// Adds the stiffness without its negative part, by which a compressed spring would yield
  /// sideways.
  virtual void add_projected_stiffness(const AlignedPositions<double>& u,
                                       SymmetricBlocks::Rows& rows) const = 0;
  /// Adds the blocks of ElementEnergies::projection_stiffness() if projects().
  virtual void add_projection_stiffness(const AlignedPositions<double>& rest,
                                        SymmetricBlocks::Rows& rows) const = 0;
};

/// No plastic flow: every spring keeps its initial rest length.
struct NoFlow {
  [[gnu::always_inline]] NoFlow of(const int*) const { return {}; }
};

/// Plastic elongations (m), by which the rest lengths have grown, one per element in the order of
/// the constructor.
template <class Scalar>
struct PlasticFlow {
  const Scalar* elongations;
  /// Returns the elongations of eight elements.
  [[gnu::always_inline]] LanesOf<Scalar> of(const int* elements) const {
    if constexpr (std::is_same_v<Scalar, double>) {
      return Lanes::of([&](int lane) { return elongations[elements[lane]]; });
    } else {
      LanesOf<Scalar> all;
      for (int lane = 0; lane < Lanes::count; ++lane) all[lane] = elongations[elements[lane]];
      return all;
    }
  }
};

/// Springs, at rest at zero displacement, from vertices of an element to the centroids of the
/// element's other vertices. For the first `ends` of `points` vertices, the elongations are
///   e_s = |d0_s + w_s| - |d0_s|,  w_s = u_s - mean of the other u_p,
/// where d0 is formed from the rest positions in the same way as w from u. Two points and one end
/// are a plain spring between two vertices, four points the diagonals of a tetrahedron. Law gives
/// the pull at e.
///
/// The elongation is computed as e = w.(2 d0 + w) / (|d0 + w| + |d0|), never as a difference of
/// lengths, and w from differences of displacements. Otherwise small strains lose all digits, and
/// every integrator stagnates at that error. A spring of length 0 has no direction: its force is
/// NaN. Elements are processed eight at a time with SIMD, and on threads by ranges of vertices; an
/// element across a border is computed on both sides. The digits of the result do not depend on the
/// ranges. For equal bodies side by side, one element is computed for eight bodies at once. With a
/// PlasticFlow of p the elongation is e - p, which needs elements of one spring each.
template <int points, int ends, class Law = Hooke>
class Springs final : public SpringTerm, public ElementGroup {
 public:
  using Elements = Eigen::Matrix<int, points, Eigen::Dynamic>;

  /// `elements`: vertex numbers, one column per element. `rest`: positions of all vertices (m).
  /// `free_index`: the index of each vertex (its xyz begin at three times the index in u), or -1
  /// for a fixed vertex. `pattern`: the pattern of the stiffness (see block_pattern.hpp). Throws
  /// Error for a spring of rest length 0.
  Springs(const Elements& elements, const Eigen::Matrix<double, 3, Eigen::Dynamic>& rest,
          const std::vector<int>& free_index, Law law, const Mat& pattern);

  void add_force(const AlignedPositions<double>& u, AlignedSums<double>& f) const override;
  void add_force(BodyIn<long double> u, BodyOut<long double> f) const;
  void add_jacobian_times(const AlignedPositions<double>& u, const AlignedPositions<double, 1>& du,
                          AlignedSums<double>& df) const override;
  void add_stiffness(const AlignedPositions<double>& u, SymmetricBlocks::Rows& rows) const override;
  void add_projected_stiffness(const AlignedPositions<double>& u,
                               SymmetricBlocks::Rows& rows) const override;
  double potential(BodyIn<double> u) const override;
  const ElementGroup* elements() const override { return this; }
  bool projects() const override { return law_.projection_stiffness().has_value(); }
  void add_projection_stiffness(const AlignedPositions<double>&,
                                SymmetricBlocks::Rows& rows) const override;
  /// Single springs, `ends` for each element; springs_batches.cpp orders the elements.
  int count() const override;
  void nodes(int spring, ElementNodes& nodes) const override;
  Constraint constraint(int spring, const Vec& u, ElementVector& gradient) const override;
  void derivatives(int spring, int node, const Vec& u, NodeVector& g, NodeMatrix& H) const override;
  /// Adds the force with a flow, NoFlow or PlasticFlow, or in extended precision.
  template <class Scalar, class Flow>
  void add_force(const AlignedPositions<Scalar>& u, const Flow& flow, AlignedSums<Scalar>& f) const;
  template <class Flow>
  void add_jacobian_times(const AlignedPositions<double>& u, const Flow& flow,
                          const AlignedPositions<double, 1>& du, AlignedSums<double>& df) const;
  template <bool projected, class Flow>
  void add_stiffness(const AlignedPositions<double>& u, const Flow& flow,
                     SymmetricBlocks::Rows& rows) const;
  template <class Flow>
  double potential(BodyIn<double> u, const Flow& flow) const;
  /// Returns the elongations of all elements (m), in the order of the constructor.
  template <class Flow>
  Vec elongations(BodyIn<double> u, const Flow& flow) const;
  /// Adds forces, or their changes, on eight equal bodies with these springs.
  void add_force(const InstancedVector<0>& u, InstancedVector<2>& f) const;
  void add_jacobian_times(const InstancedVector<0>& u, const InstancedVector<1>& du,
                          InstancedVector<2>& df) const;

 private:
  static constexpr int lanes = Lanes::count;
  template <class Scalar>
  static constexpr Scalar share_of = Scalar(1) /
                                     (points - 1);  // weight of each other vertex in the centroid
  static constexpr double share = share_of<double>;
  template <class Scalar>
  using VectorOf = EightPoints<Scalar>;
  using Block = SymmetricBlocks::Batch;
  template <class Scalar>
  using PointsOf = std::array<VectorOf<Scalar>, points>;
  template <class Scalar>
  using EndsOf = std::array<VectorOf<Scalar>, ends>;
  using Ends = EndsOf<double>;

  /// The vectors d0 and their lengths.
  template <class Scalar>
  struct Rest {
    EndsOf<Scalar> d0;
    std::array<LanesOf<Scalar>, ends> l0;
  };
  struct Batch {
    Rest<double> rest;
    int index[points][lanes];  // -1: fixed, or the lane has no element
    int count;                 // number of elements
  };
  static constexpr int pairs = points * (points + 1) / 2;   // (p, q) with q <= p
  using Lines = std::array<std::array<int, pairs>, lanes>;  // of the blocks of the pairs
  using Numbers = std::array<int, lanes>;  // element numbers; 0 for a lane without element
  /// d = d0 + w, |d|^2, |d|, (|d| + |d0|) e with the elongation e, and |d0|. Without a flow,
  /// (|d| + |d0|) e is w.(2 d0 + w).
  template <class Scalar>
  struct Stretch {
    VectorOf<Scalar> d;
    LanesOf<Scalar> squared_length, length, difference, l0;
  };

  // All of these functions are inlined, since passing batches between functions through memory
  // takes 1.5 times as long.
  template <class Scalar, int kind>
  [[gnu::always_inline]] static inline PointsOf<Scalar> gather(
      const Batch& batch, const AlignedPositions<Scalar, kind>& u);
  template <class Scalar>
  [[gnu::always_inline]] static inline void subtract_scattered(const Batch& batch,
                                                               const PointsOf<Scalar>& values,
                                                               AlignedSums<Scalar>& sums);
  /// These two read, or subtract, one element for eight equal bodies.
  template <int kind>
  [[gnu::always_inline]] static inline PointsOf<double> gather(const Batch& batch, int lane,
                                                               const InstancedVector<kind>& u);
  [[gnu::always_inline]] static inline void subtract_scattered(const Batch& batch, int lane,
                                                               const PointsOf<double>& values,
                                                               InstancedVector<2>& sums);
  /// Computes the vector w of every spring from the values at the vertices; at_vertices is the
  /// transpose.
  template <class Scalar>
  [[gnu::always_inline]] static inline EndsOf<Scalar> spring_vectors(
      const PointsOf<Scalar>& values);
  template <class Scalar>
  [[gnu::always_inline]] static inline PointsOf<Scalar> at_vertices(const EndsOf<Scalar>& pulls);
  template <class Scalar, class Flow = NoFlow>
  [[gnu::always_inline]] static inline Stretch<Scalar> stretch(const Rest<Scalar>& rest, int spring,
                                                               const VectorOf<Scalar>& w,
                                                               const Flow& plastic = {});
  /// These return the rest vectors and lengths of all lanes, or of one of them.
  template <class Scalar>
  [[gnu::always_inline]] static inline Rest<Scalar> all_lanes(const Batch& batch);
  [[gnu::always_inline]] static inline Rest<double> one_lane(const Batch& batch, int lane);
  /// These return the pulls of springs with the vectors w (N), and their changes when w changes by
  /// dw.
  template <class Scalar, class Flow = NoFlow>
  [[gnu::always_inline]] inline EndsOf<Scalar> pulls(const Rest<Scalar>& rest,
                                                     const EndsOf<Scalar>& w,
                                                     const Flow& plastic = {}) const;
  template <class Flow = NoFlow>
  [[gnu::always_inline]] inline Ends pull_changes(const Rest<double>& rest, const Ends& w,
                                                  const Ends& dw, const Flow& plastic = {}) const;
  /// Returns the pull divided by the length (N/m).
  template <class Scalar>
  [[gnu::always_inline]] inline LanesOf<Scalar> tension(const Stretch<Scalar>& is) const {
    return law_.pull_over_length(is.difference, is.squared_length, is.length, is.l0);
  }
  /// Adds the blocks of elements; `own` are the blocks of their springs at weight 1.
  [[gnu::always_inline]] static inline void add_blocks(const std::array<Block, ends>& own,
                                                       const Lines& lines,
                                                       SymmetricBlocks::Rows& rows);
  /// One spring: d = d0 + w, its length, (|d| + |d0|) e with the elongation e, and |d0|.
  struct Single {
    Eigen::Vector3d d;
    double length, difference, l0;
  };
  Single single(int spring, const Vec& u) const;
  /// The derivative of a spring's w by a vertex, the multiple of the identity.
  static constexpr double weight(int spring, int point) {
    return point == spring % ends ? 1 : -share;
  }
  void fill(const Elements& elements, const std::vector<Eigen::Index>& order, std::size_t batch,
            const Eigen::Matrix<double, 3, Eigen::Dynamic>& rest,
            const std::vector<int>& free_index);
  /// Assigns its line to each pair of points.
  void enter_lines(const Mat& pattern);

  Law law_;
  std::vector<Batch> batches_;
  std::vector<Extent> extents_;
  std::vector<Lines> lines_;  // separate, since only the stiffness needs them
  std::vector<Numbers> elements_;
};

/// Springs between two vertices.
using TwoPointSprings = Springs<2, 1>;
/// Springs from the first vertex of a tetrahedron to the centroid of the opposite face.
using DiagonalSprings = Springs<4, 1>;
/// Springs on all four diagonals of a tetrahedron, which share the work at its vertices.
using FourDiagonalSprings = Springs<4, 4>;
/// Springs between two vertices whose pull is cubic in the strain.
using CubicSprings = Springs<2, 1, CubicStrain>;

extern template class Springs<2, 1>;
extern template class Springs<4, 1>;
extern template class Springs<4, 4>;
extern template class Springs<2, 1, CubicStrain>;

}  // namespace stiffbench
