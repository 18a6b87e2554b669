#pragma once

#include "problems/contract/problem.hpp"
#include "reference/certified.hpp"
#include "reference/families.hpp"
#include "reference/scales.hpp"

#include <array>

namespace stiffbench::references {

/// Refines the steps of two methods for one problem, level by level, until their results agree.
class Refinement {
 public:
  /// The first steps and the precision follow from the scales of the problem.
  Refinement(const Problem& problem, const ReferenceOptions& options, double digits,
             const ScaleEstimate& scales);

  /// Returns the reason why two methods cannot agree to these digits, or an empty text.
  std::string refusal() const;

  /// Sets states, methods, outputs, agreement and digits of r. Throws an Error if the digits cannot
  /// be reached.
  void run(Reference& r);

  /// Returns the force evaluations times dof of a first level with the methods of order 16.
  double first_work() const { return work(fine_, 0); }
  /// Returns the force evaluations times dof of a first level with the methods that will be used,
  /// times 10 in long double.
  double expected_work() const { return work(pair(), 0) * (extended_ ? 10 : 1); }

 private:
  struct Method {
    Family family;
    double first;  ///< h times the fastest rate, for the first level
  };
  /// Two unrelated methods.
  using Pair = std::array<Method, 2>;

  const Pair& pair() const { return swift_ ? rough_ : fine_; }
  long steps(const Method& method, int level) const;
  double work(const Method& method, int level) const;
  double work(const Pair& pair, int level) const;
  void put_exact(Reference& r) const;
  void spend(int level, double best);
  void compare(int level, Reference& r);
  /// Returns the round-off at the end of the motion, divided by a tenth of the tolerance.
  double noise(bool extended) const;
  int after_rough(int level, double agreement);
  Trajectory integrate(const Method& method, int level, ReferenceMethod& facts);
  [[noreturn]] void give_up(double best, const std::string& reason) const;

  const Problem& problem_;
  const ReferenceOptions& options_;
  double digits_;
  bool exact_;
  double rate_, growth_;
  // These steps give about 9 digits over a time of 1000 / rate if the fastest motion is excited.
  const Pair fine_{Method{collocation(), 3}, Method{extrapolation(), 2.2}};
  // These steps are just stable: the limits are 2.4 and 3.3 on the imaginary axis, and 4 on the
  // real axis.
  const Pair rough_{Method{fehlberg8(), 2.2}, Method{extrapolation8(), 2.9}};
  bool swift_ = false, extended_ = false;
  std::string hash_;  // of the reference
  // Work so far, which options_.work_limit bounds; work of this level, and the finished part of it.
  double spent_ = 0, level_work_ = 1, level_done_ = 0;
};

/// Returns the folder of unfinished integrations. The names of its files begin with the hashes of
/// their references.
std::filesystem::path unfinished_directory();
/// Removes the files of unfinished integrations of a finished reference.
void forget_unfinished(const std::string& hash);

}  // namespace stiffbench::references
