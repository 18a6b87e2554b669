// The tables of 'list integrators --coefficients' are the coefficients with which integrators
// compute: every row of every family is read back, is the row to the last bit, and meets its order
// conditions.

#include "harness/cli/commands/list/coefficients.hpp"
#include "integrators/contract/coefficients/coefficients.hpp"
#include "integrators/contract/registry.hpp"
#include "integrators/stabilised/recurrence.hpp"
#include "integrators/tableaus/check/broken_claims.hpp"
#include "integrators/tableaus/check/imex_claims.hpp"
#include "integrators/tableaus/check/nystrom_claims.hpp"
#include "integrators/tableaus/collocation.hpp"
#include "integrators/tableaus/dirk.hpp"
#include "integrators/tableaus/explicit.hpp"
#include "tests/base/text/number_in.hpp"
#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>

namespace coefficients_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;
using test::number_in;
using test::run_program;

namespace {

/// The coefficients that the program prints, by integrator.
const Json& printed() {
  static const Json all = [] {
    Json by_name = Json::object();
    for (const Json& entry : Json::parse(run_program("list integrators --coefficients --json").out))
      by_name[entry["name"].get<std::string>()] = entry["coefficients"];
    return by_name;
  }();
  return all;
}

/// The array of this symbol in the tables of an integrator.
const Json& array_of(const std::string& integrator, const std::string& symbol) {
  for (const Json& table : printed().at(integrator).at("tables"))
    for (const Json& array : table["arrays"])
      if (array["symbol"] == symbol) return array;
  FAIL(integrator << " has no " << symbol);
  throw;
}

bool has_array(const std::string& integrator, const std::string& symbol) {
  for (const Json& table : printed().at(integrator).at("tables"))
    for (const Json& array : table["arrays"])
      if (array["symbol"] == symbol) return true;
  return false;
}

double entry_of(const Json& value) { return value.is_null() ? 0 : number_in(value); }

/// Reads a matrix, the row below the line, or the column of this symbol.
template <std::size_t S>
void read(const Json& array, std::array<std::array<double, S>, S>& entries) {
  REQUIRE((array["values"].size() == S && array["values"][0].size() == S));
  for (std::size_t i = 0; i < S; ++i)
    for (std::size_t j = 0; j < S; ++j) entries[i][j] = entry_of(array["values"][i][j]);
}
template <std::size_t S>
void read(const Json& array, std::array<double, S>& entries) {
  const bool is_below = array["place"] == "below";
  REQUIRE((is_below ? array["values"][0] : array["values"]).size() >= S);
  for (std::size_t i = 0; i < S; ++i)
    entries[i] = entry_of(is_below ? array["values"][0][i] : array["values"][i][0]);
}

/// Reads weights of the embedded method, which the table has if there is one.
template <class Row, std::size_t S>
void read_embedded(const Row& row, const char* symbol, std::array<double, S>& weights) {
  CHECK(has_array(row.name, symbol) == (row.embedded.order > 0));
  weights = {};
  if (row.embedded.order > 0) read(array_of(row.name, symbol), weights);
}

/// Empties the coefficients of a copy, has them read, and compares the copy with the row.
template <class Row>
void check_row(const Row& row, auto&& empty_and_read, auto&& claims) {
  INFO(row.name);
  Row copy = row;
  empty_and_read(copy);
  CHECK(copy.coefficients() == row.coefficients());
  const BrokenClaims broken = claims(copy);
  INFO((broken.empty() ? "" : broken[0]));
  CHECK(broken.empty());
}

template <class... Rows>
void check_runge_kutta(const std::tuple<const Rows&...>& rows, Stages stages) {
  each_row(rows, [&](const auto& row) {
    check_row(
        row,
        [](auto& copy) {
          copy.a = {}, copy.b = copy.c = {};
          read(array_of(copy.name, "a"), copy.a);
          read(array_of(copy.name, "b"), copy.b);
          read(array_of(copy.name, "c"), copy.c);
          read_embedded(copy, "b*", copy.embedded.b);
        },
        [&](const auto& copy) { return broken_claims_of(copy, stages); });
  });
}

}  // namespace

TEST_CASE("printed tables of Runge-Kutta methods are those of the integrators") {
  check_runge_kutta(tableaus::explicit_rows, Stages::explicit_steps);
  check_runge_kutta(tableaus::dirk_rows, Stages::diagonally_implicit);
  check_runge_kutta(tableaus::collocation_rows, Stages::coupled);
}

TEST_CASE("printed tables of Rosenbrock methods are those of the integrators") {
  each_row(tableaus::rosenbrock_rows, [](const auto& row) {
    check_row(
        row,
        [](auto& copy) {
          copy.a = copy.c = {}, copy.m = {};
          read(array_of(copy.name, "a"), copy.a);
          read(array_of(copy.name, "c"), copy.c);
          read(array_of(copy.name, "m"), copy.m);
          copy.gamma = number_in(array_of(copy.name, "gamma")["values"][0][0]);
          read_embedded(copy, "m*", copy.embedded.b);
        },
        [](const auto& copy) { return broken_claims_of(copy); });
    const RosenbrockMatrices matrices(row);
    for (const auto& [symbol, sums] :
         {std::pair{"alpha", matrices.alpha_sums}, std::pair{"g", matrices.gamma_sums}})
      for (Eigen::Index i = 0; i < sums.size(); ++i)
        CHECK(entry_of(array_of(row.name, symbol)["values"][static_cast<std::size_t>(i)][0]) ==
              sums[i]);
  });
}

TEST_CASE("printed tables of Nystroem methods and weights of compositions are the integrators'") {
  const auto claims = [](const auto& copy) { return broken_claims_of(copy); };
  each_row(tableaus::nystrom_rows, [&](const auto& row) {
    check_row(
        row,
        [](auto& copy) {
          copy.a = {}, copy.b_position = copy.b_velocity = copy.c = {};
          read(array_of(copy.name, "a"), copy.a);
          read(array_of(copy.name, "bx"), copy.b_position);
          read(array_of(copy.name, "bv"), copy.b_velocity);
          read(array_of(copy.name, "c"), copy.c);
          read_embedded(copy, "bx*", copy.embedded.b_position);
          read_embedded(copy, "bv*", copy.embedded.b_velocity);
        },
        claims);
  });
  each_row(tableaus::composition_rows, [&](const auto& row) {
    check_row(
        row,
        [](auto& copy) {
          copy.kicks = {}, copy.drifts = {};
          read(array_of(copy.name, "k"), copy.kicks);
          read(array_of(copy.name, "d"), copy.drifts);
        },
        claims);
    CHECK(array_of(row.name, "d")["values"].back()[0].is_null());
  });
}

TEST_CASE("printed tables of implicit-explicit pairs are those of the integrators") {
  each_row(tableaus::imex_rows, [](const auto& row) {
    check_row(
        row,
        [](auto& copy) {
          copy.a_explicit = copy.a_implicit = {}, copy.b = copy.c = {};
          read(array_of(copy.name, "aE"), copy.a_explicit);
          read(array_of(copy.name, "aI"), copy.a_implicit);
          read(array_of(copy.name, "b"), copy.b);
          read(array_of(copy.name, "c"), copy.c);
          read_embedded(copy, "b*", copy.embedded.b);
        },
        [](const auto& copy) { return broken_claims_of(copy); });
  });
}

namespace {

/// The terms of remainders in a row of an exponential table, whose first cell is the function of F.
std::vector<RemainderTerm> remainders_in(const Json& row) {
  std::vector<RemainderTerm> terms;
  for (std::size_t j = 1; j < row.size(); ++j)
    if (!row[j].is_null())
      for (const Json& term : row[j])
        terms.push_back({static_cast<int>(j) - 1, term["phi"], number_in(term["c"]),
                         number_in(term["weight"])});
  return terms;
}

/// The same terms in one order; those of a table's row are in the order of their columns.
auto sorted(std::vector<RemainderTerm> terms) {
  std::vector<std::tuple<int, int, double, double>> all;
  for (const RemainderTerm& term : terms)
    if (term.weight != 0) all.emplace_back(term.from, term.k, term.c, term.weight);
  std::ranges::sort(all);
  return all;
}

}  // namespace

TEST_CASE("printed functions of exponential methods are those of the integrators") {
  each_row(tableaus::exponential_rows, [](const auto& row) {
    INFO(row.name);
    const ExponentialScheme scheme(row);
    const Json &a = array_of(row.name, "a"), &b = array_of(row.name, "b");
    REQUIRE(a["values"].size() == row.later.size());
    for (std::size_t i = 0; i < row.later.size(); ++i) {
      const Json& stage = a["values"][i];
      const ExponentialStart start = scheme.start(i);
      REQUIRE(stage[0].size() == 1);
      CHECK(stage[0][0]["phi"] == start.k);
      CHECK(number_in(stage[0][0]["c"]) == start.c);
      CHECK(number_in(stage[0][0]["weight"]) == start.weight);
      CHECK(number_in(array_of(row.name, "c")["values"][i][0]) == row.later[i].c);
      std::vector<RemainderTerm> couplings;
      for (const ExponentialCoupling& one : row.couplings)
        if (one.to == static_cast<int>(i))
          couplings.push_back({one.from, one.k, one.c, one.weight});
      CHECK(sorted(remainders_in(stage)) == sorted(couplings));
    }
    const std::vector<RemainderTerm> step = remainders_in(b["values"][0]);
    CHECK(b["values"][0][0] == Json::parse(R"([{"weight": "1", "phi": 1, "c": "1"}])"));
    CHECK(sorted(step) == sorted(scheme.step_terms()));
    CHECK(broken_claims(scheme, step, row.order, row.stiff_order).empty());
    CHECK(has_array(row.name, "b*") == (row.embedded.order > 0));
    if (row.embedded.order > 0)
      CHECK(sorted(remainders_in(array_of(row.name, "b*")["values"][0])) ==
            sorted({row.embedded.terms.begin(), row.embedded.terms.end()}));
  });
  CHECK(array_of("exprb2", "b")["values"][0].size() == 1);
  // The stages of pexprb43 are parameters: the printed ones meet the conditions of order 4.
  ExponentialStage stages[2];
  for (std::size_t i = 0; i < 2; ++i)
    stages[i] = {number_in(array_of("pexprb43", "c")["values"][i][0]), 0, 0};
  CHECK(stages[0].c == 1. / 3);
  CHECK(stages[1].c == 3. / 4);
  CHECK(broken_claims(ExponentialScheme(stages),
                      remainders_in(array_of("pexprb43", "b")["values"][0]), 4, 4)
            .empty());
}

TEST_CASE("printed recurrences of stabilised methods have their stability functions") {
  const auto column = [](const char* name, const char* symbol, std::size_t j) {
    return has_array(name, symbol) ? entry_of(array_of(name, symbol)["values"][j][0]) : 0;
  };
  for (const auto& [name, polynomials] :
       {std::pair{"rkc2", Polynomials::chebyshev}, std::pair{"rkl2", Polynomials::legendre},
        std::pair{"rock2", Polynomials::weighted}, std::pair{"rock4", Polynomials::weighted4}}) {
    INFO(name);
    Recurrence read_back;
    const std::size_t count = array_of(name, "c")["values"].size();
    for (std::size_t j = 0; j < count; ++j)
      read_back.stages.push_back({.mu = column(name, "mu", j),
                                  .nu = column(name, "nu", j),
                                  .of_last = column(name, "m", j),
                                  .of_first = column(name, "g", j),
                                  .time = column(name, "c", j),
                                  .of_before = column(name, "l", j)});
    if (polynomials == Polynomials::weighted4) {
      read_back.finish.emplace();
      read(array_of(name, "a"), read_back.finish->a);
      read(array_of(name, "b"), read_back.finish->b);
      CHECK(has_array(name, "e"));
    }
    const Recurrence own =
        make_recurrence(polynomials, 8, polynomials == Polynomials::chebyshev ? usual_epsilon : 0);
    for (const std::complex<double> z :
         {std::complex(-0.5, 0.0), std::complex(-0.9 * own.real_bound, 0.0),
          std::complex(-1.0, 2.0)})
      CHECK(read_back.stability(z) == own.stability(z));
    CHECK(std::abs(read_back.stability(0.001) - std::exp(0.001)) < 1e-9);
  }
}

TEST_CASE("a second description of one integrator's coefficients is refused") {
  CHECK_THROWS_WITH(enrol_coefficients("rk4", [] { return MethodCoefficients{}; }),
                    Contains("got a second one of 'rk4'"));
  CHECK(coefficients_of("rk4")->tables.size() == 1);
}

TEST_CASE("every method of a table has its coefficients, and others have none") {
  std::size_t with = 0;
  for (const AnyIntegrator& method : IntegratorRegistry::instance().all()) {
    const std::string name = method->facts().name;
    if (!printed().contains(name)) continue;  // a method of these tests
    INFO(name);
    // The claims of rows are checked by their coefficients.
    if (broken_claims(name)) CHECK_FALSE(printed()[name].is_null());
    with += !printed()[name].is_null();
  }
  CHECK(with >= 60);
  for (const char* name : {"bdf2", "newmark", "cvode_bdf"}) CHECK(printed()[name].is_null());
}

TEST_CASE("tables of coefficients are printed with Butcher's lines, and only those asked for") {
  CHECK_THAT(run_program("list integrators trapezoidal --coefficients").out,
             Contains("  c_i |  a_i1  a_i2\n  ----+------------\n  0   |  0\n"
                      "  1   |  1/2   1/2\n  ----+------------\n  b   |  1/2   1/2\n"));
  CHECK_THAT(run_program("list integrators bdf2 --coefficients").out,
             Contains("bdf2 has no table of coefficients"));
  const auto some = run_program("list integrators bdf2 rk4 newmark --coefficients").out;
  for (const char* name : {"bdf2", "newmark"})
    CHECK_THAT(some, Contains(name + std::string(" has no table of coefficients")));
  CHECK_THAT(some, Contains("rk4"));
  CHECK_THAT(run_program("list integrators --coefficients").out,
             !Contains("has no table of coefficients"));
  CHECK_THAT(run_program("list integrators rk4 --json").out, !Contains("coefficients"));
  const auto refused = run_program("list problems --coefficients");
  CHECK(refused.status == 2);
  CHECK_THAT(refused.err, Contains("only integrators have coefficients"));
  const auto both = run_program("list integrators rk4 --properties --coefficients");
  CHECK(both.status == 2);
  CHECK_THAT(both.err, Contains("got --properties and --coefficients"));
  CHECK(Json::parse(run_program("list integrators rk4 --properties --coefficients --json").out)[0]
            .contains("coefficients"));
}

}  // namespace coefficients_tests
