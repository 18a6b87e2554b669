#include "c/method.hpp"

#include "harness/records/code/interpreted.hpp"
#include "harness/records/record.hpp"
#include "integrators/contract/assign_parameters.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace stiffbench::c {
namespace {

/// The reason of a callback that ended with this code and announced no failure.
std::string reason_of(const std::string& callback, int code) {
  std::string reason = fmt::format("{} returned {}", callback, code);
  const bool is_own_code = code >= STIFFBENCH_INVALID && code <= STIFFBENCH_DEFECT;
  if (is_own_code && !thread_data().message.empty()) reason += ": " + thread_data().message;
  return reason;
}

}  // namespace

CallbackIntegrator::Instance::Instance(const CountedProblem& problem,
                                       const std::vector<ParameterFacts>& parameters)
    : view(new View{problem, {}}), x(problem.dof()), v(problem.dof()) {
  for (const ParameterFacts& parameter : parameters)
    view->settings[parameter.name] = parameter.value;
  handle = open_handle({nullptr, view});
}

CallbackIntegrator::Instance::~Instance() {
  close_handle(handle);  // the problem behind the view may end before the instance
  if (destroy) destroy(object);
}

CallbackIntegrator::CallbackIntegrator(CallbackFacts facts)
    : facts_(std::make_shared<const CallbackFacts>(std::move(facts))),
      parameters_(facts_->parameters) {}

Settings CallbackIntegrator::reported() const {
  if (!facts_->interpreted) return {};
  return {{interpreted_mark, true}};
}

void CallbackIntegrator::assign(const Settings& settings) {
  parameters_ = facts_->parameters;
  assign_parameters(fmt::format("integrator '{}'", facts_->facts.name), parameters_, settings);
}

void CallbackIntegrator::init(const CountedProblem& problem, double h) {
  h_ = h;
  instance_.drop();
  instance_.renew(problem, parameters_);
  instance_->object = facts_->data;
  if (facts_->init) {
    Failure& failure = thread_data().failure = {};
    const int code = facts_->init(facts_->data, instance_->handle, h, &instance_->object);
    const std::string callback = facts_->facts.name + ".init()";
    if (code == STIFFBENCH_FAILED && failure.status == to_string(Status::not_applicable))
      throw Error(failure.reason);
    if (code == STIFFBENCH_FAILED && !failure.status.empty())
      throw std::runtime_error(
          fmt::format("{} failed: {}: {}", callback, failure.status, failure.reason));
    if (code != STIFFBENCH_OK) throw std::runtime_error(reason_of(callback, code));
  }
  instance_->destroy = facts_->destroy;
}

Outcome CallbackIntegrator::step(State& u) {
  Instance& own = *instance_;
  Failure& failure = thread_data().failure;
  failure.status.clear();
  own.x = u.x;
  own.v = u.v;
  const int code =
      facts_->step(own.object, own.handle, u.t, h_, own.x.data(), own.v.data(), own.x.size());
  if (code == STIFFBENCH_OK) {
    u.x.swap(own.x);
    u.v.swap(own.v);
    u.t += h_;
    return {};
  }
  const std::string callback = facts_->facts.name + ".step()";
  if (code != STIFFBENCH_FAILED || failure.status.empty())
    throw std::runtime_error(reason_of(callback, code));
  if (failure.status == to_string(Status::not_applicable))
    throw std::runtime_error(callback + " is too late to refuse a problem; init() does that");
  return {status_from(failure.status), failure.reason};
}

long CallbackIntegrator::steps_taken() const {
  if (!adaptive()) return 0;
  return const_cast<Uncopied<Instance>&>(instance_)->view->steps;
}

int CallbackIntegrator::own_order(const Problem& problem) const {
  return problem.traits().damped ? facts_->order_damped : facts_->order;
}

}  // namespace stiffbench::c
