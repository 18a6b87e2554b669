// The coefficients of stabilised methods, which follow from the number of stages, as tables for one
// number. Code that shows coefficients is no part of a method's code.

#include "integrators/contract/coefficients/coefficients.hpp"
#include "integrators/stabilised/recurrence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace stiffbench {
namespace {

constexpr int shown_stages = 8;

using RecurrenceStage = Recurrence::Stage;
using Place = CoefficientArray::Place;

std::vector<Coefficient> numbers_of(std::span<const double> values) {
  std::vector<Coefficient> all;
  for (const double value : values) all.push_back({{.weight = value}});
  return all;
}

CoefficientArray stage_column(const Recurrence& method, const char* symbol, const char* meaning,
                              Place place, double RecurrenceStage::*member) {
  CoefficientArray array{symbol, meaning, place, {}};
  for (const RecurrenceStage& stage : method.stages)
    array.rows.push_back({{{.weight = stage.*member}}});
  return array;
}

CoefficientTable recurrence_table(const Recurrence& method) {
  CoefficientTable table{
      fmt::format("Recurrence with {} stages: |R(z)| <= 1 for {:.4g} <= z <= 0", shown_stages,
                  -method.real_bound),
      {stage_column(method, "c", "times of the stages", Place::left, &RecurrenceStage::time),
       stage_column(method, "mu", "weights of Y_j-1", Place::right, &RecurrenceStage::mu),
       stage_column(method, "nu", "weights of Y_j-2", Place::right, &RecurrenceStage::nu),
       stage_column(method, "m", "weights of F_j-1", Place::right, &RecurrenceStage::of_last)}};
  const auto add_if_used = [&](const char* symbol, const char* meaning,
                               double RecurrenceStage::*member) {
    if (std::ranges::any_of(method.stages, [&](const auto& stage) { return stage.*member != 0; }))
      table.arrays.push_back(stage_column(method, symbol, meaning, Place::right, member));
  };
  add_if_used("g", "weights of F_0", &RecurrenceStage::of_first);
  add_if_used("l", "weights of F_j-2", &RecurrenceStage::of_before);
  return table;
}

CoefficientTable finish_table(const Recurrence::Finish& finish) {
  CoefficientArray times{"c", "times of the last stages, after that of Y_s-4", Place::left, {}},
      a{"a", "weights of the last stages", Place::right, {}};
  for (std::size_t i = 0; i < finish.a.size(); ++i) {
    times.rows.push_back(numbers_of({&finish.c[i], 1}));
    std::vector<Coefficient>& row = a.rows.emplace_back(numbers_of({finish.a[i].data(), i}));
    row.resize(finish.a.size());
  }
  return {"Last four stages",
          {times,
           a,
           {"b", "weights of the step", Place::below, {numbers_of(finish.b)}},
           {"e",
            "weights of the estimated error: of F(Y_s-5), and of the last stages",
            Place::below,
            {numbers_of(finish.error)}}}};
}

/// Enrols the coefficients of a method with this formula; `epsilon` is the damping of Chebyshev's.
bool enrol_recurrence(const char* integrator, Polynomials polynomials, double epsilon,
                      const char* formula) {
  return enrol_coefficients(integrator, [=]() -> MethodCoefficients {
    const Recurrence method = make_recurrence(polynomials, shown_stages, epsilon);
    MethodCoefficients all{formula, {recurrence_table(method)}};
    if (method.finish) all.tables.push_back(finish_table(*method.finish));
    return all;
  });
}

const bool enrolled =
    enrol_recurrence(
        "rkc2", Polynomials::chebyshev, usual_epsilon,
        "Y_1 = u_n + m_1 h F_0,  Y_j = (1 - mu_j - nu_j) u_n + mu_j Y_j-1 + nu_j Y_j-2 + h (m_j "
        "F_j-1 + g_j F_0),  u_n+1 = Y_s.  With Chebyshev's T_j, w0 = 1 + epsilon/s^2, epsilon = "
        "2/13, w1 = T_s'(w0)/T_s''(w0), b_j = T_j''(w0)/T_j'(w0)^2, b_0 = b_2, b_1 = 1/w0:  m_1 = "
        "b_1 w1,  mu_j = 2 w0 b_j/b_j-1,  nu_j = -b_j/b_j-2,  m_j = 2 w1 b_j/b_j-1,  g_j = (b_j-1 "
        "T_j-1(w0) - 1) m_j,  c_j = b_j w1 T_j'(w0)") &&
    enrol_recurrence(
        "rkl2", Polynomials::legendre, 0,
        "Y_1 = u_n + m_1 h F_0,  Y_j = (1 - mu_j - nu_j) u_n + mu_j Y_j-1 + nu_j Y_j-2 + h (m_j "
        "F_j-1 + g_j F_0),  u_n+1 = Y_s.  With w1 = 4/(s^2 + s - 2), b_j = (j^2 + j - 2)/(2 j (j + "
        "1)), b_0 = b_1 = b_2:  m_1 = b_1 w1,  mu_j = (2 j - 1)/j b_j/b_j-1,  nu_j = -(j - 1)/j "
        "b_j/b_j-2,  m_j = mu_j w1,  g_j = (b_j-1 - 1) m_j,  c_j = b_j w1 j (j + 1)/2") &&
    enrol_recurrence(
        "rock2", Polynomials::weighted, 0,
        "Y_j = (1 - mu_j - nu_j) u_n + mu_j Y_j-1 + nu_j Y_j-2 + h (m_j F_j-1 + l_j F_j-2),  u_n+1 "
        "= Y_s.  R(z) = w(x) P_s-2(x) / (w(x0) P_s-2(x0)), x = x0 + z/L, w(x) = (x - 1 + "
        "3.2/s^2)^2 + (C/s^2)^2, P_j orthogonal for w^2/sqrt(1 - x^2) on [-1, 1], P_j+1 = (x - "
        "alpha_j) P_j - beta_j P_j-1, x0 = 1 + 0.14/s^2, L and C from R'(0) = R''(0) = 1:  for j "
        "<= s - 2 with p_j = P_j(x0): mu_j = (x0 - alpha_j-1) p_j-1/p_j,  nu_j = -beta_j-1 "
        "p_j-2/p_j,  m_j = p_j-1/(L p_j); the last two stages are w(x)/w(x0)") &&
    enrol_recurrence(
        "rock4", Polynomials::weighted4, 0,
        "Y_j = (1 - mu_j - nu_j) u_n + mu_j Y_j-1 + nu_j Y_j-2 + h m_j F_j-1 for j <= s - 4,  k_i "
        "= F(Y_s-4 + h sum_j a_ij k_j),  u_n+1 = Y_s-4 + h sum_j b_j k_j.  R(z) = w(x) P_s-4(x) / "
        "(w(x0) P_s-4(x0)), x = x0 + z/L, L and w of degree 4 from the conditions of order 4 and "
        "|R| = 0.95 at x = -1, P_j orthogonal for w^2/sqrt(1 - x^2) on [-1, 1], P_j+1 = (x - "
        "alpha_j) P_j - beta_j P_j-1, x0 = 1 - (1.0931 + 3/s^2)/s^2:  with p_j = P_j(x0): mu_j = "
        "(x0 - alpha_j-1) p_j-1/p_j,  nu_j = -beta_j-1 p_j-2/p_j,  m_j = p_j-1/(L p_j)");

}  // namespace
}  // namespace stiffbench
