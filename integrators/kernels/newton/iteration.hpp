#pragma once

#include "integrators/contract/outcome.hpp"
#include "integrators/kernels/iterative/conjugate_gradients.hpp"
#include "integrators/kernels/iterative/forcing.hpp"
#include "integrators/kernels/newton/options.hpp"
#include "problems/contract/state.hpp"
#include "problems/contract/work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>
#include <string>

namespace stiffbench {

/// A system of equations residual(a) = 0 that Newton's iteration solves for accelerations a.
/// set_point(a) sets the point a to which all other calls refer.
template <class S>
concept NewtonSystem = requires(S& system, const Vec& a, Vec& result, HessianCorrection correction,
                                const Accuracy& accuracy) {
  system.set_point(a);
  /// Computes the residual; false where it is not finite.
  { system.evaluate(a, result) } -> std::same_as<bool>;
  /// True when the stored factorization belongs to one of this system's matrices.
  { system.is_factorized() } -> std::same_as<bool>;
  { system.factorize(correction) } -> std::same_as<Outcome>;
  /// True when updates are computed iteratively, to an accuracy in the norm of size().
  { system.iterates() } -> std::same_as<bool>;
  /// solve(residual, accuracy, update) uses the stored factorization, or the stored matrix.
  { system.solve(a, accuracy, result) } -> std::same_as<Outcome>;
  /// The estimated error of the last computed update, in the norm of size(); 0 where
  /// only round-off is left.
  { system.solve_error() } -> std::same_as<double>;
  /// size(update, its residual) is the energy norm of the update; scale(a) is that of the motion.
  { system.size(a, a) } -> std::same_as<double>;
  { system.scale(a) } -> std::same_as<double>;
  /// The largest fraction of an update, up to 1, that the problem allows.
  { system.feasible_step(a) } -> std::same_as<double>;
  { system.residual_norm(a) } -> std::same_as<double>;
  /// A bound on the residual that round-off alone may leave at a, in the norm of residual_norm().
  { system.round_off(a) } -> std::same_as<double>;
  { system.potential() } -> std::same_as<double>;
  /// where(iteration, residual) names the place of a failure, for its reason.
  { system.where(1, a) } -> std::same_as<std::string>;
  { system.work() } -> std::same_as<Work&>;
};

/// The change of a system's incremental potential B along an update d; the residual is minus the
/// gradient of B:
///   B(a + s d) - B(a) = s linear + s^2 quadratic + (change of the potential) / weight.
/// `terms` is the sum of the magnitudes of the terms of `linear`. A system with such a potential
/// has a member potential_change(a, d). A system that may solve by conjugate gradients has a member
/// solve_residual(): the residual of the linear system that the last such solve left.
struct PotentialChange {
  double linear, quadratic, terms, weight;
};

/// Newton's iteration for any system: its control, line searches and termination. kernels/NEWTON.md
/// has measurements.
///
/// The iteration has converged when the estimated error is within `tolerance` of the motion. The
/// estimate is q/(1-q) times the last update, where q is the contraction of the updates. A system
/// whose matrix is no Jacobian, not even at the point where it was made, says so by a member
/// approximates(): the first contraction of such a system is that of the motion's linear part, and
/// the second update itself is the estimate. Where updates shrink slowly, the iterate is also
/// accepted once its residual is at round-off level. If an update came from conjugate gradients, or
/// from a copy of a factor in single precision, its estimated error is added. Conjugate gradients
/// solve to the relative error given by forcing.hpp, or to half of the tolerance, whichever is
/// larger; where a line search needs only the size of an update, they solve to the largest forcing
/// term. Their errors are estimates, which are too small where they pause. So both bounds become a
/// tenth where an update is at least half as large as the last one, and more than half of the
/// residual is what its solve left.
///
/// A line search takes the largest of 1, 1/2, 1/4, ... of an update, within the problem's
/// feasible_step, for which a merit falls by at least 1e-4 of its fall in a linear system. The
/// merit is one of these: the norm of the residual; the size of the next update with the present
/// matrix (Deuflhard, DOI 10.1007/978-3-642-23899-4, section 3.3), which needs no further work
/// where that matrix is kept; or the incremental potential, which has to fall by 1e-4 of the fall
/// along its slope (Armijo's rule). Where round-off hides the change of the potential, the slope at
/// the new point decides: it may turn round to at most 0.8 of its size (Hager, Zhang, DOI
/// 10.1137/030601880, section 2, with their 0.1). All rises that are accepted so must add up to no
/// more than round-off; otherwise an update into a barrier and the one back out of it can alternate
/// for ever. An update with an old matrix is not shortened: the matrix is renewed first.
///
/// A matrix without negative curvature can be too stiff along an update by any factor: bodies slide
/// down a straight slope of the incremental potential in equal short updates. With the potential as
/// the merit, a whole update with a new matrix is therefore doubled while the potential still falls
/// at its end by more than half of the slope at its start (Wolfe's second condition; Nocedal,
/// Wright, DOI 10.1007/978-0-387-40065-5, section 3.1).
template <NewtonSystem System>
class NewtonIteration {
 public:
  System system;
  Vec a;  ///< the unknowns: first the initial guess, then the solution

  void init(Eigen::Index size) {
    for (Vec* v : {&a, &residual_, &start_residual_, &more_, &next_, &left_}) v->setZero(size);
  }

  /// Solves for a and leaves the system placed there. Failures are diverged, infeasible,
  /// newton_not_converged, and those of a factorization; a is then void.
  Outcome solve(const NewtonOptions& options) {
    options_ = options;
    if (auto outcome = start(); !outcome.ok()) return outcome;
    double before = 0, contraction = 0, relative = 0, fraction = 1;
    bool fresh = false;
    int iteration = 1;
    for (; iteration <= options_.max_iterations; ++iteration) {
      if (contraction > slow_contraction && is_at_round_off()) return {};
      fresh = is_due(iteration, contraction, fresh);
      if (fresh) {
        next_is_solved_ = false;
        if (auto outcome = system.factorize(options_.hessian_correction); !outcome.ok())
          return failure(outcome.status, iteration, outcome.reason);
      }
      if (auto outcome = compute_update(); !outcome.ok())
        return failure(outcome.status, iteration, outcome.reason);
      const double size = system.size(update_, residual_);
      const double most = system.feasible_step(update_), allowed = most < 1 ? 0.9 * most : 1;
      start_.swap(a);
      move(allowed);
      const double scale = system.scale(a);
      relative = size / scale;
      // The first update has no contraction; its own size serves as the error estimate. After an
      // update much larger than the motion the ratio of sizes would mean nothing; the scale
      // replaces it.
      contraction = before > 0 ? size / std::min(before, scale) : 0;
      const double rest = before > 0 && is_telling(iteration) ? contraction / (1 - contraction) : 1;
      if (allowed == 1 && contraction < 1 &&
          rest * size + update_error_ <= options_.tolerance * scale)
        return {};

      if (options_.line_search == LineSearch::none) {
        if (!evaluate()) return failure(Status::diverged, iteration + 1, not_finite);
        tighten(contraction);
        before = size;
        continue;
      }
      const bool stale = !fresh && options_.refactorize != Refactorize::step;
      fraction = search(allowed, stale);
      if (!search_.ok()) return failure(search_.status, iteration, search_.reason);
      if (fraction == 0 && !stale) break;
      if (fraction == 1) tighten(contraction);
      before = fraction >= 1 ? size : 0;
      if (fraction < 1) contraction = 1;  // so that the next update has a new matrix
    }
    iteration = std::min(iteration, options_.max_iterations);
    return failure(
        Status::newton_not_converged, iteration,
        fmt::format("update {} of at most {} is {:.1e} of the motion, the tolerance {:.1e}; it was "
                    "shortened to {:.2g}, the last contraction was {:.2g}",
                    iteration, options_.max_iterations, relative, options_.tolerance, fraction,
                    contraction));
  }

 private:
  static constexpr const char* not_finite = "the force is not finite";
  /// Beyond this contraction a new factorization pays: on a mesh it takes as long as about ten
  /// iterations, while a slow iteration needs more than that for twelve digits.
  static constexpr double slow_contraction = 0.1;
  /// Errors of solves within their bounds leave a smaller contraction than this.
  static constexpr double futile_contraction = 0.5;
  /// The fraction of a linear system's fall of the merit that a line search requires.
  static constexpr double descent = 1e-4;
  /// A line search requires this fraction where the slopes at both ends stand for the fall.
  static constexpr double slope_descent = 0.1;
  /// The fraction of an update below which a line search gives up. With the potential as the merit
  /// it is smaller, since a barrier may be very close.
  static constexpr double least_fraction = 1e-10;
  static constexpr double least_descent = std::numeric_limits<double>::epsilon();
  /// A change of the incremental potential below this fraction of its terms may be round-off (Hager
  /// and Zhang allow 1e-6). It is far above the unit round-off, since a potential that depends on
  /// gaps between bodies loses digits to cancellation: positions are much larger than gaps.
  static constexpr double potential_round_off = 1e-9;

  Outcome start() {
    system.set_point(a);
    forcing_.begin(options_.forcing);
    search_ = {};
    const bool finite = evaluate(), energy = options_.line_search == LineSearch::energy;
    level_ = {};
    if (energy || !finite) level_.potential = system.potential();
    if ((energy || !finite) && std::isinf(level_.potential))
      return failure(Status::infeasible, 1, "the potential at the start is not finite");
    return finite ? Outcome{} : failure(Status::diverged, 1, not_finite);
  }
  Outcome failure(Status status, int iteration, const std::string& why) const {
    return {status, fmt::format("{}: {}", system.where(iteration, residual_), why)};
  }
  /// True when an update needs a new factorization. `was_fresh`: the last update had one.
  bool is_due(int iteration, double contraction, bool was_fresh) const {
    if (!system.is_factorized() || options_.refactorize == Refactorize::always) return true;
    if (options_.refactorize == Refactorize::step) return iteration == 1;
    // The size of the first update with a new matrix is the work of the matrix before. So where
    // matrices are approximate and updates shrink linearly, the second update judges the new one.
    // Exact matrices are renewed without this wait, in which they often become old.
    if (was_fresh && contraction < 1 && approximates()) return false;
    return contraction > slow_contraction;
  }
  /// True when the contraction of this update tells that of the later ones.
  bool is_telling(int iteration) const { return iteration > 2 || !approximates(); }
  bool approximates() const {
    if constexpr (requires { system.approximates(); }) return system.approximates();
    return false;
  }
  bool is_at_round_off() { return system.residual_norm(residual_) <= system.round_off(a); }
  bool evaluate() {
    next_is_solved_ = false;
    return system.evaluate(a, residual_);
  }
  Outcome compute_update() {
    ++system.work().newton_iterations;
    Accuracy accuracy;
    if (system.iterates())
      accuracy = {forcing_.share() * forcing_.next(system.residual_norm(residual_)),
                  forcing_.share() * 0.5 * options_.tolerance * system.scale(a)};
    if (next_is_solved_) {
      update_.swap(next_);
      next_is_solved_ = false;
    } else if (auto outcome = system.solve(residual_, accuracy, update_); !outcome.ok()) {
      return outcome;
    }
    update_error_ = system.solve_error();
    if constexpr (requires { system.solve_residual(); })
      if (system.iterates()) left_ = system.solve_residual();
    return {};
  }
  /// Requires more accurate updates where the solve for the last one, which was whole, has left
  /// more than half of the residual.
  void tighten(double contraction) {
    if (!system.iterates() || !(contraction > futile_contraction)) return;
    left_ -= residual_;
    if (system.residual_norm(left_) < 0.5 * system.residual_norm(residual_)) forcing_.tighten();
  }
  /// Moves a and the system to this fraction of the update.
  void move(double fraction) {
    a = start_ + fraction * update_;
    system.set_point(a);
  }
  /// Moves a and the system back to the start of the update; returns the fraction 0.
  double stay() {
    next_is_solved_ = false;
    a = start_;
    system.set_point(a);
    return 0;
  }

  /// Takes the largest of fraction, fraction/2, ... of the update, above `least`, that
  /// accepts(fraction, true if the residual is finite) allows, and returns it; the system is then
  /// placed there. Returns 0, with the system at the start of the update, where none is accepted
  /// or, with `once`, where the first is not.
  double halve(double fraction, double least, bool once, auto&& accepts) {
    start_residual_ = residual_;
    do {
      move(fraction);
      if (accepts(fraction, evaluate())) return fraction;
      fraction /= 2;
    } while (!once && fraction > least && search_.ok());
    residual_.swap(start_residual_);
    return stay();
  }
  /// Shortens the update until the merit falls.
  double search(double fraction, bool once) {
    if constexpr (requires { system.potential_change(start_, update_); })
      if (options_.line_search == LineSearch::energy) return descend(fraction, once);
    const bool natural = options_.line_search == LineSearch::natural;
    const double before =
        natural ? system.size(update_, residual_) : system.residual_norm(residual_);
    const auto merit = [&] {
      if (!natural) return system.residual_norm(residual_);
      search_ = system.solve(residual_, {forcing_.share() * options_.forcing, 0}, next_);
      if (!search_.ok()) return std::numeric_limits<double>::infinity();
      next_is_solved_ = true;
      return system.size(next_, residual_);
    };
    return halve(fraction, least_fraction, once, [&](double part, bool finite) {
      return finite &&
             (merit() <= (1 - descent * part) * before || (part == 1 && is_at_round_off()));
    });
  }
  /// Shortens the update until the incremental potential falls.
  double descend(double fraction, bool once) {
    const double slope = -update_.dot(residual_);
    if (!(slope < 0 && fraction > least_descent)) return stay();
    const PotentialChange B = system.potential_change(start_, update_);
    const Level from = level_;
    const auto accepts = [&](double part, bool finite) {
      const double potential = system.potential();
      if (!finite || !std::isfinite(potential)) return false;
      const double change =
          part * (B.linear + part * B.quadratic) + (potential - from.potential) / B.weight;
      const double terms = part * (B.terms + part * std::abs(B.quadratic)) +
                           (std::abs(potential) + std::abs(from.potential)) / B.weight;
      const double rises = from.rises + std::max(change, 0.);
      const bool is_hidden = (change > 0 ? rises : -change) <= potential_round_off * terms;
      const bool turns_little = -update_.dot(residual_) <= (2 * slope_descent - 1) * slope;
      if (change > descent * part * slope && !(is_hidden && turns_little) &&
          !(part == 1 && is_at_round_off()))
        return false;
      level_ = {potential, rises, change};
      return true;
    };
    fraction = halve(fraction, least_descent, once, accepts);
    return fraction == 1 && !once ? lengthen(slope, accepts) : fraction;
  }
  /// Doubles the update, at whose end the system is, while the incremental potential falls there by
  /// more than half of `slope`, that at its start. Returns the multiple of the update.
  double lengthen(double slope, auto&& accepts) {
    double multiple = 1;
    const auto end_slope = [&] { return -update_.dot(residual_); };
    while (end_slope() < 0.5 * slope) {
      more_ = multiple * update_;
      if (system.feasible_step(more_) < 1) break;
      const Level level = level_;
      start_residual_ = residual_;
      move(2 * multiple);
      if (accepts(2 * multiple, evaluate()) && level_.change < level.change &&
          end_slope() <= -0.5 * slope) {
        multiple *= 2;
        continue;
      }
      level_ = level;
      residual_.swap(start_residual_);
      move(multiple);
      break;
    }
    return multiple;
  }

  NewtonOptions options_;
  Forcing forcing_;
  Outcome search_;               // of the solves in the last line search
  double update_error_ = 0;      // of the solve, in the norm of size()
  bool next_is_solved_ = false;  // a merit has already computed the next update
  /// At the last accepted point: the potential, the sum of the rises of the incremental potential
  /// that have been accepted as round-off, and its change since the start of the update.
  struct Level {
    double potential = 0, rises = 0, change = 0;
  } level_;
  Vec residual_, start_residual_, start_, update_, more_, next_;
  Vec left_;  // of the residual, by the solve for the update
};

}  // namespace stiffbench
