// Problems through the C interface have the numbers of the C++ ones, and refuse what does not fit.
#include "problems/contract/problem_hash.hpp"
#include "problems/contract/registry.hpp"
#include "tests/c/interface.hpp"

#include <cmath>
#include <limits>

namespace stiffbench::c_tests {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

Vec vec(const std::vector<double>& numbers) {
  return Eigen::Map<const Vec>(numbers.data(), static_cast<Eigen::Index>(numbers.size()));
}

TEST_CASE("evaluations in C are those of the problem") {
  const TestProblem p("spring_pendulum");
  const auto own = ProblemRegistry::instance().make("spring_pendulum");
  const State start = own->start();
  State u = start;
  u.t = 0.25;
  REQUIRE(vec(p.x) == start.x);
  REQUIRE(vec(p.v) == start.v);
  const auto n = p.dof;
  Vec numbers, expected, dx = Vec::LinSpaced(n, 0.1, 1), dv = Vec::LinSpaced(n, -1, 2);
  numbers.resize(n);

  REQUIRE(stiffbench_force(p.handle, u.t, p.x.data(), n, p.v.data(), n, numbers.data(), n) == 0);
  own->force(u, expected);
  CHECK(numbers == expected);
  REQUIRE(stiffbench_jacobian_times(p.handle, u.t, p.x.data(), n, p.v.data(), n, dx.data(), n,
                                    dv.data(), n, numbers.data(), n) == 0);
  own->jacobian_times(u, dx, dv, expected);
  CHECK(numbers == expected);
  REQUIRE(stiffbench_time_derivative(p.handle, u.t, p.x.data(), n, p.v.data(), n, numbers.data(),
                                     n) == 0);
  own->time_derivative(u, expected);
  CHECK(numbers == expected);
  REQUIRE(stiffbench_mass_solve(p.handle, dx.data(), n, numbers.data(), n) == 0);
  own->mass().solve(dx, expected);
  CHECK(numbers == expected);

  double energy, potential, kinetic, end_time;
  REQUIRE(stiffbench_energy(p.handle, u.t, p.x.data(), n, p.v.data(), n, &energy) == 0);
  REQUIRE(stiffbench_potential(p.handle, u.t, p.x.data(), n, p.v.data(), n, &potential) == 0);
  REQUIRE(stiffbench_kinetic(p.handle, u.t, p.x.data(), n, p.v.data(), n, &kinetic) == 0);
  REQUIRE(stiffbench_end_time(p.handle, &end_time) == 0);
  CHECK(energy == own->energy(u));
  CHECK(potential == own->potential(u));
  CHECK(kinetic == own->kinetic(u));
  CHECK(end_time == own->end_time());
}

TEST_CASE("matrices in C are those of the problem") {
  const TestProblem p("beam", R"({"cells": 1, "aspect": 2})");
  const auto own = ProblemRegistry::instance().make("beam", {{"cells", 1L}, {"aspect", 2L}});
  const auto n = p.dof;
  const auto compare = [&](int code, std::int64_t entries, Mat expected) {
    REQUIRE(code == STIFFBENCH_OK);
    if (expected.rows() == 0) expected.resize(n, n);
    expected.makeCompressed();
    REQUIRE(entries == expected.nonZeros());
    std::vector<int32_t> rows(static_cast<std::size_t>(n) + 1),
        columns(static_cast<std::size_t>(entries));
    std::vector<double> values(columns.size());
    const auto matrix = [&](std::int64_t row_count, std::int64_t count) {
      return stiffbench_matrix(rows.data(), row_count, columns.data(), count, values.data(),
                               entries);
    };
    REQUIRE(matrix(n + 1, entries) == STIFFBENCH_OK);
    CHECK(std::equal(rows.begin(), rows.end(), expected.outerIndexPtr()));
    CHECK(std::equal(columns.begin(), columns.end(), expected.innerIndexPtr()));
    CHECK(std::equal(values.begin(), values.end(), expected.valuePtr()));
    require_refusal(matrix(n, entries), STIFFBENCH_BAD_LENGTH, "row_starts has", std::to_string(n));
    require_refusal(matrix(n + 1, entries + 1), STIFFBENCH_BAD_LENGTH, "columns has", "");
  };
  std::int64_t entries = -1;
  Mat K, D;
  own->stiffness(own->start(), K);
  own->damping(own->start(), D);
  const auto at = [&](auto function) {
    return function(p.handle, p.t, p.x.data(), n, p.v.data(), n, &entries);
  };
  int code = at(stiffbench_stiffness);
  compare(code, entries, K);
  code = at(stiffbench_damping);
  compare(code, entries, D);
  code = stiffbench_mass(p.handle, &entries);
  compare(code, entries, own->mass().matrix());
  code = stiffbench_split(p.handle, &entries);
  compare(code, entries, own->linear_stiffness());
}

TEST_CASE("facts and lists in C are JSON") {
  const TestProblem p("fput", R"({"omega": 50.0})");
  REQUIRE(stiffbench_facts(p.handle) == STIFFBENCH_OK);
  const Json facts = left_json();
  CHECK(facts["name"] == "fput");
  CHECK(facts["parameters"]["omega"] == 50.0);
  CHECK(facts["dof"] == p.dof);
  CHECK(facts["traits"]["damped"] == false);
  CHECK(facts["hash"] ==
        problem_hash(*ProblemRegistry::instance().make("fput", {{"omega", 50.0}})));
  double omega = 0;
  REQUIRE(stiffbench_json_number(stiffbench_text(), "/parameters/omega", &omega) == 0);
  CHECK(omega == 50);
  int32_t holds = -1;
  REQUIRE(stiffbench_trait(p.handle, "damped", &holds) == 0);
  CHECK(holds == 0);
  REQUIRE(stiffbench_trait(p.handle, "diagonal_mass", &holds) == 0);
  CHECK(holds == 1);
  require_refusal(stiffbench_trait(p.handle, "stiff", &holds), STIFFBENCH_INVALID, "traits",
                  "'stiff'");

  REQUIRE(stiffbench_problems() == STIFFBENCH_OK);
  CHECK(left_json().size() == ProblemRegistry::instance().all().size());
  REQUIRE(stiffbench_integrators() == STIFFBENCH_OK);
  const Json methods = left_json();
  const auto rk4 = std::find_if(methods.begin(), methods.end(),
                                [](const Json& entry) { return entry["name"] == "rk4"; });
  REQUIRE(rk4 != methods.end());
  CHECK((*rk4)["family"] == "explicit");
  CHECK((*rk4)["stages"] == 4);
}

TEST_CASE("texts that are no problem, no JSON or no pointer are refused in C") {
  start();
  stiffbench_problem problem = 7;
  const auto refuses = [&](const char* name, const char* parameters, const char* rule,
                           const char* got) {
    require_refusal(stiffbench_make_problem(name, parameters, &problem), STIFFBENCH_INVALID, rule,
                    got);
    CHECK(problem == 7);  // outputs of a refusal stay unwritten
  };
  refuses("fputt", nullptr, "the problem must be one", "'fputt'");
  refuses("fput", R"({"omga": 5})", "problem 'fput'", "omga");
  refuses("fput", R"({"omega": "fast"})", "problem 'fput'", "fast");
  refuses("fput", "{", "well-formed JSON", "line 1");
  refuses("fput", "", "well-formed JSON", "empty");
  refuses("fput", "[1]", "are a JSON object", "[1]");
  refuses("fput", "{\"\xff\": 1}", "well-formed JSON", "");
  refuses(nullptr, nullptr, "name is a text", "NULL");
  require_refusal(stiffbench_make_problem("fput", nullptr, nullptr), STIFFBENCH_INVALID,
                  "problem is the address", "NULL");
  double number = 0;
  require_refusal(stiffbench_json_number("{}", "/a", &number), STIFFBENCH_INVALID, "leads to",
                  "'/a'");
  require_refusal(stiffbench_json_number("{}", "a", &number), STIFFBENCH_INVALID, "slash", "'a'");
  require_refusal(stiffbench_json_number(R"({"a": "b"})", "/a", &number), STIFFBENCH_INVALID,
                  "number or null", "b");
  REQUIRE(stiffbench_json_number(R"({"a": null})", "/a", &number) == 0);
  CHECK(std::isnan(number));
}

TEST_CASE("arrays of other lengths, NULL and numbers that are not finite are refused in C") {
  const TestProblem p("fput");
  const auto n = p.dof;
  std::vector<double> x = p.x, f(x.size(), 7);
  const std::vector<double> untouched = f;
  const auto force = [&](double t, const double* position, std::int64_t length, double* out,
                         std::int64_t out_length) {
    return stiffbench_force(p.handle, t, position, length, p.v.data(), n, out, out_length);
  };
  require_refusal(force(0, x.data(), n - 1, f.data(), n), STIFFBENCH_BAD_LENGTH,
                  "x has " + std::to_string(n), std::to_string(n - 1));
  require_refusal(force(0, x.data(), -1, f.data(), n), STIFFBENCH_BAD_LENGTH, "x has", "-1");
  require_refusal(force(0, x.data(), n, f.data(), n + 1), STIFFBENCH_BAD_LENGTH, "f has", "");
  require_refusal(force(0, nullptr, n, f.data(), n), STIFFBENCH_INVALID, "x is the", "NULL");
  require_refusal(force(0, x.data(), n, nullptr, n), STIFFBENCH_INVALID, "f is the", "NULL");
  require_refusal(force(nan, x.data(), n, f.data(), n), STIFFBENCH_INVALID, "t is finite", "nan");
  x[3] = infinity;
  require_refusal(force(0, x.data(), n, f.data(), n), STIFFBENCH_INVALID, "entries of x are finite",
                  "inf at entry 3");
  double energy = 7;
  require_refusal(stiffbench_energy(p.handle, 0, x.data(), n, p.v.data(), n, &energy),
                  STIFFBENCH_INVALID, "x are finite", "inf");
  x[3] = nan;
  require_refusal(stiffbench_jacobian_times(p.handle, 0, p.x.data(), n, p.v.data(), n, x.data(), n,
                                            p.v.data(), n, f.data(), n),
                  STIFFBENCH_INVALID, "dx are finite", "nan at entry 3");
  require_refusal(stiffbench_mass_solve(p.handle, x.data(), n, f.data(), n), STIFFBENCH_INVALID,
                  "f are finite", "nan at entry 3");
  require_refusal(stiffbench_axpy(1, x.data(), n, f.data(), n - 1), STIFFBENCH_BAD_LENGTH, "x has",
                  "");
  require_refusal(stiffbench_energy(p.handle, 0, p.x.data(), n, p.v.data(), n, nullptr),
                  STIFFBENCH_INVALID, "energy is the", "NULL");
  CHECK(energy == 7);
  CHECK(f == untouched);
}

TEST_CASE("an output may be the array of an input in C") {
  const TestProblem p("fput");
  std::vector<double> f(p.x.size()), same = p.x;
  REQUIRE(stiffbench_force(p.handle, 0, p.x.data(), p.dof, p.v.data(), p.dof, f.data(), p.dof) ==
          0);
  REQUIRE(stiffbench_force(p.handle, 0, same.data(), p.dof, p.v.data(), p.dof, same.data(),
                           p.dof) == 0);
  CHECK(f == same);
}

TEST_CASE("references and errors of states in C are those of the harness") {
  const TestProblem p("fput", R"({"end_time": 1.0})");
  std::vector<double> x = p.x, v = p.v;
  double digits = 0, error = -1;
  const double times[] = {0.5, 1};
  const auto n = p.dof;
  REQUIRE(stiffbench_reference(p.handle, nullptr, &digits, x.data(), n, v.data(), n) == 0);
  const Json facts = left_json();
  CHECK(facts["digits"] == digits);
  CHECK(facts["states"][0]["x"] == Json(x));
  const auto error_of = [&](const double* t, std::int64_t count) {
    return stiffbench_error_of_states(p.handle, nullptr, t, count, x.data(), count * n, v.data(),
                                      count * n, &error);
  };
  REQUIRE(error_of(times + 1, 1) == 0);
  CHECK(error == 0);
  CHECK(left_json()["energy_norm_relative"] == 0);
  x[0] += 1e-3;
  REQUIRE(error_of(times + 1, 1) == 0);
  CHECK(error > 1e-6);
  CHECK(error < 1e-2);
  require_refusal(error_of(times, 1), STIFFBENCH_INVALID, "state 1 of 1 is that at t = 1", "0.5");
  require_refusal(error_of(times, 0), STIFFBENCH_BAD_LENGTH, "at least one state", "0 entries");
  require_refusal(
      stiffbench_reference(p.handle, R"({"digits": 99})", &digits, x.data(), n, v.data(), n),
      STIFFBENCH_INVALID, "digits", "99");
  require_refusal(
      stiffbench_reference(p.handle, R"({"digitss": 9})", &digits, x.data(), n, v.data(), n),
      STIFFBENCH_INVALID, "have the keys digits, checkpoints", "'digitss'");
}

}  // namespace
}  // namespace stiffbench::c_tests
