#pragma once

#include "problems/forces/contact/barrier.hpp"
#include "problems/solids/solid_term.hpp"

#include <vector>

namespace stiffbench {

/// The contact of vertices with the plane y = 0: the logarithmic barrier of each vertex' height
/// (Li et al., DOI 10.1145/3386569.3392425). It pushes along y only: there is no friction.
class PlaneContact final : public SolidTerm {
 public:
  using Elements = Eigen::Matrix<int, 1, Eigen::Dynamic>;

  /// `vertices`: those that touch; the other arguments are those of Springs. Error for a vertex
  /// that is not above the plane at rest.
  PlaneContact(const Elements& vertices, const Eigen::Matrix3Xd& rest,
               const std::vector<int>& free_index, const Barrier<double>& barrier,
               const Mat& pattern);

  void add_force(BodyIn<double> u, BodyOut<double> f) const override { add_force_of<double>(u, f); }
  void add_force(BodyIn<long double> u, BodyOut<long double> f) const override {
    add_force_of<long double>(u, f);
  }
  void add_jacobian_times(BodyIn<double> u, BodyIn<double> du, BodyOut<double> df) const override;
  void add_stiffness(BodyIn<double> u, GeneralBlocks::Rows& rows) const override;
  double potential(BodyIn<double> u) const override;
  double feasible_step(BodyIn<double> u, BodyIn<double> du) const override;

 private:
  struct Vertex {
    Eigen::Index y;  ///< the place of its height in u
    double height;   ///< at rest (m)
    int line;        ///< of its block of K
  };
  template <class Scalar>
  void add_force_of(BodyIn<Scalar> u, BodyOut<Scalar>& f) const;

  Barrier<double> barrier_;
  std::vector<Vertex> vertices_;
};

}  // namespace stiffbench
