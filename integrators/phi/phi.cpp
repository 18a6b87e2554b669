#include "integrators/phi/phi.hpp"

#include "base/error.hpp"
#include "base/registry.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stiffbench::phi {
namespace {

Registry<MakeBackend>& back_ends() {
  static Registry<MakeBackend> all("phi back end", "'stiffbench list integrators'");
  return all;
}

}  // namespace

Cloned<Backend> make_backend(const std::string& name) { return back_ends().find(name)(); }

bool enrol_backend(const std::string& name, MakeBackend make, std::source_location place) {
  CodeOrigin origin{.file = place.file_name(), .candidates = make()->facts().candidates};
  return back_ends().enrol(name, std::move(make), std::move(origin));
}

std::vector<std::string> backend_names() { return back_ends().names(); }

std::string unused_first_order_option(const Options& options) {
  const Options defaults;
  if (options.inner_product != defaults.inner_product)
    return fmt::format("inner_product = {} is for first-order Krylov processes",
                       name_of(options.inner_product));
  if (options.formulation != defaults.formulation)
    return fmt::format("formulation = {} is for first-order Krylov processes",
                       name_of(options.formulation));
  if (options.square_root != defaults.square_root)
    return fmt::format("square_root = {} is for formulation = sqrt", name_of(options.square_root));
  return "";
}

class Phi::Watch {
 public:
  explicit Watch(Phi& phi) : phi_(phi), before_(phi.problem_->work()) {}
  ~Watch() {
    const Work& now = phi_.problem_->work();
    phi_.report_.vectors += now.krylov_vectors - before_.krylov_vectors;
    phi_.report_.products += now.stiffness_products - before_.stiffness_products;
    phi_.report_.solves += now.solve - before_.solve;
    phi_.report_.factorizations += now.factorize - before_.factorize;
  }

 private:
  Phi& phi_;
  const Work before_;
};

std::string Phi::why_not_applicable(const ProblemKind& problem) const {
  return make_backend(choice)->why_not_applicable(problem, options);
}

void Phi::init(const CountedProblem& problem, double h) {
  backend_ = make_backend(choice);
  if (const std::string reason = backend_->why_not_applicable(problem, options); !reason.empty())
    throw Error("the phi back end '" + choice + "' must fit the problem", reason,
                "choose another phi");
  problem_ = &problem;
  report_ = {};
  backend_->init(problem, h, options);
}

void Phi::resize(double h) {
  const Report so_far = report_;
  init(*problem_, h);
  report_ = so_far;
}

Outcome Phi::linearise(const Mat& K, const Mat& D) {
  const Watch watch(*this);
  return backend_->linearise(K, D);
}

Outcome Phi::evaluate(int request, std::span<const Pair> in, std::span<Pair> out) {
  const Watch watch(*this);
  Outcome outcome = backend_->evaluate(request, in, out);
  report_.converged = outcome.ok();
  report_.error_estimate = std::max(report_.error_estimate, backend_->error_estimate());
  return outcome;
}

Settings Phi::reported(const Report& other) const {
  Settings all = backend_->chosen();
  all["phi_vectors"] = report_.vectors + other.vectors;
  all["phi_products"] = report_.products + other.products;
  all["phi_solves"] = report_.solves + other.solves;
  all["phi_factorizations"] = report_.factorizations + other.factorizations;
  all["phi_error_estimate"] = std::max(report_.error_estimate, other.error_estimate);
  all["phi_converged"] = report_.converged && other.converged;
  return all;
}

}  // namespace stiffbench::phi
