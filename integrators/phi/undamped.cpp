#include "integrators/phi/undamped.hpp"

#include "integrators/phi/stumpff.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace stiffbench::phi {
namespace {

enum class Part { x, v };

/// One scalar function: what `input`'s part `from` contributes to an output's part `to`.
struct Collapsed {
  Part from, to;
  std::vector<Request::Term> terms;
};

/// Values of all the collapsed functions of a request at once: one evaluation of the Stumpff
/// functions for each (eigenvalue, step fraction).
class Functions {
 public:
  Functions(double h, std::vector<Collapsed> columns) : h_(h), columns_(std::move(columns)) {
    for (const auto& column : columns_)
      for (const auto& term : column.terms) {
        const auto known = std::find_if(fractions_.begin(), fractions_.end(),
                                        [&](const Fraction& f) { return f.c == term.c; });
        Fraction& fraction =
            known != fractions_.end() ? *known : fractions_.emplace_back(Fraction{term.c, 1});
        fraction.top = std::max(fraction.top, term.k + 1);
      }
  }

  void operator()(const Eigen::ArrayXd& lambda, HalfSizeRequest::Table& table) const {
    const auto width = static_cast<Eigen::Index>(columns_.size());
    table.values.setZero(lambda.size(), width);
    table.scale.setZero(width);
    std::array<double, max_stumpff + 1> c{};
    Eigen::ArrayXd sizes(width);
    for (Eigen::Index i = 0; i < lambda.size(); ++i) {
      sizes.setZero();
      for (const Fraction& fraction : fractions_) {
        const double z = fraction.c * h_;
        stumpff(z * z * lambda[i], fraction.top, c.data());
        for (Eigen::Index column = 0; column < width; ++column)
          for (const auto& term : columns_[static_cast<size_t>(column)].terms) {
            if (term.c != fraction.c) continue;
            const double summand =
                term.weight * entry(columns_[static_cast<size_t>(column)], term.k, z, lambda[i], c);
            table.values(i, column) += summand;
            sizes[column] += std::abs(summand);
          }
      }
      table.scale = table.scale.max(sizes);
    }
  }

 private:
  struct Fraction {
    double c;
    int top;
  };

  /// The entry of the 2x2 block of phi_k(z J) that leads from one part to the other.
  static double entry(const Collapsed& column, int k, double z, double lambda,
                      const std::array<double, max_stumpff + 1>& c) {
    const auto at = static_cast<size_t>(k);
    if (column.from == column.to) return c[at];
    return column.from == Part::v ? z * c[at + 1] : -z * lambda * c[at + 1];
  }

  double h_;
  std::vector<Collapsed> columns_;
  std::vector<Fraction> fractions_;
};

/// The parts of all inputs or outputs, in order, that take part in the computation.
struct Slot {
  int index;
  Part part;
};

std::vector<Slot> input_slots(const Request& request) {
  std::vector<Slot> slots;
  for (int i = 0; i < static_cast<int>(request.inputs.size()); ++i) {
    if (request.inputs[static_cast<size_t>(i)].position) slots.push_back({i, Part::x});
    slots.push_back({i, Part::v});
  }
  return slots;
}

std::vector<Slot> output_slots(const Request& request) {
  std::vector<Slot> slots;
  for (int o = 0; o < static_cast<int>(request.outputs.size()); ++o) {
    slots.push_back({o, Part::x});
    if (request.outputs[static_cast<size_t>(o)].velocity) slots.push_back({o, Part::v});
  }
  return slots;
}

}  // namespace

void UndampedPhi::init(const CountedProblem& problem, double h, double tolerance) {
  h_ = h;
  requests_.clear();
  functions_->init(problem, tolerance);
}

int UndampedPhi::add(Request request) {
  const auto in = input_slots(request), out = output_slots(request);
  HalfSizeRequest half;
  half.inputs = static_cast<int>(in.size());
  half.outputs = static_cast<int>(out.size());
  std::vector<Collapsed> columns;
  for (int i = 0; i < half.inputs; ++i)
    for (int o = 0; o < half.outputs; ++o) {
      const Slot &from = in[static_cast<size_t>(i)], &to = out[static_cast<size_t>(o)];
      Collapsed column{from.part, to.part, {}};
      for (const auto& term : request.outputs[static_cast<size_t>(to.index)].terms)
        if (term.input == from.index) column.terms.push_back(term);
      if (column.terms.empty()) continue;
      for (const auto& term : column.terms) half.span = std::max(half.span, term.c * h_);
      half.terms.push_back({i, o});
      columns.push_back(std::move(column));
    }
  half.functions = Functions(h_, std::move(columns));
  Known known{std::move(request), functions_->add(std::move(half)),
              std::vector<const Vec*>(in.size()), std::vector<Vec*>(out.size())};
  requests_.push_back(std::move(known));
  return static_cast<int>(requests_.size()) - 1;
}

Outcome UndampedPhi::evaluate(int request, std::span<const Pair> in, std::span<Pair> out) {
  Known& known = requests_[static_cast<size_t>(request)];
  size_t slot = 0;
  for (size_t i = 0; i < known.wanted.inputs.size(); ++i) {
    if (known.wanted.inputs[i].position) known.in[slot++] = &in[i].x;
    known.in[slot++] = &in[i].v;
  }
  slot = 0;
  for (size_t o = 0; o < known.wanted.outputs.size(); ++o) {
    known.out[slot++] = &out[o].x;
    if (known.wanted.outputs[o].velocity) known.out[slot++] = &out[o].v;
  }
  return functions_->evaluate(known.handle, known.in, known.out);
}

}  // namespace stiffbench::phi
