#include "problems/solids/viscosity/viscous_elements.hpp"

#include "base/system/threads.hpp"

#include <algorithm>

namespace stiffbench {
namespace {

constexpr long least = 1000;  // places per thread; fewer take less time than waking a thread

/// Returns how many entries precede this column in a row of a matrix.
int entries_before(const Mat& pattern, int row, int column) {
  const int* const first = pattern.innerIndexPtr() + pattern.outerIndexPtr()[row];
  const int* const end = pattern.innerIndexPtr() + pattern.outerIndexPtr()[row + 1];
  return static_cast<int>(std::lower_bound(first, end, column) - first);
}

}  // namespace

template <int nodes, int dim>
void ViscousElements<nodes, dim>::add(const Vertices& places, const Axes& axes,
                                      const Gradients& gradients, double volume,
                                      const Lame& viscosity, const Mat& pattern) {
  Point point{.place = {},
              .column = {},
              .axes = axes,
              .gradients = gradients,
              .mu = volume * viscosity.mu,
              .lambda = volume * viscosity.lambda,
              .lowest = places.maxCoeff(),
              .highest = places.maxCoeff()};
  if (point.highest < 0) return;
  std::ranges::copy(places, point.place.begin());
  std::size_t next = 0;
  for (const int p : point.place) {
    if (p >= 0) point.lowest = std::min(point.lowest, p);
    for (const int q : point.place)
      point.column[next++] = p < 0 || q < 0 ? -1 : entries_before(pattern, 3 * p, 3 * q);
  }
  points_.push_back(point);
}

template <int nodes, int dim>
auto ViscousElements<nodes, dim>::Point::gradient(const Vec& u) const -> Axes {
  const auto at = [&](std::size_t p) -> Eigen::Vector3d {
    if (place[p] < 0) return Eigen::Vector3d::Zero();
    return u.segment<3>(3 * place[p]);
  };
  const Eigen::Vector3d first = at(0);
  Axes sum = Axes::Zero();
  for (std::size_t p = 1; p < nodes; ++p)
    sum += (at(p) - first) * gradients.col(Eigen::Index(p)).transpose();
  return sum;
}

template <int nodes, int dim>
auto ViscousElements<nodes, dim>::Point::stress(const Strain& half) const -> Strain {
  Strain S = mu * (half + half.transpose());
  S.diagonal().array() += lambda * half.trace();
  return S;
}

/// Subtracts pull(point), the forces of all vertices, from f.
template <int nodes, int dim>
template <class Pull>
void ViscousElements<nodes, dim>::subtract(Vec& f, const Pull& pull) const {
  on_ranges(f.size() / 3, least, [&](long first, long last) {
    for (const Point& point : points_) {
      if (point.lowest >= last || point.highest < first) continue;
      const Values forces = pull(point);
      for (std::size_t p = 0; p < nodes; ++p)
        if (point.place[p] >= first && point.place[p] < last)
          f.segment<3>(3 * point.place[p]) -= forces.col(Eigen::Index(p));
    }
  });
}

template <int nodes, int dim>
void ViscousElements<nodes, dim>::add_force(const Vec& u, const Vec& v, Vec& f) const {
  subtract(f, [&](const Point& point) -> Values {
    const Axes F = point.deformation(u);
    return F * point.stress(F.transpose() * point.gradient(v)) * point.gradients;
  });
}

template <int nodes, int dim>
void ViscousElements<nodes, dim>::add_jacobian_times(const Vec& u, const Vec& v, const Vec& du,
                                                     const Vec& dv, Vec& df) const {
  subtract(df, [&](const Point& point) -> Values {
    const Axes F = point.deformation(u), L = point.gradient(v), dF = point.gradient(du);
    const Strain change = dF.transpose() * L + F.transpose() * point.gradient(dv);
    return (dF * point.stress(F.transpose() * L) + F * point.stress(change)) * point.gradients;
  });
}

/// Adds the blocks of all points to K. blocks_of(point) returns a function of two vertices.
template <int nodes, int dim>
template <class Blocks>
void ViscousElements<nodes, dim>::add_blocks(Mat& K, const Blocks& blocks_of) const {
  on_ranges(K.rows() / 3, least, [&](long first, long last) {
    for (const Point& point : points_) {
      if (point.lowest >= last || point.highest < first) continue;
      const auto block = blocks_of(point);
      for (std::size_t p = 0; p < nodes; ++p) {
        if (point.place[p] < first || point.place[p] >= last) continue;
        for (std::size_t q = 0; q < nodes; ++q) {
          const int column = point.column[p * nodes + q];
          if (column < 0) continue;
          const Eigen::Matrix3d values = block(Eigen::Index(p), Eigen::Index(q));
          for (int a = 0; a < 3; ++a) {
            double* const entries =
                K.valuePtr() + K.outerIndexPtr()[3 * point.place[p] + a] + column;
            for (int b = 0; b < 3; ++b) entries[b] += values(a, b);
          }
        }
      }
    }
  });
}

/// With f_p = F g_p for the gradient g_p of a shape function, a block is
///   mu ((g_p . g_q) F F' + f_q f_p') + lambda f_p f_q'.
template <int nodes, int dim>
void ViscousElements<nodes, dim>::add_damping(const Vec& u, Mat& D) const {
  add_blocks(D, [&](const Point& point) {
    const Axes F = point.deformation(u);
    const Values f = F * point.gradients;
    const Eigen::Matrix3d FF = F * F.transpose();
    return [&point, f, FF](Eigen::Index p, Eigen::Index q) -> Eigen::Matrix3d {
      const auto& g = point.gradients;
      return point.mu * (g.col(p).dot(g.col(q)) * FF + f.col(q) * f.col(p).transpose()) +
             point.lambda * f.col(p) * f.col(q).transpose();
    };
  });
}

/// With the stress S and l_p = L g_p as well, a block is
///   (g_p' S g_q) I + mu ((g_p . g_q) F L' + f_q l_p') + lambda f_p l_q'.
template <int nodes, int dim>
void ViscousElements<nodes, dim>::add_stiffness(const Vec& u, const Vec& v, Mat& K) const {
  add_blocks(K, [&](const Point& point) {
    const Axes F = point.deformation(u), L = point.gradient(v);
    const Strain S = point.stress(F.transpose() * L);
    const Values f = F * point.gradients, l = L * point.gradients;
    const Eigen::Matrix3d FL = F * L.transpose();
    return [&point, S, f, l, FL](Eigen::Index p, Eigen::Index q) -> Eigen::Matrix3d {
      const auto& g = point.gradients;
      Eigen::Matrix3d block =
          point.mu * (g.col(p).dot(g.col(q)) * FL + f.col(q) * l.col(p).transpose()) +
          point.lambda * f.col(p) * l.col(q).transpose();
      block.diagonal().array() += g.col(p).dot(S * g.col(q));
      return block;
    };
  });
}

template class ViscousElements<4, 3>;
template class ViscousElements<8, 3>;
template class ViscousElements<3, 2>;

}  // namespace stiffbench
