#include "problems/forces/springs.hpp"

#include "base/error.hpp"
#include "problems/forces/blocks/block_pattern.hpp"
#include "problems/meshes/numbering.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace stiffbench {
namespace {

template <class Numbers>
[[gnu::always_inline]] inline Numbers dot(const std::array<Numbers, 3>& a,
                                          const std::array<Numbers, 3>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

}  // namespace

template <int points, int ends, class Law>
Springs<points, ends, Law>::Springs(const Elements& elements,
                                    const Eigen::Matrix<double, 3, Eigen::Dynamic>& rest,
                                    const std::vector<int>& free_index, Law law, const Mat& pattern)
    : law_(law) {
  const Elements apart = elements(Eigen::all, order_apart(elements, lanes));
  const Eigen::Index count = (elements.cols() + lanes - 1) / lanes;
  batches_.resize(static_cast<std::size_t>(count));
  for (std::size_t b = 0; b < batches_.size(); ++b)
    fill(batches_[b], apart, static_cast<Eigen::Index>(b) * lanes, rest, free_index);
  enter_extents();
  enter_lines(pattern);
}

template <int points, int ends, class Law>
void Springs<points, ends, Law>::fill(Batch& batch, const Elements& elements, Eigen::Index first,
                                      const Eigen::Matrix<double, 3, Eigen::Dynamic>& rest,
                                      const std::vector<int>& free_index) {
  batch.count = static_cast<int>(std::min<Eigen::Index>(lanes, elements.cols() - first));
  for (int lane = 0; lane < lanes; ++lane) {
    const Eigen::Index element = first + lane;
    const bool there = element < elements.cols();
    for (int p = 0; p < points; ++p)
      batch.place[p][lane] =
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
void Springs<points, ends, Law>::enter_extents() {
  for (const Batch& batch : batches_) {
    Extent& extent = extents_.emplace_back();
    for (const auto& places : batch.place)
      for (const int place : places) {
        extent.highest = std::max(extent.highest, place);
        if (place >= 0) extent.lowest = std::min(extent.lowest, place);
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
              std::minmax(batches_[b].place[p][lane], batches_[b].place[q][lane]);
          lines_[b][lane][pair] = row < 0 ? -1 : blocks.line(pattern, row, column);
        }
}

template <int points, int ends, class Law>
template <class Scalar, int kind>
auto Springs<points, ends, Law>::gather(const Batch& batch, const PaddedPoints<Scalar, kind>& u)
    -> PointsOf<Scalar> {
  PointsOf<Scalar> values;
  for (int p = 0; p < points; ++p) values[p] = u.gather(batch.place[p]);
  return values;
}

template <int points, int ends, class Law>
template <int kind>
auto Springs<points, ends, Law>::gather(const Batch& batch, int lane, const SideBySide<kind>& u)
    -> PointsOf<double> {
  PointsOf<double> values;
  for (int p = 0; p < points; ++p) values[p] = u.at(batch.place[p][lane]);
  return values;
}

template <int points, int ends, class Law>
template <class Scalar>
void Springs<points, ends, Law>::subtract_scattered(const Batch& batch,
                                                    const PointsOf<Scalar>& values,
                                                    PaddedSums<Scalar>& sums) {
  for (int p = 0; p < points; ++p) sums.subtract(batch.place[p], values[p]);
}

template <int points, int ends, class Law>
void Springs<points, ends, Law>::subtract_scattered(const Batch& batch, int lane,
                                                    const PointsOf<double>& values,
                                                    SideBySide<2>& sums) {
  for (int p = 0; p < points; ++p) sums.subtract(batch.place[p][lane], values[p]);
}

// With e_p = u_p - u_0 and S their sum, w_s = (1 + share) e_s - share S. The differences are exact
// where the body mostly moves as a whole.
template <int points, int ends, class Law>
template <class Scalar>
auto Springs<points, ends, Law>::spring_vectors(const PointsOf<Scalar>& values) -> EndsOf<Scalar> {
  constexpr Scalar part = share_of<Scalar>;
  EndsOf<Scalar> w;
  for (int c = 0; c < 3; ++c) {
    LanesOf<Scalar> sum;
    for (int p = 1; p < points; ++p) {
      const LanesOf<Scalar> difference = values[p][c] - values[0][c];
      sum = p == 1 ? difference : LanesOf<Scalar>(sum + difference);
      if (p < ends) w[p][c] = (1 + part) * difference;
    }
    sum *= part;
    w[0][c] = -sum;
    for (int s = 1; s < ends; ++s) w[s][c] -= sum;
  }
  return w;
}

template <int points, int ends, class Law>
template <class Scalar>
auto Springs<points, ends, Law>::at_vertices(const EndsOf<Scalar>& pulls) -> PointsOf<Scalar> {
  constexpr Scalar part = share_of<Scalar>;
  PointsOf<Scalar> values;
  for (int c = 0; c < 3; ++c) {
    LanesOf<Scalar> sum = pulls[0][c];
    for (int s = 1; s < ends; ++s) sum += pulls[s][c];
    sum *= part;
    for (int p = 0; p < points; ++p)
      values[p][c] =
          p < ends ? LanesOf<Scalar>((1 + part) * pulls[p][c] - sum) : LanesOf<Scalar>(-sum);
  }
  return values;
}

template <int points, int ends, class Law>
template <class Scalar>
auto Springs<points, ends, Law>::stretch(const Rest<Scalar>& rest, int spring,
                                         const VectorOf<Scalar>& w) -> Stretch<Scalar> {
  const VectorOf<Scalar>& d0 = rest.d0[spring];
  VectorOf<Scalar> d, middle;
  for (int c = 0; c < 3; ++c) {
    d[c] = d0[c] + w[c];
    middle[c] = d0[c] + d[c];
  }
  const LanesOf<Scalar> squared_length = dot(d, d);
  return {d, squared_length, sqrt(squared_length), dot(w, middle), rest.l0[spring]};
}

template <int points, int ends, class Law>
template <class Scalar>
auto Springs<points, ends, Law>::all_lanes(const Batch& batch) -> Rest<Scalar> {
  if constexpr (std::is_same_v<Scalar, double>) {
    return batch.rest;
  } else {
    Rest<Scalar> rest;
    for (int s = 0; s < ends; ++s)
      for (int lane = 0; lane < lanes; ++lane) {
        for (int c = 0; c < 3; ++c) rest.d0[s][c][lane] = batch.rest.d0[s][c][lane];
        rest.l0[s][lane] = batch.rest.l0[s][lane];
      }
    return rest;
  }
}

template <int points, int ends, class Law>
auto Springs<points, ends, Law>::one_lane(const Batch& batch, int lane) -> Rest<double> {
  Rest<double> rest;
  for (int s = 0; s < ends; ++s) {
    for (int c = 0; c < 3; ++c) rest.d0[s][c] = batch.rest.d0[s][c][lane];
    rest.l0[s] = batch.rest.l0[s][lane];
  }
  return rest;
}

template <int points, int ends, class Law>
template <class Scalar>
auto Springs<points, ends, Law>::pulls(const Rest<Scalar>& rest, const EndsOf<Scalar>& w) const
    -> EndsOf<Scalar> {
  EndsOf<Scalar> pull;
  for (int s = 0; s < ends; ++s) {
    const Stretch<Scalar> is = stretch<Scalar>(rest, s, w[s]);
    const LanesOf<Scalar> across = tension(is);
    for (int c = 0; c < 3; ++c) pull[s][c] = across * is.d[c];
  }
  return pull;
}

// d(p d/l) = t dw + (p' - t) d (d.dw) / l^2 with p the pull, t = p/l.
template <int points, int ends, class Law>
auto Springs<points, ends, Law>::pull_changes(const Rest<double>& rest, const Ends& w,
                                              const Ends& dw) const -> Ends {
  Ends change;
  for (int s = 0; s < ends; ++s) {
    const Stretch<double> is = stretch<double>(rest, s, w[s]);
    const Lanes across = tension(is);
    const Lanes along = (law_.slope(is.difference, is.length, is.l0) - across) * dot(is.d, dw[s]) /
                        is.squared_length;
    for (int c = 0; c < 3; ++c) change[s][c] = across * dw[s][c] + along * is.d[c];
  }
  return change;
}

template <int points, int ends, class Law>
void Springs<points, ends, Law>::add_force(BodyIn<double> u, BodyOut<double> f) const {
  const PaddedPoints<double> at(u);
  on_vertices<double>(f, [&](PaddedSums<double>& sums) { subtract_pulls(at, sums); });
}

template <int points, int ends, class Law>
void Springs<points, ends, Law>::add_force(BodyIn<long double> u, BodyOut<long double> f) const {
  const PaddedPoints<long double> at(u);
  on_vertices<long double>(f, [&](PaddedSums<long double>& sums) { subtract_pulls(at, sums); });
}

template <int points, int ends, class Law>
template <class Scalar>
void Springs<points, ends, Law>::subtract_pulls(const PaddedPoints<Scalar>& u,
                                                PaddedSums<Scalar>& sums) const {
  for (std::size_t b = 0; b < batches_.size(); ++b) {
    if (!sums.meet(extents_[b].lowest, extents_[b].highest)) continue;
    const Batch& batch = batches_[b];
    const EndsOf<Scalar> w = spring_vectors<Scalar>(gather(batch, u));
    subtract_scattered<Scalar>(batch, at_vertices<Scalar>(pulls(all_lanes<Scalar>(batch), w)),
                               sums);
  }
}

template <int points, int ends, class Law>
void Springs<points, ends, Law>::add_force(const SideBySide<0>& u, SideBySide<2>& f) const {
  for (const Batch& batch : batches_)
    for (int lane = 0; lane < batch.count; ++lane) {
      const Ends w = spring_vectors<double>(gather(batch, lane, u));
      subtract_scattered(batch, lane, at_vertices<double>(pulls(one_lane(batch, lane), w)), f);
    }
}

template <int points, int ends, class Law>
void Springs<points, ends, Law>::add_jacobian_times(BodyIn<double> u, BodyIn<double> du,
                                                    BodyOut<double> df) const {
  const PaddedPoints<double> at(u);
  const PaddedPoints<double, 1> change(du);
  on_vertices<double>(df,
                      [&](PaddedSums<double>& sums) { subtract_pull_changes(at, change, sums); });
}

template <int points, int ends, class Law>
void Springs<points, ends, Law>::subtract_pull_changes(const PaddedPoints<double>& u,
                                                       const PaddedPoints<double, 1>& du,
                                                       PaddedSums<double>& sums) const {
  for (std::size_t b = 0; b < batches_.size(); ++b) {
    if (!sums.meet(extents_[b].lowest, extents_[b].highest)) continue;
    const Batch& batch = batches_[b];
    const Ends w = spring_vectors<double>(gather(batch, u)),
               dw = spring_vectors<double>(gather(batch, du));
    subtract_scattered<double>(batch, at_vertices<double>(pull_changes(batch.rest, w, dw)), sums);
  }
}

template <int points, int ends, class Law>
void Springs<points, ends, Law>::add_jacobian_times(const SideBySide<0>& u, const SideBySide<1>& du,
                                                    SideBySide<2>& df) const {
  for (const Batch& batch : batches_)
    for (int lane = 0; lane < batch.count; ++lane) {
      const Ends w = spring_vectors<double>(gather(batch, lane, u)),
                 dw = spring_vectors<double>(gather(batch, lane, du));
      subtract_scattered(batch, lane,
                         at_vertices<double>(pull_changes(one_lane(batch, lane), w, dw)), df);
    }
}

// With w_sp = (1 + share) [s == p] - share and B_s the block of spring s at weight 1, the sum
// K_pq = sum_s w_sp w_sq B_s collapses into C_p + C_q + [p == q] (1 + share)^2 B_p,
// C_p = share^2/2 sum_s B_s - share (1 + share) B_p. For a plain spring it is B, -B and B.
template <int points, int ends, class Law>
template <bool projected>
void Springs<points, ends, Law>::add_curvature(BodyIn<double> u,
                                               SymmetricBlocks::Rows& rows) const {
  const PaddedPoints<double> at(u);
  for (std::size_t b = 0; b < batches_.size(); ++b) {
    if (!rows.meet(extents_[b].lowest, extents_[b].highest)) continue;
    const Batch& batch = batches_[b];
    const Ends w = spring_vectors<double>(gather(batch, at));
    std::array<Block, ends> own;
    for (int s = 0; s < ends; ++s) {
      const Stretch<double> is = stretch<double>(batch.rest, s, w[s]);
      Lanes across = tension(is);
      if constexpr (projected) across = max(across, 0.0);
      const Lanes along =
          (law_.slope(is.difference, is.length, is.l0) - across) / is.squared_length;
      for (int i = 0, entry = 0; i < 3; ++i)
        for (int j = 0; j <= i; ++j, ++entry) {
          own[s][entry] = along * is.d[i] * is.d[j];
          if (i == j) own[s][entry] += across;
        }
    }
    add_blocks(own, lines_[b], rows);
  }
}

template <int points, int ends, class Law>
void Springs<points, ends, Law>::add_blocks(const std::array<Block, ends>& own, const Lines& lines,
                                            SymmetricBlocks::Rows& rows) {
  std::array<SymmetricBlocks::Turned, ends> turned;
  for (int s = 0; s < ends; ++s) turned[s] = SymmetricBlocks::turned(own[s]);
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    const auto& line = lines[lane];
    if constexpr (points == 2) {
      rows.add(turned[0][lane], line[0]);
      rows.subtract(turned[0][lane], line[1]);
      rows.add(turned[0][lane], line[2]);
    } else {
      Lanes sum = turned[0][lane];
      for (int s = 1; s < ends; ++s) sum += turned[s][lane];
      std::array<Lanes, points> part;
      for (int p = 0; p < points; ++p) {
        part[p] = share * share / 2 * sum;
        if (p < ends) part[p] -= share * (1 + share) * turned[p][lane];
      }
      for (int p = 0, pair = 0; p < points; ++p)
        for (int q = 0; q <= p; ++q, ++pair) {
          Lanes block = part[p] + part[q];
          if (p == q && p < ends) block += (1 + share) * (1 + share) * turned[p][lane];
          rows.add(block, line[pair]);
        }
    }
  }
}

template <int points, int ends, class Law>
void Springs<points, ends, Law>::add_stiffness(BodyIn<double> u,
                                               SymmetricBlocks::Rows& rows) const {
  add_curvature<false>(u, rows);
}

template <int points, int ends, class Law>
void Springs<points, ends, Law>::add_projected_stiffness(BodyIn<double> u,
                                                         SymmetricBlocks::Rows& rows) const {
  add_curvature<true>(u, rows);
}

template <int points, int ends, class Law>
double Springs<points, ends, Law>::potential(BodyIn<double> u) const {
  const PaddedPoints<double> at(u);
  Lanes total = 0.0;
  for (const Batch& batch : batches_) {
    const Ends w = spring_vectors<double>(gather(batch, at));
    for (int s = 0; s < ends; ++s) {
      const Stretch<double> is = stretch<double>(batch.rest, s, w[s]);
      total += law_.energy(is.difference, is.length, is.l0);
    }
  }
  return sum(total);
}

template class Springs<2, 1>;
template class Springs<4, 1>;
template class Springs<4, 4>;
template class Springs<2, 1, CubicStrain>;

}  // namespace stiffbench
