#include "problems/solids/plane_contact.hpp"

#include "base/error.hpp"
#include "problems/forces/feasible.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stiffbench {

PlaneContact::PlaneContact(const Elements& vertices, const Eigen::Matrix3Xd& rest,
                           const std::vector<int>& free_index, const Barrier<double>& barrier,
                           const Mat& pattern)
    : barrier_(barrier) {
  const GeneralBlocks blocks(pattern);
  for (const int vertex : vertices) {
    const double height = rest(1, vertex);
    if (!(height > 0))
      throw Error("a body starts above the plane",
                  fmt::format("vertex {} at a height of {} m", vertex, height), "lift it");
    const int place = free_index[static_cast<std::size_t>(vertex)];
    if (place < 0) continue;
    vertices_.push_back({3 * place + 1, height, blocks.line(pattern, place, place)});
  }
}

template <class Scalar>
void PlaneContact::add_force_of(BodyIn<Scalar> u, BodyOut<Scalar>& f) const {
  const Barrier<Scalar> barrier{static_cast<Scalar>(barrier_.kappa),
                                static_cast<Scalar>(barrier_.dhat)};
  for (const Vertex& vertex : vertices_)
    f[vertex.y] -= barrier.slope(static_cast<Scalar>(vertex.height) + u[vertex.y]);
}
template void PlaneContact::add_force_of(BodyIn<double>, BodyOut<double>&) const;
template void PlaneContact::add_force_of(BodyIn<long double>, BodyOut<long double>&) const;

void PlaneContact::add_jacobian_times(BodyIn<double> u, BodyIn<double> du,
                                      BodyOut<double> df) const {
  for (const Vertex& vertex : vertices_)
    df[vertex.y] -= barrier_.curvature(vertex.height + u[vertex.y]) * du[vertex.y];
}

void PlaneContact::add_stiffness(BodyIn<double> u, GeneralBlocks::Rows& rows) const {
  for (const Vertex& vertex : vertices_)
    rows.add(barrier_.curvature(vertex.height + u[vertex.y]), vertex.line, 1, 1);
}

double PlaneContact::potential(BodyIn<double> u) const {
  double sum = 0;
  for (const Vertex& vertex : vertices_) sum += barrier_.energy(vertex.height + u[vertex.y]);
  return sum;
}

double PlaneContact::feasible_step(BodyIn<double> u, BodyIn<double> du) const {
  double share = 1;
  for (const Vertex& vertex : vertices_)
    share = std::min(share, share_above_zero(vertex.height + u[vertex.y], du[vertex.y]));
  return share;
}

}  // namespace stiffbench
