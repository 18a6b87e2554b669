#include "harness/records/work_weights.hpp"

#include "harness/records/labels.hpp"

#include <algorithm>
#include <array>

namespace stiffbench {
namespace {

/// Counters of operations that take time within steps.
constexpr std::array counters{"force",
                              "fast_force",
                              "jacobian_products",
                              "stiffness",
                              "damping",
                              "time_derivative",
                              "potential",
                              "stiffness_products",
                              "factorize",
                              "solve",
                              "krylov_vectors",
                              "incomplete_factorizations",
                              "incomplete_solves",
                              "element_gradients",
                              "element_hessians"};

Vec counts_of(const Work& work) {
  Vec counts = Vec::Zero(counters.size());
  Work::each(work, [&](const std::string& name, long count) {
    const auto match = std::ranges::find(counters, name);
    if (match != counters.end()) counts[match - counters.begin()] = static_cast<double>(count);
  });
  return counts;
}

/// Returns one row for each timed run of native methods: calls per second of run time.
Eigen::MatrixXd calls_per_second(std::span<const Row> rows) {
  std::vector<Vec> lines;
  for (const Row& row : rows)
    if (row.ok() && row.time() && row.record.result.work &&
        family_of(row.record.integrator.name) != Family::peer)
      lines.push_back(counts_of(*row.record.result.work) / *row.time());
  Eigen::MatrixXd calls(lines.size(), counters.size());
  for (std::size_t i = 0; i < lines.size(); ++i) calls.row(static_cast<Eigen::Index>(i)) = lines[i];
  return calls;
}

/// Minimizes |A w - 1| over w >= 0 by cyclic coordinate descent.
Vec fit(const Eigen::MatrixXd& A) {
  constexpr int sweeps = 2000;
  Vec w = Vec::Zero(A.cols()), residual = -Vec::Ones(A.rows());
  for (int sweep = 0; sweep < sweeps; ++sweep)
    for (Eigen::Index k = 0; k < A.cols(); ++k) {
      const double square = A.col(k).squaredNorm();
      if (square == 0) continue;
      const double next = std::max(0.0, w[k] - A.col(k).dot(residual) / square);
      residual += (next - w[k]) * A.col(k);
      w[k] = next;
    }
  return w;
}

}  // namespace

void weigh_work(std::span<Row> of_problem) {
  const Eigen::MatrixXd A = calls_per_second(of_problem);
  const auto used = (A.colwise().squaredNorm().array() > 0).count();
  if (A.rows() < used || used == 0) return;
  const Vec seconds = fit(A);
  if (!(seconds[0] > 0)) return;
  const Vec in_forces = seconds / seconds[0];
  std::map<std::string, double> weights;
  for (std::size_t k = 0; k < counters.size(); ++k)  // below 1e-6: round-off of the fit
    if (const double weight = in_forces[static_cast<Eigen::Index>(k)]; weight > 1e-6)
      weights[counters[k]] = weight;
  for (Row& row : of_problem) {
    row.weights = weights;
    if (row.record.result.work)
      row.weighted_work = in_forces.dot(counts_of(*row.record.result.work));
  }
}

}  // namespace stiffbench
