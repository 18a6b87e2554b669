#pragma once

#include "problems/contract/optional/resumable_outputs.hpp"
#include "problems/contract/outputs.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <vector>

namespace stiffbench {

/// The area of a sheet of triangles whose corners are particles, some of them fixed. The outputs
/// are
///   area                      the final area (m^2)
///   least_area, largest_area  its extremes over all states, relative to the area at rest
///   series_t, series_area     the area over time, relative to the area at rest
class SheetArea final : public Outputs, public ResumableOutputs {
 public:
  struct Sheet {
    Eigen::Matrix3Xd rest;        ///< positions at rest (m)
    std::vector<int> free_index;  ///< index of each particle among the free ones; -1: fixed
    Eigen::Matrix3Xi triangles;   ///< the particles of one triangle per column
  };
  SheetArea(Sheet sheet, double span, long points)
      : sheet_(std::move(sheet)), series_(0, span, points), rest_area_(area(nullptr)) {}

  void see(const State& u) override {
    area_ = area(&u.x);
    least_ = std::min(least_, area_ / rest_area_);
    largest_ = std::max(largest_, area_ / rest_area_);
    if (series_.due(u.t)) series_.add("area", area_ / rest_area_);
  }
  Settings result() const override {
    Settings result{{"area", area_}, {"least_area", least_}, {"largest_area", largest_}};
    series_.put(result);
    return result;
  }
  std::vector<double> memory() const override { return {area_, least_, largest_}; }
  void resume(const std::vector<double>& memory) override {
    area_ = memory.at(0);
    least_ = memory.at(1);
    largest_ = memory.at(2);
  }

 private:
  /// Returns the area with the particles displaced by x, or at rest if x is null.
  double area(const Vec* x) const {
    double sum = 0;
    for (const auto& triangle : sheet_.triangles.colwise()) {
      const Eigen::Vector3d a = corner(triangle[0], x);
      sum += 0.5 * (corner(triangle[1], x) - a).cross(corner(triangle[2], x) - a).norm();
    }
    return sum;
  }
  Eigen::Vector3d corner(int particle, const Vec* x) const {
    const int free = sheet_.free_index[static_cast<std::size_t>(particle)];
    Eigen::Vector3d at = sheet_.rest.col(particle);
    if (x && free >= 0) at += x->segment<3>(3 * free);
    return at;
  }

  Sheet sheet_;
  TimeSeries series_;
  double rest_area_, area_ = 0, least_ = INFINITY, largest_ = 0;
};

}  // namespace stiffbench
