// Builds springs from elements, eight per batch. The forces and other sums are in springs.cpp.

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

template class Springs<2, 1>;
template class Springs<4, 1>;
template class Springs<4, 4>;
template class Springs<2, 1, CubicStrain>;

}  // namespace stiffbench
