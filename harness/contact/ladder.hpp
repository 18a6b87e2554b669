#pragma once

#include "harness/contact/ride.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace stiffbench::contact_ladder {

/// A number of a contact problem that is known by hand.
struct Prediction {
  std::string quantity, unit;
  double value;      ///< of the closed form, with the shifts by dhat and eps_v
  double low, high;  ///< the band in which a measured number stands
};
/// A prediction whose band has this half width, relative to the value, or absolute.
Prediction within(double relative, std::string quantity, std::string unit, double value);
Prediction near(double absolute, std::string quantity, std::string unit, double value);

/// One point in a phenomenon's grid of parameters: numbers known by hand, and one or more rides
/// that measure them.
struct Rung {
  std::string parameters;  ///< of the grid, for people
  std::vector<Prediction> predictions;
  /// Measures all numbers, in the order of the predictions, with this method.
  std::function<Outcome(const Contestant&, std::vector<double>& measured)> measure;
  /// Names of the methods with which the rung must stand; the program fails if it does not.
  std::vector<std::string> must_stand = {};
};

/// A phenomenon with a closed form. Each is one file, which enrols it.
struct Phenomenon {
  int place;  ///< in the order of the ladder
  std::string name, title;
  std::string formula;  ///< the closed form, with its shifts
  std::function<std::vector<Rung>()> rungs;
};
bool enrol(Phenomenon phenomenon);
/// All phenomena in the order of the ladder.
std::vector<Phenomenon> phenomena();

/// The measured number of one prediction with one method.
struct Result {
  std::string integrator;
  Status status = Status::ok;
  std::string reason = {};  ///< of a status that is not ok
  double measured = 0;
  bool stands = false;
};
/// A prediction with the results of all methods.
struct Answer {
  std::string phenomenon, parameters;
  Prediction prediction;
  std::vector<Result> results;  ///< in the order of the methods
  std::vector<std::string> must_stand;
  double seconds = 0;  ///< of the whole rung
  /// True if a method with which the rung must stand is among the results and does not.
  bool is_broken() const;
};

/// Climbs the rungs of these phenomena (empty: all) with these methods and calls report(row) for
/// each prediction. Throws Error for unknown names.
std::vector<Answer> climb(const std::vector<std::string>& names,
                          const std::vector<std::string>& methods,
                          const std::function<void(const Answer&)>& report);

/// The methods of the ladder if none are named: six of the implicit, energy-controllable,
/// Rosenbrock and explicit families.
std::vector<std::string> usual_methods();

}  // namespace stiffbench::contact_ladder
