#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace stiffbench {

/// A term of a coefficient: a number, or in exponential methods a number times phi_k(c h J).
struct CoefficientTerm {
  double weight = 0;
  std::optional<int> phi = {};  ///< k; a number alone has none
  double c = 0;                 ///< of the argument of phi_k
};

/// A coefficient of a method is the sum of its terms. One without terms is not there: no loop reads
/// it.
using Coefficient = std::vector<CoefficientTerm>;

/// A matrix of coefficients, whose symbol stands in the formula of the method.
struct CoefficientArray {
  /// The side of Butcher's lines: left of the vertical one, right of it, or below the horizontal
  /// one.
  enum class Place { left, right, below };

  std::string symbol;   ///< "a", "b", "c"
  std::string meaning;  ///< in the words of a legend
  Place place = Place::right;
  std::vector<std::vector<Coefficient>> rows;  ///< on the left and on the right one for each stage
  std::vector<std::string> columns = {};       ///< their names; none where numbers suffice
};

/// The words for places in documents.
constexpr auto names_of(CoefficientArray::Place) { return std::array{"left", "right", "below"}; }

/// A table in Butcher's layout. The arrays on the left and on the right have equally many rows, and
/// those below begin with the first column on the right.
struct CoefficientTable {
  std::string title;  ///< empty for the only table of a method
  std::vector<CoefficientArray> arrays;
};

/// The coefficients of a method with its default parameters, and how a step uses them.
struct MethodCoefficients {
  std::string formula;
  std::vector<CoefficientTable> tables;
};

/// Registers the description of this integrator's coefficients; initializers of variables ignore
/// the result, true. Throws an Error where the integrator has one already.
bool enrol_coefficients(const std::string& integrator,
                        std::function<MethodCoefficients()> describe);

/// The coefficients of the integrator; no value where nothing describes them.
std::optional<MethodCoefficients> coefficients_of(const std::string& integrator);

}  // namespace stiffbench
