#include "problems/contact/bodies/anchors.hpp"

#include <utility>

namespace stiffbench {
namespace {

template <class Positions>
double along(const Anchor& anchor, const Positions& u) {
  const auto& at = u.at(anchor.place);
  return anchor.direction.dot(Eigen::Vector3d(at[0], at[1], at[2]));
}

void subtract(const Anchor& anchor, double stretch, AlignedSums<double>& sums) {
  for (int i = 0; i < 3; ++i)
    sums.subtract(anchor.place, i, anchor.stiffness * stretch * anchor.direction[i]);
}

}  // namespace

Anchors::Anchors(const Elements& vertices, const Eigen::Matrix3Xd&,
                 const std::vector<int>& free_index, std::vector<Anchor> anchors,
                 const Mat& pattern)
    : anchors_(std::move(anchors)) {
  const GeneralBlocks blocks(pattern);
  for (std::size_t i = 0; i < anchors_.size(); ++i) {
    int& place = anchors_[i].place;
    place = free_index[static_cast<std::size_t>(vertices[static_cast<Eigen::Index>(i)])];
    lines_.push_back(blocks.line(pattern, place, place));
  }
}

void Anchors::add_force(const AlignedPositions<double>& u, AlignedSums<double>& f) const {
  for (const Anchor& anchor : anchors_)
    if (f.meet(anchor.place, anchor.place)) subtract(anchor, along(anchor, u) - anchor.start, f);
}

void Anchors::add_force(BodyIn<long double> u, BodyOut<long double> f) const {
  for (const Anchor& anchor : anchors_) {
    const Eigen::Matrix<long double, 3, 1> direction = anchor.direction.cast<long double>();
    const long double stretch =
        direction.dot(u.segment<3>(3 * anchor.place)) - static_cast<long double>(anchor.start);
    f.segment<3>(3 * anchor.place) -=
        static_cast<long double>(anchor.stiffness) * stretch * direction;
  }
}

void Anchors::add_jacobian_times(const AlignedPositions<double>&,
                                 const AlignedPositions<double, 1>& du,
                                 AlignedSums<double>& df) const {
  for (const Anchor& anchor : anchors_)
    if (df.meet(anchor.place, anchor.place)) subtract(anchor, along(anchor, du), df);
}

void Anchors::add_stiffness(const AlignedPositions<double>&, GeneralBlocks::Rows& rows) const {
  for (std::size_t i = 0; i < anchors_.size(); ++i) {
    const Anchor& anchor = anchors_[i];
    if (!rows.meet(anchor.place, anchor.place)) continue;
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b)
        rows.add(anchor.stiffness * anchor.direction[a] * anchor.direction[b], lines_[i], a, b);
  }
}

double Anchors::potential(BodyIn<double> u) const {
  double sum = 0;
  for (const Anchor& anchor : anchors_) {
    const double stretch = anchor.direction.dot(u.segment<3>(3 * anchor.place)) - anchor.start;
    sum += anchor.stiffness / 2 * stretch * stretch;
  }
  return sum;
}

}  // namespace stiffbench
