#pragma once

#include "integrators/phi/half_size/chebyshev_recurrence.hpp"

#include <array>
#include <functional>
#include <memory>

/// The recurrence of two vectors with two outputs, as exp(h J) b makes it.
struct Recurrence {
  using Make = stiffbench::Cloned<stiffbench::phi::ChebyshevRecurrence> (*)(
      const stiffbench::CountedProblem&);
  static constexpr int first = 4, steps = 16;
  stiffbench::CountedProblem counted;
  stiffbench::Cloned<stiffbench::phi::ChebyshevRecurrence> recurrence;
  stiffbench::Mat K;
  stiffbench::phi::Expansion expansion;
  stiffbench::phi::Interval interval;

  Recurrence(const stiffbench::Problem& problem, Make make)
      : counted(problem), recurrence(make(counted)) {
    using stiffbench::Vec;
    const Eigen::Index n = problem.dof();
    problem.stiffness(problem.start(), K);
    interval = stiffbench::phi::estimate_spectrum(counted, K, stiffbench::phi::spectrum_start(n));
    expansion.shares.setConstant(first + steps + 1, 4, 1e-3);
    recurrence->set_stiffness(K);
    const Vec b = Vec::LinSpaced(n, -1, 1).array().sin();
    recurrence->start(0, std::array<const Vec*, 2>{&b, &b}, 2);
    Vec energies(2);
    recurrence->energies(energies);
  }
};

/// Work that makes 16 steps of the recurrence on this problem.
inline std::function<void()> chebyshev_steps(
    const stiffbench::Problem& problem, Recurrence::Make make = stiffbench::phi::best_recurrence) {
  const auto r = std::make_shared<Recurrence>(problem, make);
  return [r] { r->recurrence->advance(r->expansion, r->interval, r->first, r->steps); };
}
