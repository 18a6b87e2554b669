#pragma once

#include "harness/targets/measures/quantity.hpp"

namespace stiffbench::readers {

// One reader for each quantity of a run: it takes the run's row, which may be that of a run that
// failed by itself, and returns the value or why there is none.

Reading output(const Row& run, const Quantity& quantity);
Reading error(const Row& run, const Quantity& quantity);
Reading initial_energy(const Row& run, const Quantity& quantity);
Reading drift(const Row& run, const Quantity& quantity);
Reading energy(const Row& run, const Quantity& quantity);
Reading energy_max(const Row& run, const Quantity& quantity);
Reading time(const Row& run, const Quantity& quantity);
Reading pace(const Row& run, const Quantity& quantity);
Reading step_time(const Row& run, const Quantity& quantity);
Reading work(const Row& run, const Quantity& quantity);
Reading step_work(const Row& run, const Quantity& quantity);
Reading memory(const Row& run, const Quantity& quantity);

// One reader for each quantity of a method: it takes the method's runs on one problem, the largest
// step first.

using Runs = std::span<const Row* const>;
Reading time_to(Runs runs, const Quantity& quantity);
Reading pace_to(Runs runs, const Quantity& quantity);
Reading step_to(Runs runs, const Quantity& quantity);

/// A time over the time that passes in the problem of a run.
Reading over_span(Reading time, const Row& run);

}  // namespace stiffbench::readers
