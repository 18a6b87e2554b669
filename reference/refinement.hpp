#pragma once

#include "problems/contract/problem.hpp"
#include "reference/certified.hpp"
#include "reference/families.hpp"
#include "reference/scout.hpp"

#include <array>

namespace stiffbench::references {

/// Refines two methods of one problem, level by level, until they agree.
class Refinement {
 public:
  /// The scouting of the problem sets the first steps and the precision.
  Refinement(const Problem& problem, const ReferenceOptions& options, double digits,
             const Scouting& scouting);

  /// The reason why no two methods can agree to these digits, or empty.
  std::string refusal() const;

  /// Fills in states, methods, outputs, agreement and digits. Digits that cannot
  /// be reached are an Error.
  void run(Reference& r);

  /// The force evaluations times dof of a first level with methods of order 16.
  double first_work() const { return work(fine_, 0); }
  /// The force evaluations times dof of a first level with the methods that will be used, times ten
  /// in long double.
  double expected_work() const { return work(pair(), 0) * (extended_ ? 10 : 1); }

 private:
  struct Method {
    Family family;
    double first;  ///< h times the fastest rate of the first level
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
  /// Round-off at the end of the motion, over a tenth of the tolerance.
  double noise(bool extended) const;
  int after_rough(int level, double agreement);
  Trajectory integrate(const Method& method, int level, ReferenceMethod& facts);
  [[noreturn]] void give_up(double best, const std::string& reason) const;

  const Problem& problem_;
  const ReferenceOptions& options_;
  double digits_;
  bool exact_;
  double rate_, growth_;
  // Steps that give about 9 digits over 1000 times 1/rate, where the fastest motion is excited.
  const Pair fine_{Method{collocation(), 3}, Method{extrapolation(), 2.2}};
  // Steps that are just stable: on the imaginary axis up to 2.4 and 3.3, on the real one up to 4.
  const Pair rough_{Method{fehlberg8(), 2.2}, Method{extrapolation8(), 2.9}};
  bool swift_ = false, extended_ = false;
  std::string hash_;                                    // of the reference
  double spent_ = 0, level_work_ = 1, level_done_ = 0;  // of options_.work_limit; of one level
};

/// The folder of unfinished integrations; a file's name begins with the hash of its reference.
std::filesystem::path unfinished_directory();
/// Removes the unfinished integrations of a reference that is finished.
void forget_unfinished(const std::string& hash);

}  // namespace stiffbench::references
