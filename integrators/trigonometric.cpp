// Trigonometric integrators for M x'' = -K0 x + g(x), with Omega^2 = M^-1 K0, xi = h Omega and the
// even filter functions psi, phi (Hairer, Lubich, Wanner, Geometric Numerical Integration,
// XIII.2.2):
//   x+ = cos(xi) x + h sinc(xi) v + h^2/2 psi(xi) g,                    g = M^-1 g(phi(xi) x)
//   v+ = -Omega sin(xi) x + cos(xi) v + h/2 (psi0(xi) g + psi1(xi) g+),
// psi = sinc psi1 and psi0 = cos psi1, which makes the methods symmetric. The letters are those of
// the book; (G) is the method of Grimm and Hochbruck; (F) is the two-force method of XIII.1.6,
// whose force is g(x) + sinc(xi) g(x) - g(sinc(xi) x). The methods are exact where g = 0, and
// velocity Verlet where K0 = 0.

#include "integrators/contract/registry.hpp"
#include "integrators/kernels/linear/multiply.hpp"
#include "integrators/phi/half_size/half_size.hpp"
#include "integrators/phi/scalar/stumpff.hpp"

#include <fmt/format.h>

namespace stiffbench {
namespace {

/// The functions whose products are the filters, at one xi.
struct At {
  double xi2, cosine, sinc;       // of xi
  double half_cosine, half_sinc;  // of xi/2

  explicit At(double y) : xi2(y) {
    double c[2];
    phi::stumpff(y, 1, c);
    cosine = c[0];
    sinc = c[1];
    phi::stumpff(y / 4, 1, c);
    half_cosine = c[0];
    half_sinc = c[1];
  }
  double half_sine_squared() const { return xi2 / 4 * half_sinc * half_sinc; }
};

using Filter = double (*)(const At&);

/// One evaluation of the force: the filters of its result and of its argument.
struct Force {
  Filter psi, psi1, phi;  // phi = nullptr: 1
};

struct Method {
  const char *letter, *title, *doi;
  std::vector<Force> forces;
};

double one(const At&) { return 1; }
double sinc(const At& a) { return a.sinc; }
double sinc_squared(const At& a) { return a.sinc * a.sinc; }
double half_sinc_squared(const At& a) { return a.half_sinc * a.half_sinc; }
/// psi1 for psi = sinc^2(xi/2), which has poles at odd multiples of pi. No polynomial approximates
/// it on a spectrum beyond the first pole, so chebyshev stagnates where h omega_max is above pi.
/// lanczos succeeds where no eigenvalue is close to a pole.
double half_tangent(const At& a) { return a.half_sinc / a.half_cosine; }

std::vector<Method> methods() {
  return {
      {"a", "Gautschi", "10.1007/BF01386037", {{half_sinc_squared, half_tangent, nullptr}}},
      {"b", "Deuflhard", "10.1007/BF01601932", {{sinc, one, nullptr}}},
      {"c", "mollified impulse", "10.1137/S1064827596313851", {{sinc_squared, sinc, sinc}}},
      {"d",
       "Hochbruck and Lubich",
       "10.1007/s002110050456",
       {{half_sinc_squared, half_tangent,
         [](const At& a) { return a.sinc * (1 + a.half_sine_squared() / 3); }}}},
      {"e", "Hairer and Lubich", "10.1137/S0036142999353594", {{sinc_squared, sinc, nullptr}}},
      {"f",
       "two-force method of Hairer and Lubich",
       "10.1137/S0036142999353594",
       {{[](const At& a) { return a.sinc * (1 + a.sinc); }, [](const At& a) { return 1 + a.sinc; },
         nullptr},
        {[](const At& a) { return -a.sinc; }, [](const At&) { return -1.0; }, sinc}}},
      {"g",
       "Grimm and Hochbruck",
       "10.1088/0305-4470/39/19/S10",
       {{[](const At& a) { return a.sinc * a.sinc * a.sinc; }, sinc_squared, sinc}}},
  };
}

/// The largest number of sines and cosines of xi in a product that occurs in a filter.
constexpr double frequency_of_filters = 3;

class Trigonometric {
 public:
  Trigonometric() = default;
  explicit Trigonometric(Method method) : method_(std::move(method)) {}

  static void parameters(auto& self, auto&& parameter) {
    parameter("phi", self.choice_, one_of(phi::half_size_names()),
              "how the functions of Omega are computed; auto: dense up to 16 unknowns, else "
              "chebyshev (rational_lanczos where counted work is less)",
              Ladder{"auto", "chebyshev", "rational_lanczos", "lanczos"});
    parameter("tolerance", self.tolerance_, between(1e-16, 1),
              "relative error allowed in a function of Omega times a vector",
              Ladder{1e-12, 1e-10, 1e-8, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2});
  }
  Facts facts() const {
    return {.name = std::string("trigonometric_") + method_.letter,
            .title = std::string("trigonometric integrator, filter ") + method_.letter + ": " +
                     method_.title,
            .doi = method_.doi,
            .family = Family::split,
            .stages = static_cast<int>(method_.forces.size()),
            .group = "trigonometric"};
  }
  int order(const Problem&) const { return 2; }
  std::string why_not_applicable(const Problem& p) const {
    if (!p.traits().separated())
      return "trigonometric integrators need M x'' = -K0 x + g(x) with a g of the position alone";
    return phi::make_half_size(choice_)->why_not_applicable(p);
  }

  void init(const CountedProblem& problem, double h) {
    problem_ = &problem;
    h_ = h;
    is_first_ = true;
    at_.v.setZero(problem.dof());  // the force does not depend on it
    functions_ = phi::make_half_size(choice_);
    functions_->init(problem, tolerance_);
    flow_ = functions_->add(flow_request());
    kick_ = functions_->add(kick_request());
    arguments_ = functions_->add(argument_request());
    forces_.resize(method_.forces.size());
    filtered_.resize(method_.forces.size());
    ready_ = functions_->set_stiffness(problem.linear_stiffness());
  }

  Outcome step(State& u) {
    if (!ready_.ok()) return ready_;
    if (is_first_) {
      if (Outcome outcome = kick(u.x); !outcome.ok()) return outcome;
      is_first_ = false;  // later steps start with the forces the last one ended with
    }
    const Vec* in[] = {&u.x, &u.v};
    Vec* out[] = {&x_, &v_};
    if (Outcome outcome = functions_->evaluate(flow_, in, out); !outcome.ok()) return outcome;
    x_ += 0.5 * h_ * h_ * push_;
    v_ += 0.5 * h_ * kick_before_;
    if (Outcome outcome = kick(x_); !outcome.ok()) return outcome;
    v_ += 0.5 * h_ * kick_after_;
    if (!x_.allFinite() || !v_.allFinite())
      return {Status::diverged, fmt::format("the step from t = {:g} is not finite", u.t)};
    u.x.swap(x_);
    u.v.swap(v_);
    u.t += h_;
    return {};
  }

  Settings resolved() const {
    const Settings chosen = functions_->chosen();
    const auto choice = chosen.find("phi_choice");
    return {{"phi", choice == chosen.end() ? Value(choice_) : choice->second}};
  }

 private:
  using Part = phi::Part;

  /// Makes a request with functions of xi; functions(lambda, at, row) writes one value per term.
  template <class Functions>
  phi::HalfSizeRequest request(std::vector<Part> inputs, std::vector<Part> outputs,
                               std::vector<phi::HalfSizeRequest::Term> terms,
                               Functions functions) const {
    const double h = h_;
    const Eigen::Index width = terms.size();
    auto fill = [h, width, functions](const Eigen::ArrayXd& lambda,
                                      phi::HalfSizeRequest::Table& table) {
      table.values.resize(lambda.size(), width);
      table.summands.resize(width);
      for (Eigen::Index i = 0; i < lambda.size(); ++i) {
        functions(lambda[i], At(h * h * lambda[i]), table.summands.data());
        table.values.row(i) = table.summands.transpose();
      }
      table.scale = table.values.abs().colwise().maxCoeff();
    };
    return {std::move(inputs), std::move(outputs), std::move(terms), std::move(fill)};
  }

  phi::HalfSizeRequest::Term term(int input, int output, double bound) const {
    return {input, output, frequency_of_filters * h_, bound};
  }

  /// The request that maps (x, v) to the exact flow for g = 0.
  phi::HalfSizeRequest flow_request() const {
    const double h = h_;
    const std::vector<Part> both{Part::position, Part::velocity};
    return request(both, both, {term(0, 0, 1), term(0, 1, 1), term(1, 0, 1), term(1, 1, 1)},
                   [h](double lambda, const At& a, double* row) {
                     row[0] = row[3] = a.cosine;
                     row[1] = -h * lambda * a.sinc;
                     row[2] = h * a.sinc;
                   });
  }

  /// The request that maps forces to psi g, psi0 g and psi1 g, the first two for the next step. An
  /// acceleration is measured as a velocity; h^2/2 psi g is a position, with the accuracy of h g.
  phi::HalfSizeRequest kick_request() const {
    std::vector<phi::HalfSizeRequest::Term> terms;
    const int count = static_cast<int>(method_.forces.size());
    for (int i = 0; i < count; ++i)
      for (int o = 0; o < 3; ++o) terms.push_back(term(i, o, o == 0 ? 2 / h_ : 1));
    return request(std::vector<Part>(method_.forces.size(), Part::velocity),
                   {Part::position, Part::velocity, Part::velocity}, std::move(terms),
                   [forces = method_.forces](double, const At& a, double* row) {
                     for (const Force& force : forces) {
                       const double psi1 = force.psi1(a);
                       *row++ = force.psi(a);
                       *row++ = a.cosine * psi1;
                       *row++ = psi1;
                     }
                   });
  }

  /// The request that maps x to phi x, for each force that filters its argument.
  phi::HalfSizeRequest argument_request() const {
    std::vector<phi::HalfSizeRequest::Term> terms;
    for (const Force& force : method_.forces)
      if (force.phi) terms.push_back(term(0, static_cast<int>(terms.size()), 1));
    std::vector<Part> outputs(terms.size(), Part::position);
    return request({Part::position}, std::move(outputs), std::move(terms),
                   [forces = method_.forces](double, const At& a, double* row) {
                     for (const Force& force : forces)
                       if (force.phi) *row++ = force.phi(a);
                   });
  }

  /// Computes the three filtered forces at x.
  Outcome kick(const Vec& x) {
    std::vector<Vec*>& out = pointers_;
    out.clear();
    for (std::size_t i = 0; i < method_.forces.size(); ++i)
      if (method_.forces[i].phi) out.push_back(&filtered_[i]);
    const Vec* position[] = {&x};
    if (!out.empty())
      if (Outcome outcome = functions_->evaluate(arguments_, position, out); !outcome.ok())
        return outcome;
    inputs_.clear();
    for (std::size_t i = 0; i < method_.forces.size(); ++i) {
      slow_force(method_.forces[i].phi ? filtered_[i] : x, forces_[i]);
      inputs_.push_back(&forces_[i]);
    }
    Vec* kicks[] = {&push_, &kick_before_, &kick_after_};
    return functions_->evaluate(kick_, inputs_, kicks);
  }

  /// Computes M^-1 g(x) = M^-1 (f(x) + K0 x).
  void slow_force(const Vec& x, Vec& acceleration) {
    at_.x = x;
    problem_->force(at_, force_);
    multiply(problem_->linear_stiffness(), problem_->block_size(), x, stiff_, problem_->work());
    force_ += stiff_;
    problem_->mass().solve(force_, acceleration);
  }

  Method method_{"", "", "", {}};
  std::string choice_ = "auto";
  double tolerance_ = 1e-12;

  const CountedProblem* problem_ = nullptr;
  double h_ = 0;
  bool is_first_ = true;
  Outcome ready_;
  Cloned<phi::HalfSizeFunctions> functions_;
  int flow_ = 0, kick_ = 0, arguments_ = 0;
  State at_;
  Vec x_, v_, force_, stiff_;
  Vec push_, kick_before_, kick_after_;  // psi g, psi0 g, psi1 g
  std::vector<Vec> forces_, filtered_;
  std::vector<Vec*> pointers_;
  std::vector<const Vec*> inputs_;
};

bool enrol_all() {
  for (const Method& method : methods()) enrol(Trigonometric(method));
  return true;
}

const bool enrolled = enrol_all();

}  // namespace
}  // namespace stiffbench
