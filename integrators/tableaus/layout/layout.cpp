#include "integrators/tableaus/layout/layout.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stiffbench {
namespace {

using Place = CoefficientArray::Place;

Coefficient number_entry(double value) { return {{.weight = value}}; }

bool is_read(Eigen::Index i, Eigen::Index j, Stages stages) {
  return stages == Stages::coupled || j < i || (stages == Stages::diagonally_implicit && j == i);
}

/// Adds the weights of an embedded method, where there is one.
void add_embedded(CoefficientTable& table, const char* symbol, const EmbeddedWeights& embedded,
                  const char* more = "") {
  if (embedded.order > 0)
    table.arrays.push_back(row_array(
        symbol, fmt::format("weights of the embedded method, order {}{}", embedded.order, more),
        embedded.b));
}

}  // namespace

CoefficientArray matrix_array(const std::string& symbol, const std::string& meaning,
                              const Eigen::MatrixXd& entries, Stages stages) {
  CoefficientArray array{symbol, meaning, Place::right, {}};
  for (Eigen::Index i = 0; i < entries.rows(); ++i) {
    std::vector<Coefficient>& row = array.rows.emplace_back();
    for (Eigen::Index j = 0; j < entries.cols(); ++j)
      row.push_back(is_read(i, j, stages) ? number_entry(entries(i, j)) : Coefficient{});
  }
  return array;
}

CoefficientArray column_array(const std::string& symbol, const std::string& meaning,
                              CoefficientArray::Place place, const Eigen::VectorXd& entries) {
  CoefficientArray array{symbol, meaning, place, {}};
  for (const double entry : entries) array.rows.push_back({number_entry(entry)});
  return array;
}

CoefficientArray row_array(const std::string& symbol, const std::string& meaning,
                           const Eigen::VectorXd& entries) {
  CoefficientArray array{symbol, meaning, Place::below, {{}}};
  for (const double entry : entries) array.rows[0].push_back(number_entry(entry));
  return array;
}

MethodCoefficients runge_kutta_layout(const Eigen::MatrixXd& a, const Eigen::VectorXd& b,
                                      const Eigen::VectorXd& c, Stages stages,
                                      const EmbeddedWeights& embedded) {
  CoefficientTable table{"",
                         {column_array("c", "times of the stages", Place::left, c),
                          matrix_array("a", "weights of the stages", a, stages),
                          row_array("b", "weights of the step", b)}};
  const char* rest = stages == Stages::coupled ? "; 1 - sum_j b*_j is that of F(t_n, u_n)" : "";
  add_embedded(table, "b*", embedded, rest);
  return {
      "u_i = u_n + h sum_j a_ij F(t_n + c_j h, u_j),  u_n+1 = u_n + h sum_j b_j F(t_n + c_j h, "
      "u_j)",
      {table}};
}

MethodCoefficients additive_layout(const Eigen::MatrixXd& a_explicit,
                                   const Eigen::MatrixXd& a_implicit, const Eigen::VectorXd& b,
                                   const Eigen::VectorXd& c, const EmbeddedWeights& embedded) {
  const auto part = [&](const char* title, const CoefficientArray& a) {
    CoefficientTable table{title,
                           {column_array("c", "times of the stages", Place::left, c), a,
                            row_array("b", "weights of the step", b)}};
    add_embedded(table, "b*", embedded);
    return table;
  };
  return {
      "y' = E(t, y) + I(y): y_i = y_n + h sum_j (aE_ij E_j + aI_ij I_j),  y_n+1 = y_n + h sum_j "
      "b_j (E_j + I_j)",
      {part("Explicit part",
            matrix_array("aE", "weights of E in the stages", a_explicit, Stages::explicit_steps)),
       part("Implicit part", matrix_array("aI", "weights of I in the stages", a_implicit,
                                          Stages::diagonally_implicit))}};
}

MethodCoefficients nystrom_layout(const Eigen::MatrixXd& a, const Eigen::VectorXd& b_position,
                                  const Eigen::VectorXd& b_velocity, const Eigen::VectorXd& c,
                                  const EmbeddedWeights& embedded_position,
                                  const EmbeddedWeights& embedded_velocity) {
  CoefficientTable table{"",
                         {column_array("c", "times of the stages", Place::left, c),
                          matrix_array("a", "weights of the stages", a, Stages::explicit_steps),
                          row_array("bx", "weights of the position", b_position),
                          row_array("bv", "weights of the velocity", b_velocity)}};
  add_embedded(table, "bx*", embedded_position);
  add_embedded(table, "bv*", embedded_velocity);
  return {
      "x_i = x_n + c_i h v_n + h^2 sum_j a_ij k_j,  k_i = M^-1 f(t_n + c_i h, x_i),  x_n+1 = "
      "x_n + h v_n + h^2 sum_j bx_j k_j,  v_n+1 = v_n + h sum_j bv_j k_j",
      {table}};
}

MethodCoefficients composition_layout(const Eigen::VectorXd& drifts, const Eigen::VectorXd& kicks) {
  CoefficientArray last = column_array("d", "drifts", Place::right, drifts);
  last.rows.push_back({Coefficient{}});  // the last kick is followed by no drift
  return {"in turns, the first kick first: v += k_i h M^-1 f(t, x);  x += d_i h v, t += d_i h",
          {{"", {column_array("k", "kicks", Place::right, kicks), last}}}};
}

MethodCoefficients rosenbrock_layout(double gamma, const Eigen::MatrixXd& a,
                                     const Eigen::MatrixXd& c, const Eigen::VectorXd& m,
                                     const RosenbrockMatrices& matrices,
                                     const EmbeddedWeights& embedded) {
  CoefficientTable forces{"Forces and weights",
                          {column_array("alpha", "times of the stages, from a, c and gamma",
                                        Place::left, matrices.alpha_sums),
                           matrix_array("a", "weights of the stages", a, Stages::explicit_steps),
                           row_array("m", "weights of the step", m)}};
  add_embedded(forces, "m*", embedded);
  const CoefficientTable sums{
      "Matrix and sums of earlier stages",
      {column_array("g", "weights of dF/dt, from c and gamma", Place::left, matrices.gamma_sums),
       matrix_array("c", "weights of earlier stages", c, Stages::explicit_steps),
       row_array("gamma", "of the matrix", Eigen::VectorXd::Constant(1, gamma))}};
  return {
      "(I / (h gamma) - J) u_i = F(t_n + alpha_i h, y_n + sum_j a_ij u_j) + sum_j (c_ij / h) "
      "u_j + g_i h dF/dt,  y_n+1 = y_n + sum_j m_j u_j",
      {forces, sums}};
}

namespace {

/// Adds the terms of remainders, whose columns follow that of F.
void add_remainders(std::span<const RemainderTerm> terms, std::vector<Coefficient>& row) {
  for (const RemainderTerm& term : terms)
    if (term.weight != 0)
      row.at(static_cast<std::size_t>(term.from) + 1)
          .push_back({.weight = term.weight, .phi = term.k, .c = term.c});
}

std::vector<RemainderTerm> terms_of_stage(const ExponentialScheme& scheme, std::size_t stage) {
  std::vector<RemainderTerm> terms;
  for (const ExponentialCoupling& one : scheme.couplings)
    if (one.to == static_cast<int>(stage)) terms.push_back({one.from, one.k, one.c, one.weight});
  return terms;
}

/// An array below, with the step's exponential Euler part and these terms of remainders.
CoefficientArray exponential_weights(const std::string& symbol, const std::string& meaning,
                                     std::size_t stages, std::span<const RemainderTerm> terms) {
  CoefficientArray array{symbol, meaning, Place::below, {std::vector<Coefficient>(stages + 1)}};
  array.rows[0][0] = {{.weight = 1, .phi = 1, .c = 1}};
  add_remainders(terms, array.rows[0]);
  return array;
}

}  // namespace

MethodCoefficients exponential_layout(const ExponentialScheme& scheme) {
  const std::size_t stages = scheme.later.size();  // without the first, which is u_n
  CoefficientArray times{"c", "times of the stages from the second on", Place::left, {}},
      a{"a", "functions in the stages", Place::right, {}, {"F"}};
  for (std::size_t i = 0; i < stages; ++i) {
    times.rows.push_back({number_entry(scheme.later[i].c)});
    std::vector<Coefficient>& row = a.rows.emplace_back(stages + 1);
    const ExponentialStart start = scheme.start(i);
    row[0] = {{.weight = start.weight, .phi = start.k, .c = start.c}};
    add_remainders(terms_of_stage(scheme, i), row);
    a.columns.push_back(fmt::format("R_{}", i + 2));
  }
  CoefficientTable table{
      "",
      {times, a, exponential_weights("b", "functions in the step", stages, scheme.step_terms())}};
  if (scheme.embedded_order > 0)
    table.arrays.push_back(exponential_weights(
        "b*", fmt::format("functions in the embedded method, order {}", scheme.embedded_order),
        stages, scheme.embedded));
  return {
      "U_i = u_n + h a_i1(hJ) F + h sum_j a_ij(hJ) R_j,  u_n+1 = u_n + h b_1(hJ) F + h sum_j "
      "b_j(hJ) R_j;  F = F(u_n), J = dF/du(u_n), R_j = F(U_j) - F - J (U_j - u_n)",
      {table}};
}

}  // namespace stiffbench
