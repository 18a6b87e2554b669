#pragma once

#include "problems/contract/mass.hpp"
#include "problems/contract/optional/resumable_outputs.hpp"
#include "problems/contract/outputs.hpp"

#include <Eigen/Core>

#include <optional>
#include <vector>

namespace stiffbench {

/// The linear and the angular momentum of a body without fixed vertices. The outputs are
///   momentum_error          the largest distance of the linear momentum from that at the start
///                           (kg m/s)
///   angular_momentum_error  the same of the angular momentum about the origin, over that at the
///                           start
class Momenta final : public Outputs, public ResumableOutputs {
 public:
  /// `rest`: rest positions of the vertices, to which the displacements are added; `mass` must
  /// outlive the outputs.
  Momenta(Vec rest, const Mass& mass);
  void see(const State& u) override;
  Settings result() const override;
  std::vector<double> memory() const override;
  void resume(const std::vector<double>& memory) override;

  struct Both {
    Eigen::Vector3d linear, angular;  ///< kg m/s, kg m^2/s
  };
  /// Returns both momenta of a state.
  Both momenta(const State& u) const;

 private:
  Vec rest_;
  const Mass& mass_;
  std::optional<Both> start_;
  double linear_ = 0, angular_ = 0;  // errors (kg m/s, kg m^2/s)
};

}  // namespace stiffbench
