// The phi back end "auto": a rule based on size, damping and counted work, the same in every run.
//
// | problem                            | back end                                              |
// |------------------------------------|-------------------------------------------------------|
// | up to 16 degrees of freedom        | dense                                                 |
// | undamped, Rayleigh damping         | chebyshev, or rational_lanczos in steps that it does  |
// |                                    | with less work, as counted by adaptive.hpp            |
// | other damping                      | kiops                                                 |
//
// Times of exprb42 with kiops, relative to the fastest of kiops, phipm and phipm_simul_iom2, on 15
// cases (damped flags of 10 and 28 columns, duffing chains of 40 and 400 masses at h omega_max from
// 0.5 to 870, the damped brush): at the default tolerance of 1e-12 the mean is 1.09 and the maximum
// 1.4 (phipm 1.6 and 4.3, phipm_simul_iom2 1.6 and 17); at 1e-6 they are 1.2 and 1.5, at 1e-3 1.3
// and 2.1. With 40 masses dense takes 2 to 100 times as long, and the same time at h omega_max =
// 870.

#include "integrators/phi/half_size/adaptive.hpp"

#include <fmt/format.h>

namespace stiffbench::phi {
namespace {

GeneralDamping by_size(const ProblemKind& problem) {
  const bool small = problem.dof() <= auto_dense_limit;
  const std::string name = small ? "dense" : "kiops";
  return {make_backend(name),
          {{"phi_choice", name},
           {"phi_reason", fmt::format("damping that is not Rayleigh's, {} {} degrees of freedom",
                                      small ? "at most" : "more than", auto_dense_limit)}}};
}

const bool enrolled = enrol_half_size(
    "auto", [] { return adaptive_half_size(Comparison::work, {"kiops"}); }, by_size);

}  // namespace
}  // namespace stiffbench::phi
