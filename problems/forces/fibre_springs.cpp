#include "problems/forces/fibre_springs.hpp"

#include <utility>

namespace stiffbench {

FibreSprings::FibreSprings(const Fibre& fibre) {
  using Pairs = CuboidChain::Pairs;
  constexpr int root = 4;  // points of the first section
  const CuboidChain chain = cuboid_chain(fibre);
  std::vector<int> free_index;
  for (int i = 0; i < chain.points.cols(); ++i) free_index.push_back(i < root ? -1 : i - root);

  const CuboidStiffness k = cuboid_stiffness(fibre);
  Pairs inside(2, chain.volume.cols() + chain.sections.cols());
  inside << chain.volume, chain.sections;
  const std::array<std::pair<Pairs, double>, 3> kinds = {
      {{chain.longitudinal, k.longitudinal}, {chain.faces, k.face}, {inside, k.volume}}};
  for (const auto& [pairs, stiffness] : kinds)
    for (const auto& pair : pairs.colwise())
      if (pair.minCoeff() >= root) joined_.push_back({pair[0] - root, pair[1] - root});
  pattern_ = block_pattern(static_cast<int>(chain.points.cols()) - root, joined_);
  mirror_.emplace(pattern_);
  for (const auto& [pairs, stiffness] : kinds)
    kinds_.push_back(
        std::make_unique<TwoPointSprings>(pairs, chain.points, free_index, stiffness, pattern_));
}

template <bool projected>
void FibreSprings::stiffness(BodyIn<double> u, Mat& K) const {
  if (K.rows() != pattern_.rows()) K = pattern_;
  K.coeffs().setZero();
  for (const auto& kind : kinds_)
    if constexpr (projected)
      kind->add_projected_stiffness(u, K);
    else
      kind->add_stiffness(u, K);
  mirror_->mirror(K);
}
template void FibreSprings::stiffness<false>(BodyIn<double>, Mat&) const;
template void FibreSprings::stiffness<true>(BodyIn<double>, Mat&) const;

double FibreSprings::potential(BodyIn<double> u) const {
  double sum = 0;
  for (const auto& kind : kinds_) sum += kind->potential(u);
  return sum;
}

}  // namespace stiffbench
