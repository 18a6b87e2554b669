#pragma once

#include "base/parameters.hpp"
#include "integrators/contract/outcome.hpp"

#include <functional>
#include <string>
#include <vector>

namespace stiffbench {

/// A sweep that finds silent failures of phi back ends. Every back end runs with every inner
/// product and formulation that it supports, on every problem, for a smooth and a rough vector b,
/// and over all the numbers below.
struct PhiSweep {
  struct Case {
    std::string problem;
    Settings settings;
    bool deformed;           ///< K at a state with random displacements, which makes it indefinite
    bool full_only = false;  ///< only back ends with full matrices: they cannot run larger problems
  };
  /// A part of the sweep: every tolerance with both vectors. Requests and norms are either combined
  /// with everything else, or taken in turns, so that each of them meets every tolerance.
  struct Part {
    std::vector<double> h_omegas, tolerances;  ///< h omega_max
    bool all_requests, all_norms;
  };
  std::vector<Case> cases;
  std::vector<Part> parts;
  std::vector<double> norms;  ///< |b| in the energy norm
  /// The largest number of degrees of freedom with which formulation = sqrt takes part: its
  /// matrices are full.
  long largest_root;
};

/// A sweep of less than a minute with some checks of every kind.
PhiSweep thinned_phi_sweep();
/// The whole sweep: tolerances 1e-3 to 1e-10, |b| from 1e-8 to 1e8, h omega_max from 1 to 1e4. The
/// longer the step, the fewer combinations; the ends of all ranges are in every part.
PhiSweep whole_phi_sweep();

/// One evaluation of phi_1 at two fractions of h, or phi_0, or phi_3 and phi_4 of (0, r).
struct PhiCheck {
  std::string contestant = {}, problem = {}, vector = {}, request = {};
  double h_omega = 0, tolerance = 0, norm = 0;
  Status status = Status::ok;
  std::string reason = {};
  double error = 0;     ///< in the measure of phi::Options; meaningless where the status is not ok
  double estimate = 0;  ///< the back end's own estimate of the error
  double seconds = 0;
  long products = 0, solves = 0;

  /// True for a silent failure: an error beyond ten times the tolerance with the status ok.
  bool silent() const { return status == Status::ok && !(error <= 10 * tolerance); }
};

/// Runs the sweep without the checks for which `done` is true, and calls `report` with each result.
/// A check is identified by all members from the contestant to the norm of b. A back end is
/// initialised once for every problem and h. The exact value is a Taylor series in steps of at most
/// h omega_max = 4, which shares nothing with any back end.
std::vector<PhiCheck> check_phi(
    const PhiSweep& sweep, const std::function<void(const PhiCheck&)>& report,
    const std::function<bool(const PhiCheck&)>& done = [](const PhiCheck&) { return false; });

}  // namespace stiffbench
