#include "problems/forces/springs.hpp"

#include "base/system/chunks.hpp"

#include <functional>

namespace stiffbench {
namespace {

template <class Numbers>
[[gnu::always_inline]] inline Numbers dot(const std::array<Numbers, 3>& a,
                                          const std::array<Numbers, 3>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

}  // namespace

template <int points, int ends, class Law>
template <class Scalar, int kind>
auto Springs<points, ends, Law>::gather(const Batch& batch, const AlignedPositions<Scalar, kind>& u)
    -> PointsOf<Scalar> {
  PointsOf<Scalar> values;
  for (int p = 0; p < points; ++p) values[p] = u.gather(batch.index[p]);
  return values;
}

template <int points, int ends, class Law>
template <int kind>
auto Springs<points, ends, Law>::gather(const Batch& batch, int lane,
                                        const InstancedVector<kind>& u) -> PointsOf<double> {
  PointsOf<double> values;
  for (int p = 0; p < points; ++p) values[p] = u.at(batch.index[p][lane]);
  return values;
}

template <int points, int ends, class Law>
template <class Scalar>
void Springs<points, ends, Law>::subtract_scattered(const Batch& batch,
                                                    const PointsOf<Scalar>& values,
                                                    AlignedSums<Scalar>& sums) {
  for (int p = 0; p < points; ++p) sums.subtract(batch.index[p], values[p]);
}

template <int points, int ends, class Law>
void Springs<points, ends, Law>::subtract_scattered(const Batch& batch, int lane,
                                                    const PointsOf<double>& values,
                                                    InstancedVector<2>& sums) {
  for (int p = 0; p < points; ++p) sums.subtract(batch.index[p][lane], values[p]);
}

// With e_p = u_p - u_0 and S their sum, w_s = (1 + share) e_s - share S. The differences are exact
// when the body mostly moves as a whole.
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
template <class Scalar, class Flow>
auto Springs<points, ends, Law>::stretch(const Rest<Scalar>& rest, int spring,
                                         const VectorOf<Scalar>& w, const Flow& plastic)
    -> Stretch<Scalar> {
  const VectorOf<Scalar>& d0 = rest.d0[spring];
  VectorOf<Scalar> d, middle;
  for (int c = 0; c < 3; ++c) {
    d[c] = d0[c] + w[c];
    middle[c] = d0[c] + d[c];
  }
  const LanesOf<Scalar> squared_length = dot(d, d);
  Stretch<Scalar> is{d, squared_length, sqrt(squared_length), dot(w, middle), rest.l0[spring]};
  if constexpr (!std::is_same_v<Flow, NoFlow>) is.difference -= plastic * (is.length + is.l0);
  return is;
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
template <class Scalar, class Flow>
auto Springs<points, ends, Law>::pulls(const Rest<Scalar>& rest, const EndsOf<Scalar>& w,
                                       const Flow& plastic) const -> EndsOf<Scalar> {
  EndsOf<Scalar> pull;
  for (int s = 0; s < ends; ++s) {
    const Stretch<Scalar> is = stretch<Scalar>(rest, s, w[s], plastic);
    const LanesOf<Scalar> across = tension(is);
    for (int c = 0; c < 3; ++c) pull[s][c] = across * is.d[c];
  }
  return pull;
}

// Computes d(p d/l) = t dw + (p' - t) d (d.dw) / l^2 with the pull p and t = p/l.
template <int points, int ends, class Law>
template <class Flow>
auto Springs<points, ends, Law>::pull_changes(const Rest<double>& rest, const Ends& w,
                                              const Ends& dw, const Flow& plastic) const -> Ends {
  Ends change;
  for (int s = 0; s < ends; ++s) {
    const Stretch<double> is = stretch<double>(rest, s, w[s], plastic);
    const Lanes across = tension(is);
    const Lanes along = (law_.derivative(is.difference, is.length, is.l0) - across) *
                        dot(is.d, dw[s]) / is.squared_length;
    for (int c = 0; c < 3; ++c) change[s][c] = across * dw[s][c] + along * is.d[c];
  }
  return change;
}

template <int points, int ends, class Law>
void Springs<points, ends, Law>::add_force(BodyIn<long double> u, BodyOut<long double> f) const {
  const AlignedPositions<long double> at(u);
  on_vertices<long double>(f,
                           [&](AlignedSums<long double>& sums) { add_force(at, NoFlow(), sums); });
}

template <int points, int ends, class Law>
template <class Scalar, class Flow>
void Springs<points, ends, Law>::add_force(const AlignedPositions<Scalar>& u, const Flow& flow,
                                           AlignedSums<Scalar>& f) const {
  each_batch(batches_, extents_, f, [&](const Batch& batch, std::size_t b) {
    const EndsOf<Scalar> w = spring_vectors<Scalar>(gather(batch, u));
    subtract_scattered<Scalar>(
        batch,
        at_vertices<Scalar>(pulls(all_lanes<Scalar>(batch), w, flow.of(elements_[b].data()))), f);
  });
}

template <int points, int ends, class Law>
void Springs<points, ends, Law>::add_force(const InstancedVector<0>& u,
                                           InstancedVector<2>& f) const {
  for (const Batch& batch : batches_)
    for (int lane = 0; lane < batch.count; ++lane) {
      const Ends w = spring_vectors<double>(gather(batch, lane, u));
      subtract_scattered(batch, lane, at_vertices<double>(pulls(one_lane(batch, lane), w)), f);
    }
}

template <int points, int ends, class Law>
template <class Flow>
void Springs<points, ends, Law>::add_jacobian_times(const AlignedPositions<double>& u,
                                                    const Flow& flow,
                                                    const AlignedPositions<double, 1>& du,
                                                    AlignedSums<double>& df) const {
  each_batch(batches_, extents_, df, [&](const Batch& batch, std::size_t b) {
    const Ends w = spring_vectors<double>(gather(batch, u)),
               dw = spring_vectors<double>(gather(batch, du));
    subtract_scattered<double>(
        batch, at_vertices<double>(pull_changes(batch.rest, w, dw, flow.of(elements_[b].data()))),
        df);
  });
}

template <int points, int ends, class Law>
void Springs<points, ends, Law>::add_jacobian_times(const InstancedVector<0>& u,
                                                    const InstancedVector<1>& du,
                                                    InstancedVector<2>& df) const {
  for (const Batch& batch : batches_)
    for (int lane = 0; lane < batch.count; ++lane) {
      const Ends w = spring_vectors<double>(gather(batch, lane, u)),
                 dw = spring_vectors<double>(gather(batch, lane, du));
      subtract_scattered(batch, lane,
                         at_vertices<double>(pull_changes(one_lane(batch, lane), w, dw)), df);
    }
}

// With w_sp = (1 + share) [s == p] - share and the block B_s of spring s at weight 1, the sum
// K_pq = sum_s w_sp w_sq B_s reduces to C_p + C_q for p != q, with
// C_p = share^2/2 sum_s B_s - share (1 + share) B_p, and on the diagonal to
// share^2 sum_s B_s + (1 - share^2) B_p. For a plain spring the blocks are B, -B and B.
template <int points, int ends, class Law>
template <bool projected, class Flow>
void Springs<points, ends, Law>::add_stiffness(const AlignedPositions<double>& u, const Flow& flow,
                                               SymmetricBlocks::Rows& rows) const {
  each_batch(batches_, extents_, rows, [&](const Batch& batch, std::size_t b) {
    prefetch_ahead<Batch>(lines_, b);
    const Ends w = spring_vectors<double>(gather(batch, u));
    const auto plastic = flow.of(elements_[b].data());
    std::array<Block, ends> own;
    for (int s = 0; s < ends; ++s) {
      const Stretch<double> is = stretch<double>(batch.rest, s, w[s], plastic);
      Lanes across = tension(is);
      if constexpr (projected) across = max(across, 0.0);
      const Lanes along =
          (law_.derivative(is.difference, is.length, is.l0) - across) / is.squared_length;
      for (int i = 0, entry = 0; i < 3; ++i)
        for (int j = 0; j <= i; ++j, ++entry) {
          own[s][entry] = along * is.d[i] * is.d[j];
          if (i == j) own[s][entry] += across;
        }
    }
    add_blocks(own, lines_[b], rows);
  });
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
      sum *= share * share;
      std::array<Lanes, points> part;
      for (int p = 0; p < points; ++p) {
        part[p] = 0.5 * sum;
        if (p < ends) part[p] -= share * (1 + share) * turned[p][lane];
      }
      for (int p = 0, pair = 0; p < points; ++p) {
        for (int q = 0; q < p; ++q, ++pair) rows.add(part[p] + part[q], line[pair]);
        rows.add(p < ends ? sum + (1 - share * share) * turned[p][lane] : sum, line[pair++]);
      }
    }
  }
}

template <int points, int ends, class Law>
void Springs<points, ends, Law>::add_projection_stiffness(const AlignedPositions<double>&,
                                                          SymmetricBlocks::Rows& rows) const {
  const double k = law_.projection_stiffness().value();
  each_batch(batches_, extents_, rows, [&](const Batch&, std::size_t b) {
    std::array<Block, ends> own;
    for (Block& block : own)
      for (int i = 0, entry = 0; i < 3; ++i)
        for (int j = 0; j <= i; ++j, ++entry) block[entry] = Lanes(i == j ? k : 0);
    add_blocks(own, lines_[b], rows);
  });
}

template <int points, int ends, class Law>
template <class Flow>
double Springs<points, ends, Law>::potential(BodyIn<double> u, const Flow& flow) const {
  const AlignedPositions<double> at(u);
  constexpr long chunk = 256;  // batches of one sum
  const auto energy_of = [&](long first, long last) {
    Lanes total = 0.0;
    for (auto b = static_cast<std::size_t>(first); b < static_cast<std::size_t>(last); ++b) {
      const Batch& batch = batches_[b];
      const Ends w = spring_vectors<double>(gather(batch, at));
      const auto plastic = flow.of(elements_[b].data());
      for (int s = 0; s < ends; ++s) {
        const Stretch<double> is = stretch<double>(batch.rest, s, w[s], plastic);
        Lanes energy = law_.energy(is.difference, is.length, is.l0);
        for (int lane = batch.count; lane < lanes; ++lane) energy.set(lane, 0);
        total += energy;
      }
    }
    return sum(total);
  };
  return reduce_chunks(std::ssize(batches_), chunk, 0, energy_of, std::plus<>());
}

template <int points, int ends, class Law>
template <class Flow>
Vec Springs<points, ends, Law>::elongations(BodyIn<double> u, const Flow& flow) const {
  static_assert(ends == 1, "an element has one elongation");
  const AlignedPositions<double> at(u);
  Vec all(lanes * std::ssize(batches_));
  constexpr long least = 500;  // batches; fewer take less time than waking a thread
  on_ranges(std::ssize(batches_), least, [&](long first, long last) {
    for (auto b = static_cast<std::size_t>(first); b < static_cast<std::size_t>(last); ++b) {
      const Batch& batch = batches_[b];
      const Stretch<double> is =
          stretch<double>(batch.rest, 0, spring_vectors<double>(gather(batch, at))[0],
                          flow.of(elements_[b].data()));
      const Lanes e = is.difference / (is.length + is.l0);
      for (int lane = 0; lane < batch.count; ++lane) all[elements_[b][std::size_t(lane)]] = e[lane];
    }
  });
  if (!batches_.empty()) all.conservativeResize(all.size() - lanes + batches_.back().count);
  return all;
}

template <int points, int ends, class Law>
void Springs<points, ends, Law>::add_force(const AlignedPositions<double>& u,
                                           AlignedSums<double>& f) const {
  add_force(u, NoFlow(), f);
}
template <int points, int ends, class Law>
void Springs<points, ends, Law>::add_jacobian_times(const AlignedPositions<double>& u,
                                                    const AlignedPositions<double, 1>& du,
                                                    AlignedSums<double>& df) const {
  add_jacobian_times(u, NoFlow(), du, df);
}
template <int points, int ends, class Law>
void Springs<points, ends, Law>::add_stiffness(const AlignedPositions<double>& u,
                                               SymmetricBlocks::Rows& rows) const {
  add_stiffness<false>(u, NoFlow(), rows);
}
template <int points, int ends, class Law>
void Springs<points, ends, Law>::add_projected_stiffness(const AlignedPositions<double>& u,
                                                         SymmetricBlocks::Rows& rows) const {
  add_stiffness<true>(u, NoFlow(), rows);
}
template <int points, int ends, class Law>
double Springs<points, ends, Law>::potential(BodyIn<double> u) const {
  return potential(u, NoFlow());
}

template class Springs<2, 1>;
template class Springs<4, 1>;
template class Springs<4, 4>;
template class Springs<2, 1, CubicStrain>;

// Instantiations that problems/plastic uses.
template <class Scalar>
using At = const AlignedPositions<Scalar>&;
using Change = const AlignedPositions<double, 1>&;
using Rows = SymmetricBlocks::Rows;
template void TwoPointSprings::add_force(At<double>, const NoFlow&, AlignedSums<double>&) const;
template void TwoPointSprings::add_force(At<double>, const PlasticFlow<double>&,
                                         AlignedSums<double>&) const;
template void TwoPointSprings::add_force(At<long double>, const NoFlow&,
                                         AlignedSums<long double>&) const;
template void TwoPointSprings::add_force(At<long double>, const PlasticFlow<long double>&,
                                         AlignedSums<long double>&) const;
template void TwoPointSprings::add_jacobian_times(At<double>, const NoFlow&, Change,
                                                  AlignedSums<double>&) const;
template void TwoPointSprings::add_jacobian_times(At<double>, const PlasticFlow<double>&, Change,
                                                  AlignedSums<double>&) const;
template void TwoPointSprings::add_stiffness<false>(At<double>, const NoFlow&, Rows&) const;
template void TwoPointSprings::add_stiffness<false>(At<double>, const PlasticFlow<double>&,
                                                    Rows&) const;
template void TwoPointSprings::add_stiffness<true>(At<double>, const NoFlow&, Rows&) const;
template void TwoPointSprings::add_stiffness<true>(At<double>, const PlasticFlow<double>&,
                                                   Rows&) const;
template double TwoPointSprings::potential(BodyIn<double>, const NoFlow&) const;
template double TwoPointSprings::potential(BodyIn<double>, const PlasticFlow<double>&) const;
template Vec TwoPointSprings::elongations(BodyIn<double>, const NoFlow&) const;
template Vec TwoPointSprings::elongations(BodyIn<double>, const PlasticFlow<double>&) const;

}  // namespace stiffbench
