#include "integrators/contract/outcome.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

namespace stiffbench {

std::string_view to_string(Status status) {
  switch (status) {
    case Status::ok:
      return "ok";
    case Status::diverged:
      return "diverged";
    case Status::newton_failed:
      return "newton_failed";
    case Status::singular:
      return "singular";
    case Status::krylov_stagnated:
      return "krylov_stagnated";
    case Status::indefinite:
      return "indefinite";
    case Status::infeasible:
      return "infeasible";
    case Status::timeout:
      return "timeout";
    case Status::out_of_memory:
      return "out_of_memory";
    case Status::crashed:
      return "crashed";
    case Status::unfit:
      return "unfit";
  }
  throw Error("a status must be one of the enumeration",
              fmt::format("{}", static_cast<int>(status)), "report this: it is a defect");
}

}  // namespace stiffbench
