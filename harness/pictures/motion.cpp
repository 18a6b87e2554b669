#include "harness/pictures/motion.hpp"

#include "base/error.hpp"
#include "harness/run/initial_state.hpp"
#include "problems/contract/picture.hpp"
#include "problems/contract/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace stiffbench {
namespace {

/// Returns the entries of a matrix in column-major order, rounded to `decimals` decimal places.
Json numbers(const Eigen::MatrixXd& matrix, int decimals) {
  const double scale = std::pow(10., decimals);
  Json list = Json::array();
  for (const double value : matrix.reshaped()) list.push_back(std::round(value * scale) / scale);
  return list;
}

/// Returns the decimal places that leave `points` at least seven digits.
int decimals_of(const Eigen::Matrix3Xd& points) {
  const double extent = points.cwiseAbs().maxCoeff();
  return 7 - (extent > 0 ? int(std::ceil(std::log10(extent))) : 0);
}

/// Returns the columns of a matrix as lists of numbers.
template <class Matrix>
Json columns(const Matrix& matrix) {
  Json list = Json::array();
  for (const auto& column : matrix.colwise())
    list.push_back(std::vector<typename Matrix::Scalar>(column.begin(), column.end()));
  return list;
}

const Pictured& pictured(const Problem& problem) {
  if (const auto* it = dynamic_cast<const Pictured*>(&problem)) return *it;
  std::vector<std::string> names;
  for (const auto& entry : ProblemRegistry::instance().all())
    if (entry.is_pictured) names.push_back(entry.facts.name);
  throw Error("pictures are drawn of problems that say what they look like",
              "'" + problem.name() + "'", fmt::format("take one of {}", fmt::join(names, ", ")));
}

/// Returns the bodies at these states: their form, and their points in each picture.
Json bodies_at(const Problem& problem, const std::vector<State>& states) {
  Json bodies = Json::array();
  std::vector<int> decimals;
  for (const State& u : states) {
    const auto now = pictured(problem).bodies(u);
    for (std::size_t i = 0; i < now.size(); ++i) {
      if (bodies.size() == i) {
        bodies.push_back({{"name", now[i].name},
                          {"closed", now[i].closed},
                          {"faces", columns(now[i].faces)},
                          {"lines", now[i].lines},
                          {"points", Json::array()}});
        decimals.push_back(decimals_of(now[i].points));
      }
      bodies[i]["points"].push_back(numbers(now[i].points, decimals[i]));
    }
  }
  return bodies;
}

/// Returns the line of a motion through these states, the start first, without its method.
Json line_of(const Problem& problem, const std::vector<State>& states) {
  const ProblemFacts& facts = ProblemRegistry::instance().find(problem.name()).facts;
  const View view = pictured(problem).view();
  Json times = Json::array();
  for (const State& u : states) times.push_back(u.t);
  return {{"schema", "stiffbench.motion/1"},
          {"problem",
           {{"name", facts.name},
            {"title", facts.title},
            {"parameters", to_json(problem.parameters())},
            {"units", {{"length", facts.units.length}, {"time", facts.units.time}}}}},
          {"t", std::move(times)},
          {"view", {{"eye", columns(view.eye)[0]}, {"up", columns(view.up)[0]}}},
          {"bodies", bodies_at(problem, states)}};
}

/// Returns the error of every state in the energy norm; null if unknown.
Json errors_of(const Problem& problem, const std::vector<State>& states, const Judge& judge) {
  if (judge.states().empty()) return nullptr;
  Json errors{0};
  for (std::size_t i = 0; i + 1 < states.size(); ++i) {
    const double error =
        measure(problem, std::span(&states[i + 1], 1), std::span(&judge.states()[i], 1))
            .energy_norm_relative;
    errors.push_back(finite_or_null(error));
  }
  return errors;
}

Json run_line(RunPlan plan, const Judge& judge, long intervals) {
  plan.request.checkpoints = intervals;
  plan.request.energy_series = 0;
  const auto start = plan.start;
  plan = make_plan(plan.problem, plan.request);
  plan.start = start;
  const Problem& problem = *plan.problem;
  const Observation run = observe(plan);
  std::vector<State> states{initial_state(plan)};
  std::ranges::copy(run.checkpoints, std::back_inserter(states));
  const RunRequest& request = plan.request;
  const bool adaptive = plan.integrator->adaptive();
  Json line = line_of(problem, states);
  line.update(
      {{"method", request.integrator_label.empty() ? request.integrator : request.integrator_label},
       {"integrator",
        {{"name", request.integrator}, {"parameters", to_json(request.integrator_settings)}}},
       {"step",
        {{"h", adaptive ? Json() : Json(plan.h)}, {"tolerance", value_or_null(request.tolerance)}}},
       {"status", to_string(run.status)},
       {"reason", run.reason},
       {"reached", adaptive ? states.back().t : plan.h * double(run.count)},
       {"error", errors_of(problem, states, judge)},
       {"digits", nullptr}});
  return line;
}

Json reference_line(const Problem& problem, const Judge& judge) {
  std::vector<State> states{problem.start()};
  std::ranges::copy(judge.states(), std::back_inserter(states));
  Json line = line_of(problem, states);
  line.update({{"method", "reference"},
               {"integrator", nullptr},
               {"step", {{"h", nullptr}, {"tolerance", nullptr}}},
               {"status", "ok"},
               {"reason", ""},
               {"reached", states.back().t},
               {"error", nullptr},
               {"digits", value_or_null(judge.digits())}});
  return line;
}

}  // namespace

long common_intervals(const std::vector<RunPlan>& plans, long most) {
  long common = 0;  // divisible by every number
  for (const RunPlan& plan : plans)
    if (!plan.integrator->adaptive()) common = std::gcd(common, plan.count);
  while (common % most != 0) --most;
  return most;
}

std::vector<Json> motion(const std::vector<RunPlan>& plans, const Judge::Options& options) {
  const Problem& problem = *plans.front().problem;
  pictured(problem);
  for (const RunPlan& plan : plans)
    if (!plan.why_not_applicable.empty())
      throw Error("an integrator fits the problem that it is to move",
                  plan.request.integrator + ": " + plan.why_not_applicable,
                  "take another integrator");
  const Judge judge(problem, options);
  std::vector<Json> lines;
  for (const RunPlan& plan : plans) {
    if (options.progress) options.progress(plan.request.integrator, 0);
    lines.push_back(run_line(plan, judge, options.checkpoints));
  }
  if (!judge.states().empty()) lines.push_back(reference_line(problem, judge));
  return lines;
}

}  // namespace stiffbench
