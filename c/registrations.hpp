#pragma once

#include <shared_mutex>

namespace stiffbench::c {

/// The lock of the list of integrators: registrations hold it alone, readers share it. Runs need no
/// lock of their own, since a registration also waits for its turn.
inline std::shared_mutex& registrations() {
  static std::shared_mutex mutex;
  return mutex;
}

}  // namespace stiffbench::c
