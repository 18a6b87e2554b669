// Builds springs from elements, eight per batch, and evaluates single springs. The forces and other
// sums are in springs.cpp.

#include "base/error.hpp"
#include "problems/forces/blocks/block_pattern.hpp"
#include "problems/forces/springs.hpp"
#include "problems/meshes/numbering.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stiffbench {

template <int points, int ends, class Law>
Springs<points, ends, Law>::Springs(const Elements& elements,
                                    const Eigen::Matrix<double, 3, Eigen::Dynamic>& rest,
                                    const std::vector<int>& free_index, Law law, const Mat& pattern)
    : law_(law) {
  const std::vector<Eigen::Index> order = order_apart(elements, lanes);
  batches_.resize((order.size() + lanes - 1) / lanes);
  elements_.resize(batches_.size());
  for (std::size_t b = 0; b < batches_.size(); ++b) fill(elements, order, b, rest, free_index);
  for (const Batch& batch : batches_) extents_.push_back(Extent::of(batch.index));
  enter_lines(pattern);
}

template <int points, int ends, class Law>
void Springs<points, ends, Law>::fill(const Elements& elements,
                                      const std::vector<Eigen::Index>& order, std::size_t number,
                                      const Eigen::Matrix<double, 3, Eigen::Dynamic>& rest,
                                      const std::vector<int>& free_index) {
  Batch& batch = batches_[number];
  const std::size_t first = number * lanes;
  batch.count = static_cast<int>(std::min<std::size_t>(lanes, order.size() - first));
  for (int lane = 0; lane < lanes; ++lane) {
    const bool there = lane < batch.count;
    const Eigen::Index element = there ? order[first + static_cast<std::size_t>(lane)] : 0;
    elements_[number][static_cast<std::size_t>(lane)] = static_cast<int>(element);
    for (int p = 0; p < points; ++p)
      batch.index[p][lane] =
          there ? free_index[static_cast<std::size_t>(elements(p, element))] : -1;
    for (int s = 0; s < ends; ++s) {
      Eigen::Vector3d d(there ? 0 : 1, 0, 0);
      for (int p = 0; there && p < points; ++p)
        d += (p == s ? 1 : -share) * rest.col(elements(p, element));
      if (!(d.norm() > 0))
        throw Error("a spring has a rest length above 0",
                    fmt::format("length {} in element {}", d.norm(), element), "repair the mesh");
      for (int c = 0; c < 3; ++c) batch.rest.d0[s][c].set(lane, d[c]);
      batch.rest.l0[s].set(lane, d.norm());
    }
  }
}

template <int points, int ends, class Law>
void Springs<points, ends, Law>::enter_lines(const Mat& pattern) {
  const SymmetricBlocks blocks(pattern);
  lines_.resize(batches_.size());
  for (std::size_t b = 0; b < batches_.size(); ++b)
    for (int p = 0, pair = 0; p < points; ++p)
      for (int q = 0; q <= p; ++q, ++pair)
        for (int lane = 0; lane < lanes; ++lane) {
          const auto [row, column] =
              std::minmax(batches_[b].index[p][lane], batches_[b].index[q][lane]);
          lines_[b][lane][pair] = row < 0 ? -1 : blocks.line(pattern, row, column);
        }
}

template <int points, int ends, class Law>
int Springs<points, ends, Law>::count() const {
  const auto batches = static_cast<int>(batches_.size());  // all are full but the last one
  return batches == 0 ? 0 : ends * (lanes * (batches - 1) + batches_.back().count);
}

template <int points, int ends, class Law>
void Springs<points, ends, Law>::nodes(int spring, ElementNodes& nodes) const {
  const int element = spring / ends;
  const Batch& batch = batches_[static_cast<std::size_t>(element / lanes)];
  nodes.resize(points);
  for (int p = 0; p < points; ++p) nodes[p] = batch.index[p][element % lanes];
}

template <int points, int ends, class Law>
auto Springs<points, ends, Law>::single(int spring, const Vec& u) const -> Single {
  const int element = spring / ends, lane = element % lanes, s = spring % ends;
  const Batch& batch = batches_[static_cast<std::size_t>(element / lanes)];
  const auto at = [&](int p) -> Eigen::Vector3d {
    const int index = batch.index[p][lane];
    if (index < 0) return Eigen::Vector3d::Zero();
    return u.segment<3>(3 * index);
  };
  const Eigen::Vector3d own = at(s);
  Eigen::Vector3d w = Eigen::Vector3d::Zero(), d0;  // differences keep the digits of small strains
  for (int p = 0; p < points; ++p)
    if (p != s) w += share * (own - at(p));
  for (int c = 0; c < 3; ++c)
    d0[c] = batch.rest.d0[static_cast<std::size_t>(s)][static_cast<std::size_t>(c)][lane];
  const Eigen::Vector3d d = d0 + w;
  return {d, d.norm(), w.dot(d0 + d), batch.rest.l0[static_cast<std::size_t>(s)][lane]};
}

template <int points, int ends, class Law>
Constraint Springs<points, ends, Law>::constraint(int spring, const Vec& u,
                                                  ElementVector& gradient) const {
  const Single is = single(spring, u);
  const auto [constraint, slope] = law_.constraint(is.difference / (is.length + is.l0), is.l0);
  gradient.resize(3 * points);
  for (int p = 0; p < points; ++p)
    gradient.template segment<3>(3 * p) = slope * weight(spring, p) / is.length * is.d;
  return constraint;
}

template <int points, int ends, class Law>
void Springs<points, ends, Law>::derivatives(int spring, int node, const Vec& u, NodeVector& g,
                                             NodeMatrix& H) const {
  const Single is = single(spring, u);
  const double squared = is.length * is.length, own = weight(spring, node);
  const double across = law_.pull_over_length(is.difference, squared, is.length, is.l0);
  const double along = (law_.derivative(is.difference, is.length, is.l0) - across) / squared;
  g = own * across * is.d;
  H = own * own * along * is.d * is.d.transpose();
  H.diagonal().array() += own * own * across;
}

template class Springs<2, 1>;
template class Springs<4, 1>;
template class Springs<4, 4>;
template class Springs<2, 1, CubicStrain>;

}  // namespace stiffbench
