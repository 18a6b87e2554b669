#pragma once

#include "problems/forces/contact/penalty_contact.hpp"

#include <Eigen/Core>

namespace stiffbench {

/// Repulsion from an ellipsoid round the origin, by the law of forces/contact/penalty_contact.hpp.
/// Space is scaled so that the ellipsoid becomes a ball with its shortest half axis b as radius,
/// and the gap is measured from that ball. Along b the gap is the true distance; along another half
/// axis a it is shorter by b / a, so that contact begins at the distance dhat a / b. The force is
/// minus the gradient of the energy.
class HeadContact {
 public:
  HeadContact(PenaltyContact law, const Eigen::Vector3d& half_axes)
      : law_(law), radius_(half_axes.minCoeff()), scale_(radius_ / half_axes.array()) {}

  bool touches(const Eigen::Vector3d& position) const {
    return law_.touches(scaled(position), radius_);
  }
  template <class Scalar>
  Eigen::Matrix<Scalar, 3, 1> force(const Eigen::Matrix<Scalar, 3, 1>& position) const {
    return scaled<Scalar>(law_.force<Scalar>(scaled<Scalar>(position), radius_));
  }
  /// Returns the matrix -d(force)/d(position) (N/m), with or without its negative curvature.
  template <bool projected = false>
  Eigen::Matrix3d stiffness(const Eigen::Vector3d& position) const {
    return law_.stiffness<projected>(scaled(position), radius_)
        .cwiseProduct(scale_.matrix() * scale_.matrix().transpose());
  }
  double energy(const Eigen::Vector3d& position) const {
    return law_.energy(scaled(position), radius_);
  }

 private:
  template <class Scalar = double>
  Eigen::Matrix<Scalar, 3, 1> scaled(const Eigen::Matrix<Scalar, 3, 1>& position) const {
    return (scale_.cast<Scalar>() * position.array()).matrix();
  }

  PenaltyContact law_;
  double radius_;
  Eigen::Array3d scale_;
};

}  // namespace stiffbench
