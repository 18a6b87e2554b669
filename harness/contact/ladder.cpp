#include "harness/contact/ladder.hpp"

#include "base/error.hpp"
#include "base/parameters.hpp"
#include "integrators/contract/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace stiffbench::contact_ladder {
namespace {

std::vector<Phenomenon>& all_phenomena() {
  static std::vector<Phenomenon> all;
  return all;
}

Contestant contestant(const std::string& name) {
  const Facts facts = IntegratorRegistry::instance().make(name)->facts();
  return {name, facts.family == Family::explicit_steps};
}

/// Measures the numbers of a rung with one method; appends one result to each row.
void measure(const Rung& rung, const Contestant& method, std::vector<Answer>& rows) {
  std::vector<double> measured;
  Outcome outcome;
  try {
    outcome = rung.measure(method, measured);
  } catch (const Error& error) {
    outcome = {Status::not_applicable, error.what()};
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Result result{.integrator = method.integrator,
                  .status = outcome.status,
                  .reason = outcome.reason,
                  .measured = outcome.ok() ? measured.at(i) : NAN};
    const Prediction& band = rung.predictions[i];
    result.stands = band.low <= result.measured && result.measured <= band.high;
    rows[i].results.push_back(std::move(result));
  }
}

}  // namespace

Prediction within(double relative, std::string quantity, std::string unit, double value) {
  return near(relative * std::abs(value), std::move(quantity), std::move(unit), value);
}
Prediction near(double absolute, std::string quantity, std::string unit, double value) {
  return {std::move(quantity), std::move(unit), value, value - absolute, value + absolute};
}

bool enrol(Phenomenon phenomenon) {
  all_phenomena().push_back(std::move(phenomenon));
  return true;
}

std::vector<Phenomenon> phenomena() {
  std::vector<Phenomenon> all = all_phenomena();
  std::ranges::sort(all, {}, &Phenomenon::place);
  return all;
}

bool Answer::is_broken() const {
  return std::ranges::any_of(results, [&](const Result& result) {
    return !result.stands && std::ranges::count(must_stand, result.integrator) > 0;
  });
}

std::vector<Answer> climb(const std::vector<std::string>& names,
                          const std::vector<std::string>& methods,
                          const std::function<void(const Answer&)>& report) {
  std::vector<std::string> known_names;
  for (const Phenomenon& phenomenon : phenomena()) known_names.push_back(phenomenon.name);
  for (const std::string& name : names)
    if (std::ranges::count(known_names, name) == 0)
      throw Error(fmt::format("the ladder has the phenomena {}", fmt::join(known_names, ", ")),
                  "'" + name + "'", "name one of them");
  std::vector<Contestant> contestants;
  for (const std::string& method : methods) contestants.push_back(contestant(method));
  std::vector<Answer> all;
  for (const Phenomenon& phenomenon : phenomena()) {
    if (!names.empty() && std::ranges::count(names, phenomenon.name) == 0) continue;
    for (const Rung& rung : phenomenon.rungs()) {
      const auto begin = std::chrono::steady_clock::now();
      std::vector<Answer> rows;
      for (const Prediction& prediction : rung.predictions)
        rows.push_back({phenomenon.name, rung.parameters, prediction, {}, rung.must_stand});
      for (const Contestant& method : contestants) measure(rung, method, rows);
      const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
      for (Answer& row : rows) {
        row.seconds = seconds.count();
        report(row);
        all.push_back(std::move(row));
      }
    }
  }
  return all;
}

std::vector<std::string> usual_methods() {
  return {"implicit_euler", "a_search", "bdf2", "sdirk2", "ros3prl2", "velocity_verlet"};
}

}  // namespace stiffbench::contact_ladder
