#include "problems/plastic/crash_outputs.hpp"

#include <Eigen/Geometry>

#include <algorithm>

namespace stiffbench {
namespace {

double extent(const Eigen::Matrix3Xd& points) {
  return points.row(0).maxCoeff() - points.row(0).minCoeff();
}

/// Returns the root mean square distance between `points` and the best rigid motion of `rest`.
double deformation(const Eigen::Matrix3Xd& rest, const Eigen::Matrix3Xd& points) {
  if (!points.allFinite()) return NAN;
  const Eigen::Affine3d motion(Eigen::umeyama(rest, points, false));
  return std::sqrt((points - motion * rest).colwise().squaredNorm().mean());
}

}  // namespace

void CrashOutputs::see(const State& u) {
  const Eigen::Map<const Eigen::Matrix3Xd> moved(u.x.data(), 3, rest_.cols());
  const Eigen::Matrix3Xd points = rest_ + moved;
  deformation_ = deformation(rest_, points);
  shortening_ = extent(rest_) - extent(points);
  work_ = u.z.size() == 0 ? 0 : u.z[0];
  velocity_ = Eigen::Map<const Eigen::Matrix3Xd>(u.v.data(), 3, rest_.cols()).row(0).mean();
  imbalance_ = std::max(imbalance_, std::abs(problem_.energy(u) + work_ - energy_));
  if (!series_.due(u.t)) return;
  series_.add("deformation", deformation_);
  series_.add("plastic_work", work_);
  series_.add("velocity", velocity_);
}

Settings CrashOutputs::result() const {
  Settings result{{"deformation", deformation_},
                  {"shortening", shortening_},
                  {"plastic_work", work_},
                  {"rebound", -velocity_ / speed_},
                  {"energy_balance", imbalance_}};
  series_.put(result);
  return result;
}

std::vector<double> CrashOutputs::memory() const {
  return {deformation_, shortening_, work_, velocity_, imbalance_};
}

void CrashOutputs::resume(const std::vector<double>& memory) {
  deformation_ = memory.at(0);
  shortening_ = memory.at(1);
  work_ = memory.at(2);
  velocity_ = memory.at(3);
  imbalance_ = memory.at(4);
}

}  // namespace stiffbench
