#pragma once

#include "integrators/contract/coefficients/coefficients.hpp"
#include "integrators/tableaus/check/broken_claims.hpp"
#include "integrators/tableaus/composition.hpp"
#include "integrators/tableaus/eigen.hpp"
#include "integrators/tableaus/exponential_tableau.hpp"
#include "integrators/tableaus/imex.hpp"
#include "integrators/tableaus/nystrom.hpp"
#include "integrators/tableaus/rosenbrock_tableau.hpp"
#include "integrators/tableaus/rows.hpp"
#include "integrators/tableaus/runge_kutta.hpp"

#include <string>

namespace stiffbench {

// The layouts say how the tables of rows are read. They take the numbers from the rows themselves,
// and leave out those that no loop reads. This folder is part of no integrator's code.

/// A second result of a method: its order, 0 where there is none, and its weights.
struct EmbeddedWeights {
  int order = 0;
  Eigen::VectorXd b = {};
};

template <int S>
EmbeddedWeights embedded_weights_of(const EmbeddedMethod<S>& method) {
  return {method.order, vector_of(method.b)};
}

/// An array with one row for each stage, of the entries that stages of this kind read.
CoefficientArray matrix_array(const std::string& symbol, const std::string& meaning,
                              const Eigen::MatrixXd& entries, Stages stages);
/// An array of one column, with an entry for each stage.
CoefficientArray column_array(const std::string& symbol, const std::string& meaning,
                              CoefficientArray::Place place, const Eigen::VectorXd& entries);
/// An array of one row below the others.
CoefficientArray row_array(const std::string& symbol, const std::string& meaning,
                           const Eigen::VectorXd& entries);

MethodCoefficients runge_kutta_layout(const Eigen::MatrixXd& a, const Eigen::VectorXd& b,
                                      const Eigen::VectorXd& c, Stages stages,
                                      const EmbeddedWeights& embedded);
MethodCoefficients additive_layout(const Eigen::MatrixXd& a_explicit,
                                   const Eigen::MatrixXd& a_implicit, const Eigen::VectorXd& b,
                                   const Eigen::VectorXd& c, const EmbeddedWeights& embedded);
/// The weights of the embedded method are those of its position and of its velocity.
MethodCoefficients nystrom_layout(const Eigen::MatrixXd& a, const Eigen::VectorXd& b_position,
                                  const Eigen::VectorXd& b_velocity, const Eigen::VectorXd& c,
                                  const EmbeddedWeights& embedded_position,
                                  const EmbeddedWeights& embedded_velocity);
/// There is one kick more than drifts.
MethodCoefficients composition_layout(const Eigen::VectorXd& drifts, const Eigen::VectorXd& kicks);
MethodCoefficients rosenbrock_layout(double gamma, const Eigen::MatrixXd& a,
                                     const Eigen::MatrixXd& c, const Eigen::VectorXd& m,
                                     const RosenbrockMatrices& matrices,
                                     const EmbeddedWeights& embedded);
MethodCoefficients exponential_layout(const ExponentialScheme& scheme);

template <int S>
MethodCoefficients layout_of(const Tableau<S>& row, Stages stages) {
  return runge_kutta_layout(matrix_of(row.a), vector_of(row.b), vector_of(row.c), stages,
                            embedded_weights_of(row.embedded));
}
template <int S>
MethodCoefficients layout_of(const ImexTableau<S>& row) {
  return additive_layout(matrix_of(row.a_explicit), matrix_of(row.a_implicit), vector_of(row.b),
                         vector_of(row.c), embedded_weights_of(row.embedded));
}
template <int S>
MethodCoefficients layout_of(const NystromTableau<S>& row) {
  const auto& embedded = row.embedded;
  return nystrom_layout(matrix_of(row.a), vector_of(row.b_position), vector_of(row.b_velocity),
                        vector_of(row.c), {embedded.order, vector_of(embedded.b_position)},
                        {embedded.order, vector_of(embedded.b_velocity)});
}
template <int S>
MethodCoefficients layout_of(const Composition<S>& row) {
  return composition_layout(vector_of(row.drifts), vector_of(row.kicks));
}
template <int S>
MethodCoefficients layout_of(const RosenbrockTableau<S>& row) {
  return rosenbrock_layout(row.gamma, matrix_of(row.a), matrix_of(row.c), vector_of(row.m),
                           RosenbrockMatrices(row), embedded_weights_of(row.embedded));
}
template <int S>
MethodCoefficients layout_of(const ExponentialTableau<S>& row) {
  return exponential_layout(ExponentialScheme(row));
}

/// Enrols the coefficients of every row of a family's list.
template <class... Rows>
bool enrol_coefficients_of(const std::tuple<const Rows&...>& rows, auto... stages) {
  each_row(rows, [&](const auto& row) {
    enrol_coefficients(row.name, [&row, stages...] { return layout_of(row, stages...); });
  });
  return true;
}

}  // namespace stiffbench
