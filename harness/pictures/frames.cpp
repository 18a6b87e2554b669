#include "harness/pictures/frames.hpp"

#include "base/error.hpp"
#include "harness/run/observe.hpp"
#include "problems/contract/picture.hpp"
#include "problems/contract/registry.hpp"

#include <fmt/format.h>

namespace stiffbench {
namespace {

/// The columns of a matrix as lists of numbers.
template <class Matrix>
Json columns(const Matrix& matrix) {
  Json list = Json::array();
  for (const auto& column : matrix.colwise())
    list.push_back(std::vector<typename Matrix::Scalar>(column.begin(), column.end()));
  return list;
}

Json body_part(const Body& body) {
  return {{"name", body.name},
          {"closed", body.closed},
          {"points", columns(body.points)},
          {"faces", columns(body.faces)},
          {"lines", body.lines}};
}

std::string pictured_problems() {
  std::vector<std::string> names;
  for (const auto& entry : ProblemRegistry::instance().all())
    if (entry.is_pictured) names.push_back(entry.facts.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

std::vector<State> states_of(const RunPlan& plan) {
  if (!plan.unfit.empty())
    throw Error("an integrator fits the problem that it is to move", plan.unfit,
                "take another integrator");
  Observation observation = observe(plan);
  if (observation.status != Status::ok)
    throw Error("pictures are drawn of a run that ends well",
                fmt::format("{}: {}", to_string(observation.status), observation.reason),
                "take a smaller step, or another integrator");
  observation.checkpoints.insert(observation.checkpoints.begin(), plan.problem->start());
  return std::move(observation.checkpoints);
}

}  // namespace

std::vector<Json> frames(const RunPlan& plan) {
  const auto* pictured = dynamic_cast<const Pictured*>(plan.problem.get());
  if (!pictured)
    throw Error("pictures are drawn of problems that say what they look like",
                "'" + plan.problem->name() + "'", "take one of " + pictured_problems());
  const View view = pictured->view();
  std::vector<Json> frames;
  for (const State& u : states_of(plan)) {
    Json bodies = Json::array();
    for (const Body& body : pictured->bodies(u)) bodies.push_back(body_part(body));
    frames.push_back(
        {{"schema", "stiffbench.frame/2"},
         {"problem", {{"name", plan.problem->name()}}},
         {"integrator", {{"name", plan.request.integrator}}},
         {"h", plan.h},
         {"t", u.t},
         {"time_unit", ProblemRegistry::instance().find(plan.problem->name()).facts.units.time},
         {"number", frames.size()},
         {"view", {{"eye", columns(view.eye)[0]}, {"up", columns(view.up)[0]}}},
         {"bodies", std::move(bodies)}});
  }
  return frames;
}

}  // namespace stiffbench
