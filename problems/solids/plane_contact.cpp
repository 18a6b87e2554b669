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
    vertices_.push_back({place, height, blocks.line(pattern, place, place)});
  }
}

void PlaneContact::add_force(const AlignedPositions<double>& u, AlignedSums<double>& f) const {
  for (const Vertex& vertex : vertices_)
    if (f.meet(vertex.place, vertex.place))
      f.subtract(vertex.place, 1, barrier_.first_derivative(height(vertex, u)));
}

void PlaneContact::add_force(BodyIn<long double> u, BodyOut<long double> f) const {
  const Barrier<long double> barrier{barrier_.kappa, barrier_.dhat};
  for (const Vertex& vertex : vertices_)
    f[vertex.y()] -= barrier.first_derivative(vertex.height + u[vertex.y()]);
}

void PlaneContact::add_jacobian_times(const AlignedPositions<double>& u,
                                      const AlignedPositions<double, 1>& du,
                                      AlignedSums<double>& df) const {
  for (const Vertex& vertex : vertices_)
    if (df.meet(vertex.place, vertex.place))
      df.subtract(vertex.place, 1,
                  barrier_.second_derivative(height(vertex, u)) * du.at(vertex.place)[1]);
}

void PlaneContact::add_stiffness(const AlignedPositions<double>& u,
                                 GeneralBlocks::Rows& rows) const {
  for (const Vertex& vertex : vertices_)
    if (rows.meet(vertex.place, vertex.place))
      rows.add(barrier_.second_derivative(height(vertex, u)), vertex.line, 1, 1);
}

double PlaneContact::potential(BodyIn<double> u) const {
  double sum = 0;
  for (const Vertex& vertex : vertices_) sum += barrier_.energy(vertex.height + u[vertex.y()]);
  return sum;
}

double PlaneContact::feasible_step(BodyIn<double> u, BodyIn<double> du) const {
  double share = 1;
  for (const Vertex& vertex : vertices_)
    share = std::min(share, share_above_zero(vertex.height + u[vertex.y()], du[vertex.y()]));
  return share;
}

}  // namespace stiffbench
