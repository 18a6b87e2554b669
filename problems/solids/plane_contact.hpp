#pragma once

#include "problems/forces/contact/barrier.hpp"
#include "problems/solids/elements/solid_term.hpp"

#include <vector>

namespace stiffbench {

/// Contact of vertices with the plane y = 0: the logarithmic barrier of the height of each vertex
/// (Li et al., DOI 10.1145/3386569.3392425). It pushes along y only; there is no friction.
class PlaneContact final : public SolidTerm {
 public:
  using Elements = Eigen::Matrix<int, 1, Eigen::Dynamic>;

  /// `vertices`: the vertices in contact; the other arguments are those of Springs. Throws Error if
  /// a vertex is not above the plane at rest.
  PlaneContact(const Elements& vertices, const Eigen::Matrix3Xd& rest,
               const std::vector<int>& free_index, const Barrier<double>& barrier,
               const Mat& pattern);

  void add_force(const AlignedPositions<double>& u, AlignedSums<double>& f) const override;
  void add_force(BodyIn<long double> u, BodyOut<long double> f) const override;
  void add_jacobian_times(const AlignedPositions<double>& u, const AlignedPositions<double, 1>& du,
                          AlignedSums<double>& df) const override;
  void add_stiffness(const AlignedPositions<double>& u, GeneralBlocks::Rows& rows) const override;
  double potential(BodyIn<double> u) const override;
  double feasible_step(BodyIn<double> u, BodyIn<double> du) const override;

 private:
  struct Vertex {
    int place;      ///< among the free vertices
    double height;  ///< at rest (m)
    int line;       ///< line of its block of K
    /// Index of its height in a vector.
    Eigen::Index y() const { return 3 * Eigen::Index(place) + 1; }
  };
  /// The current height (m).
  static double height(const Vertex& vertex, const AlignedPositions<double>& u) {
    return vertex.height + u.at(vertex.place)[1];
  }

  Barrier<double> barrier_;
  std::vector<Vertex> vertices_;
};

}  // namespace stiffbench
