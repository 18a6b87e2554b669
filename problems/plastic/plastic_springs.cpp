#include "problems/plastic/plastic_springs.hpp"

#include "base/error.hpp"
#include "problems/forces/blocks/block_pattern.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiffbench {

using Eigen::Index;

PlasticSprings::PlasticSprings(const Elements& elements, const Eigen::Matrix3Xd& rest,
                               const std::vector<int>&, PlasticLaw law, const Mat& pattern)
    : law_(law) {
  for (Index i = 0; i < elements.cols(); ++i) {
    const int a = elements(0, i), b = elements(1, i);
    const Eigen::Vector3d d0 = rest.col(b) - rest.col(a);
    if (!(d0.norm() > 0))
      throw Error("a spring has a rest length above 0",
                  fmt::format("length {} in element {}", d0.norm(), i), "repair the mesh");
    springs_.push_back(
        {a,
         b,
         d0.norm(),
         d0,
         {block_slot(pattern, a, a), block_slot(pattern, b, b), block_slot(pattern, a, b)},
         {block_stride(pattern, a), block_stride(pattern, b)}});
  }
}

template <class Scalar>
auto PlasticSprings::stretch(std::size_t i, BodyIn<Scalar> u, PlasticIn<Scalar> z) const
    -> Stretch<Scalar> {
  using std::sqrt;
  using Vector = Eigen::Matrix<Scalar, 3, 1>;
  const Spring& s = springs_[i];
  const Vector w = u.template segment<3>(3 * s.b) - u.template segment<3>(3 * s.a);
  const Vector d0 = s.d0.cast<Scalar>(), d = d0 + w;
  const Scalar l0 = static_cast<Scalar>(s.l0), length = sqrt(d.squaredNorm());
  const Scalar plastic = z.size() == 0 ? Scalar(0) : z[place(i)];
  return {d, length, w.dot(d0 + d) / (length + l0) - plastic};
}

template <class Scalar>
void PlasticSprings::add_force(BodyIn<Scalar> u, PlasticIn<Scalar> z, BodyOut<Scalar> f) const {
  for (std::size_t i = 0; i < springs_.size(); ++i) {
    const auto is = stretch<Scalar>(i, u, z);
    const Eigen::Matrix<Scalar, 3, 1> pull =
        static_cast<Scalar>(law_.k) * is.elongation / is.length * is.d;
    f.template segment<3>(3 * springs_[i].a) += pull;
    f.template segment<3>(3 * springs_[i].b) -= pull;
  }
}

void PlasticSprings::add_jacobian_times(BodyIn<double> u, PlasticIn<double> z, BodyIn<double> du,
                                        BodyOut<double> df) const {
  for (std::size_t i = 0; i < springs_.size(); ++i) {
    const Index a = 3 * springs_[i].a, b = 3 * springs_[i].b;
    const auto is = stretch<double>(i, u, z);
    const Eigen::Vector3d dw = du.segment<3>(b) - du.segment<3>(a);
    const double across = law_.k * is.elongation / is.length;
    const Eigen::Vector3d pull =
        across * dw + (law_.k - across) * is.d.dot(dw) / (is.length * is.length) * is.d;
    df.segment<3>(a) += pull;
    df.segment<3>(b) -= pull;
  }
}

template <bool projected>
void PlasticSprings::add_stiffness(BodyIn<double> u, PlasticIn<double> z, Mat& K) const {
  for (std::size_t i = 0; i < springs_.size(); ++i) {
    const Spring& s = springs_[i];
    const auto is = stretch<double>(i, u, z);
    double across = law_.k * is.elongation / is.length;
    if (projected) across = std::max(across, 0.);
    const Eigen::Matrix3d block =
        across * Eigen::Matrix3d::Identity() +
        (law_.k - across) / (is.length * is.length) * is.d * is.d.transpose();
    add_block(block, s.stride[0], K.valuePtr() + s.slot[0]);
    add_block(block, s.stride[1], K.valuePtr() + s.slot[1]);
    add_block(-block, s.stride[0], K.valuePtr() + s.slot[2]);
  }
}

double PlasticSprings::potential(BodyIn<double> u, PlasticIn<double> z) const {
  double sum = 0;
  for (std::size_t i = 0; i < springs_.size(); ++i)
    sum += std::pow(stretch<double>(i, u, z).elongation, 2);
  return law_.k / 2 * sum;
}

Vec PlasticSprings::strains(const Vec& u, PlasticIn<double> z) const {
  Vec strains(static_cast<Index>(springs_.size()));
  for (std::size_t i = 0; i < springs_.size(); ++i)
    strains[static_cast<Index>(i)] = stretch<double>(i, u, z).elongation / springs_[i].l0;
  return strains;
}

/// Adds moved(e, limit) to the plastic elongation where the elastic one, e, is beyond the limit.
template <class Change>
double PlasticSprings::change(const Vec& u, double yield, Vec& z, Change&& moved) const {
  double work = 0;
  for (std::size_t i = 0; i < springs_.size(); ++i) {
    const double e = stretch<double>(i, u, z).elongation, limit = yield * springs_[i].l0;
    if (std::abs(e) <= limit) continue;
    const double part = moved(e, std::copysign(limit, e));
    z[place(i)] += part;
    work += law_.k * part * (e - part / 2);
  }
  return work;
}

double PlasticSprings::flow(const Vec& u, double yield, double share, Vec& z) const {
  return change(u, yield, z, [&](double e, double limit) { return share * (e - limit); });
}

double PlasticSprings::relax(const Vec& u, double yield, Vec& z) const {
  return change(u, yield, z, [](double e, double) { return e; });
}

template void PlasticSprings::add_force<double>(BodyIn<double>, PlasticIn<double>,
                                                BodyOut<double>) const;
template void PlasticSprings::add_force<long double>(BodyIn<long double>, PlasticIn<long double>,
                                                     BodyOut<long double>) const;
template void PlasticSprings::add_stiffness<false>(BodyIn<double>, PlasticIn<double>, Mat&) const;
template void PlasticSprings::add_stiffness<true>(BodyIn<double>, PlasticIn<double>, Mat&) const;

}  // namespace stiffbench
