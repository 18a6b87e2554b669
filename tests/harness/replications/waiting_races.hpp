#pragma once

#include <set>
#include <string>

namespace stiffbench::test {

/// Archived races from before the search for settings, whose experiments are tuned today. The list
/// only gets shorter.
inline const std::set<std::string> waiting_races{"coil_luan2021_table2"};

/// Archived races whose searches lacked parameters that today's have, as the linear solver of
/// Rosenbrock methods. The list only gets shorter.
inline const std::set<std::string> waiting_searches{"dragon_precision"};

}  // namespace stiffbench::test
