#pragma once

#include "reference/families.hpp"
#include "reference/reference.hpp"
#include "reference/scout.hpp"

#include <array>

namespace stiffbench::references {

/// Refines two methods of one problem, level by level, until they agree.
class Refinement {
 public:
  /// `found` sets the first steps and the precision.
  Refinement(const Problem& problem, const ReferenceOptions& options, double digits,
             const Scouting& found);

  /// Why no two solutions can agree to the digits, or empty.
  std::string refusal() const;

  /// Fills in states, methods, outputs, agreement and digits. An Error where the digits are not to
  /// be had.
  void run(Reference& r);

  /// Force evaluations times dof of the first level with methods of order 16.
  double first_work() const { return work(fine_, 0); }
  /// With those that will be used, times ten in long double.
  double expected_work() const { return work(pair(), 0) * (extended_ ? 10 : 1); }

 private:
  struct Method {
    Family family;
    double first;  ///< h times the fastest rate of the first level
  };
  /// Unrelated ones.
  using Pair = std::array<Method, 2>;

  const Pair& pair() const { return swift_ ? rough_ : fine_; }
  long steps(const Method& method, int level) const;
  double work(const Method& method, int level) const;
  double work(const Pair& pair, int level) const;
  void put_exact(Reference& r) const;
  void spend(int level, double best);
  void compare(int level, Reference& r);
  /// Round-off as it grows, over a tenth of the tolerance.
  double noise(bool extended) const;
  int after_rough(int level, double agreement);
  Trajectory integrate(const Method& method, int level, ReferenceMethod& told);
  [[noreturn]] void give_up(double best, const std::string& reason) const;

  const Problem& problem_;
  const ReferenceOptions& options_;
  double digits_;  // asked for
  bool exact_;
  double rate_, growth_;
  // h that gives about 9 digits over 1000 times 1/rate, where the fastest motion is excited.
  const Pair fine_{Method{collocation(), 3}, Method{extrapolation(), 2.2}};
  // h that is just stable: on the imaginary axis up to 2.4 and 3.3, on the real one up to 4.
  const Pair rough_{Method{fehlberg8(), 2.2}, Method{extrapolation8(), 2.9}};
  bool swift_ = false, extended_ = false;
  std::string hash_;                                    // of the reference
  double spent_ = 0, level_work_ = 1, level_done_ = 0;  // of options_.work_limit; of one level
};

/// The folder of unfinished integrations, and the start of their names for one reference.
std::filesystem::path unfinished_directory();
/// Takes away what a finished reference no longer needs.
void forget_unfinished(const std::string& hash);

}  // namespace stiffbench::references
