// Threads of callers use the C interface at once.
#include "tests/c/interface.hpp"

#include <atomic>
#include <cmath>
#include <thread>

namespace stiffbench::c_tests {
namespace {

TEST_CASE("each thread has its own last error and text in C") {
  const TestProblem p("oscillator");
  std::int64_t dof = 0;
  REQUIRE(stiffbench_dof(0, &dof) == STIFFBENCH_BAD_HANDLE);
  REQUIRE(stiffbench_facts(p.handle) == STIFFBENCH_OK);
  const std::string message = stiffbench_error_message(), text = stiffbench_text();
  std::thread([&] {
    CHECK(std::string(stiffbench_error_message()) == "");
    CHECK(std::string(stiffbench_text()) == "");
    CHECK(stiffbench_make_problem("none", nullptr, nullptr) == STIFFBENCH_INVALID);
    CHECK(stiffbench_problems() == STIFFBENCH_OK);
    CHECK(std::string(stiffbench_error_message()) != message);
  }).join();
  CHECK(stiffbench_error_message() == message);
  CHECK(stiffbench_text() == text);
}

std::vector<double> force_of(const TestProblem& p, const std::vector<double>& x, int& code) {
  std::vector<double> f(x.size());
  code = stiffbench_force(p.handle, 0, x.data(), p.dof, p.v.data(), p.dof, f.data(), p.dof);
  return f;
}

TEST_CASE("threads compute with one problem at once, and may free it in C") {
  // A force takes long enough for the other thread to run within it, even on one core.
  const TestProblem p("beam", R"({"cells": 4, "aspect": 8})");
  constexpr long count = 300;
  std::atomic<long> good{0}, over{0}, wrong{0};
  const auto compute = [&](double scale) {
    std::vector<double> x = p.x;
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += scale * std::sin(static_cast<double>(i));
    int code = 0;
    const std::vector<double> expected = force_of(p, x, code);
    for (int i = 0; i < count; ++i) {
      const std::vector<double> f = force_of(p, x, code);
      if (code == STIFFBENCH_BAD_HANDLE)
        ++over;
      else
        ++(code == STIFFBENCH_OK && f == expected ? good : wrong);
    }
  };
  std::thread first(compute, 1e-4), second(compute, 2e-4);
  while (good + wrong < count) std::this_thread::yield();
  stiffbench_free_problem(p.handle);
  first.join();
  second.join();
  CHECK(wrong == 0);
  CHECK(good + over == 2 * count);
}

}  // namespace
}  // namespace stiffbench::c_tests
