#include "problems/forces/springs.hpp"

#include "problems/error.hpp"
#include "problems/forces/block_pattern.hpp"

#include <algorithm>
#include <string>

namespace stiffbench {
namespace {

template <class Vector>
auto dot(const Vector& a, const Vector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

}  // namespace

template <class Shape>
Springs<Shape>::Springs(const Elements& elements,
                        const Eigen::Matrix<double, 3, Eigen::Dynamic>& rest,
                        const std::vector<int>& free_index, double k, const Mat& pattern)
    : k_(k) {
  const Eigen::Index count = (elements.cols() + lanes - 1) / lanes;
  batches_.resize(static_cast<std::size_t>(count));
  slots_.resize(batches_.size());
  for (std::size_t b = 0; b < batches_.size(); ++b)
    fill(batches_[b], slots_[b], elements, static_cast<Eigen::Index>(b) * lanes, rest, free_index,
         pattern);
}

template <class Shape>
void Springs<Shape>::fill(Batch& batch, Slots& slots, const Elements& elements, Eigen::Index first,
                          const Eigen::Matrix<double, 3, Eigen::Dynamic>& rest,
                          const std::vector<int>& free_index, const Mat& pattern) const {
  for (int lane = 0; lane < lanes; ++lane) {
    const Eigen::Index element = first + lane;
    const bool there = element < elements.cols();
    for (int p = 0; p < points; ++p)
      batch.place[p][lane] =
          there ? free_index[static_cast<std::size_t>(elements(p, element))] : -1;
    for (int s = 0; s < springs; ++s) {
      Eigen::Vector3d d(there ? 0 : 1, 0, 0);
      for (int p = 0; there && p < points; ++p)
        d += Shape::weight[s][p] * rest.col(elements(p, element));
      if (!(d.norm() > 0))
        throw Error("a spring has a rest length above 0",
                    "length " + std::to_string(d.norm()) + " in element " + std::to_string(element),
                    "repair the mesh");
      for (int c = 0; c < 3; ++c) batch.d0[s][c][lane] = d[c];
      batch.l0[s][lane] = d.norm();
    }
    for (int p = 0; p < points; ++p)
      for (int q = 0; q < points; ++q) {
        const int row = batch.place[p][lane], column = batch.place[q][lane];
        slots.slot[p][q][lane] = row < 0 || column < 0 ? -1 : block_slot(pattern, row, column);
      }
  }
}

template <class Shape>
auto Springs<Shape>::gather(const Batch& batch, const Vec& u) -> Points {
  Points values;
  for (int p = 0; p < points; ++p)
    for (int lane = 0; lane < lanes; ++lane) {
      const int place = batch.place[p][lane];
      for (int c = 0; c < 3; ++c) values[p][c][lane] = place < 0 ? 0.0 : u[3 * place + c];
    }
  return values;
}

template <class Shape>
void Springs<Shape>::scatter(const Batch& batch, const Points& values, Vec& f) {
  for (int p = 0; p < points; ++p)
    for (int lane = 0; lane < lanes; ++lane) {
      const int place = batch.place[p][lane];
      if (place < 0) continue;
      for (int c = 0; c < 3; ++c) f[3 * place + c] -= values[p][c][lane];
    }
}

template <class Shape>
auto Springs<Shape>::combine(int spring, const Points& values) -> Vector {
  Vector sum;
  for (int c = 0; c < 3; ++c) {
    sum[c] = Shape::weight[spring][0] * values[0][c];
    for (int p = 1; p < points; ++p) sum[c] += Shape::weight[spring][p] * values[p][c];
  }
  return sum;
}

template <class Shape>
void Springs<Shape>::distribute(int spring, const Vector& value, Points& values) {
  for (int p = 0; p < points; ++p)
    for (int c = 0; c < 3; ++c) {
      const Lanes part = Shape::weight[spring][p] * value[c];
      values[p][c] = spring == 0 ? part : Lanes(values[p][c] + part);
    }
}

template <class Shape>
auto Springs<Shape>::stretch(const Batch& batch, int spring, const Points& u) -> Stretch {
  const Vector w = combine(spring, u);
  const Vector& d0 = batch.d0[spring];
  const Vector d = {d0[0] + w[0], d0[1] + w[1], d0[2] + w[2]};
  const Vector twice = {d0[0] + d[0], d0[1] + d[1], d0[2] + d[2]};
  const Lanes squared_length = dot(d, d);
  const Lanes length = squared_length.sqrt();
  const Lanes elongation = Lanes(dot(w, twice)) / (length + batch.l0[spring]);
  return {d, squared_length, elongation, elongation / length};
}

template <class Shape>
void Springs<Shape>::add_force(const Vec& u, Vec& f) const {
  for (const Batch& batch : batches_) {
    const Points here = gather(batch, u);
    Points pull;
    for (int s = 0; s < springs; ++s) {
      const Stretch is = stretch(batch, s, here);
      const Lanes tension = k_ * is.ratio;
      distribute(s, {tension * is.d[0], tension * is.d[1], tension * is.d[2]}, pull);
    }
    scatter(batch, pull, f);
  }
}

// d(e d/l) = r dd + (1 - r) d (d.dd) / l^2 with r = e/l.
template <class Shape>
void Springs<Shape>::add_jacobian_times(const Vec& u, const Vec& du, Vec& df) const {
  for (const Batch& batch : batches_) {
    const Points here = gather(batch, u), change = gather(batch, du);
    Points pull;
    for (int s = 0; s < springs; ++s) {
      const Stretch is = stretch(batch, s, here);
      const Vector dd = combine(s, change);
      const Lanes across = k_ * is.ratio;
      const Lanes along = (k_ - across) * Lanes(dot(is.d, dd)) / is.squared_length;
      distribute(s,
                 {across * dd[0] + along * is.d[0], across * dd[1] + along * is.d[1],
                  across * dd[2] + along * is.d[2]},
                 pull);
    }
    scatter(batch, pull, df);
  }
}

template <class Shape>
void Springs<Shape>::add_stiffness(const Vec& u, Mat& K) const {
  for (std::size_t b = 0; b < batches_.size(); ++b) {
    const Batch& batch = batches_[b];
    const Points here = gather(batch, u);
    std::array<Stretch, springs> is;
    std::array<Lanes, springs> across, along;
    for (int s = 0; s < springs; ++s) {
      is[s] = stretch(batch, s, here);
      across[s] = k_ * is[s].ratio;
      along[s] = (k_ - across[s]) / is[s].squared_length;
    }
    for (int p = 0; p < points; ++p)
      for (int q = 0; q <= p; ++q) {
        std::array<Lanes, 6> block;  // xx, xy, yy, xz, yz, zz
        for (auto& entry : block) entry.setZero();
        for (int s = 0; s < springs; ++s) {
          const double weight = Shape::weight[s][p] * Shape::weight[s][q];
          for (int i = 0, entry = 0; i < 3; ++i)
            for (int j = 0; j <= i; ++j, ++entry) {
              block[entry] += (weight * along[s]) * (is[s].d[i] * is[s].d[j]);
              if (i == j) block[entry] += weight * across[s];
            }
        }
        for (int lane = 0; lane < lanes; ++lane) {  // both at once: K stays symmetric to the bit
          add_block(batch.place[p][lane], slots_[b].slot[p][q][lane], block, lane, K);
          if (p != q) add_block(batch.place[q][lane], slots_[b].slot[q][p][lane], block, lane, K);
        }
      }
  }
}

template <class Shape>
void Springs<Shape>::add_block(int row, int slot, const std::array<Lanes, 6>& block, int lane,
                               Mat& K) {
  if (slot < 0) return;
  constexpr int entry[3][3] = {{0, 1, 3}, {1, 2, 4}, {3, 4, 5}};
  double* values = K.valuePtr() + slot;
  const int stride = block_stride(K, row);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) values[i * stride + j] += block[entry[i][j]][lane];
}

template <class Shape>
double Springs<Shape>::potential(const Vec& u) const {
  Lanes sum = Lanes::Zero();
  for (const Batch& batch : batches_) {
    const Points here = gather(batch, u);
    for (int s = 0; s < springs; ++s) sum += stretch(batch, s, here).elongation.square();
  }
  return k_ / 2 * sum.sum();
}

template class Springs<TwoPointSpring>;
template class Springs<DiagonalSpring>;
template class Springs<FourDiagonalSprings>;

}  // namespace stiffbench
