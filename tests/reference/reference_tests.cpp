#include "base/error.hpp"
#include "problems/contract/registry.hpp"
#include "reference/archive.hpp"
#include "reference/file.hpp"
#include "reference/reference.hpp"
#include "reference/refinement.hpp"
#include "reference/scales.hpp"
#include "tests/base/scratch.hpp"

#include <catch2/catch.hpp>

#include <csignal>
#include <fstream>
#include <sys/wait.h>
#include <unistd.h>

namespace reference_tests {

using namespace stiffbench;
using test::Environment;
using test::Scratch;
namespace fs = std::filesystem;

namespace {

std::unique_ptr<Problem> make(const std::string& name, const Settings& settings = {}) {
  return ProblemRegistry::instance().make(name, settings);
}

/// A cache of the test's own.
struct Cache {
  Scratch scratch;
  Environment variable{"STIFFBENCH_CACHE", scratch.path().c_str()};
};

/// The reference, and whether anything was integrated for it.
std::pair<Reference, bool> ask(const Problem& problem, double digits = 9, int checkpoints = 2) {
  bool computed = false;
  ReferenceOptions options{.checkpoints = checkpoints, .digits = digits};
  options.progress = [&](const std::string&, double) { computed = true; };
  Reference r = reference(problem, options);
  return {std::move(r), computed};
}

void same(const Reference& a, const Reference& b) {
  REQUIRE(a.states.size() == b.states.size());
  for (std::size_t i = 0; i < a.states.size(); ++i) {
    CHECK(a.states[i].t == b.states[i].t);
    CHECK(a.states[i].x == b.states[i].x);
    CHECK(a.states[i].v == b.states[i].v);
    CHECK(a.second[i].x == b.second[i].x);
    CHECK(a.second[i].v == b.second[i].v);
  }
  CHECK(a.parameters == b.parameters);
  CHECK(a.method.name == b.method.name);
  CHECK(a.second_method.step == b.second_method.step);
  CHECK(a.second_method.evaluations == b.second_method.evaluations);
  CHECK(a.agreement == b.agreement);
  CHECK(a.digits == b.digits);
  CHECK(a.end_energy == b.end_energy);
}

}  // namespace

TEST_CASE("two methods agree on FPUT to 12 digits, at one checkpoint and at many") {
  const Cache cache;
  const auto fput = make("fput");
  const Reference one = ask(*fput, 12, 1).first, many = ask(*fput, 12, 400).first;
  CHECK(one.digits >= 12);
  CHECK(many.digits >= 12);
  CHECK(one.method.name != one.second_method.name);
  CHECK(many.states.size() == 400);
  CHECK(many.states[199].t == 50);
  CHECK((one.states[0].x - many.states[399].x).norm() < 1e-12);
  CHECK(std::abs(many.end_energy - many.start_energy) < 1e-12);
  CHECK(one.hash != many.hash);
  const ErrorMeasures floor = floors(*fput, many);
  CHECK(floor.state_max < 1e-11);
  CHECK(floor.position_max > 0);
  CHECK_THAT(summary(*fput, one), Catch::Contains("digits") && Catch::Contains(one.hash));
}

TEST_CASE("damped, loaded and consistent problems have references too") {
  const Cache cache;
  CHECK(ask(*make("duffing_chain", {{"damping", 0.5}}), 12).first.digits >= 12);
  CHECK(ask(*make("forced_oscillator", {{"consistent", true}})).first.digits >= 9);
}

TEST_CASE("a closed form is the reference where there is one, certified by a method") {
  const Cache cache;
  const auto problem = make("damped_oscillator");
  const Reference r = ask(*problem, 14).first;
  CHECK(r.method.name == "exact");
  CHECK(r.digits >= 14);
  CHECK(r.states[1].x == problem->exact(10)->x);
  CHECK(r.second_method.name != "exact");
}

TEST_CASE("a reference of a collision holds the outputs of both methods, in the cache too") {
  const Cache cache;
  const auto bar = make("collision_1d", {{"nodes", 4L}, {"end_time", 3.0}});
  CHECK(default_digits(*bar) == 7);
  const Reference fresh = ask(*bar, 7).first, held = ask(*bar, 7).first;
  CHECK(fresh.digits >= 7);
  CHECK(fresh.outputs.at("impact_time") == Approx(0.09).epsilon(1e-9));
  CHECK(fresh.outputs.at("centre_velocity") ==
        Approx(fresh.second_outputs.at("centre_velocity")).epsilon(1e-6));
  CHECK(held.outputs == fresh.outputs);
  CHECK(held.second_outputs == fresh.second_outputs);
}

TEST_CASE("a reference comes from the cache, unchanged to the last bit") {
  const Cache cache;
  const auto problem = make("duffing_chain", {{"damping", 0.5}});
  const auto [made, computed] = ask(*problem);
  CHECK(computed);
  const auto [held, again] = ask(*make("duffing_chain", {{"damping", 0.5}}));
  CHECK_FALSE(again);
  same(made, held);
  CHECK(fs::exists(references::file_path(made.hash)));
  CHECK_FALSE(ask(*problem, 5).second);  // fewer digits than the file has
}

TEST_CASE("few digits are won in double, the usual ones of small problems in long double") {
  const Cache cache;
  const auto problem = make("duffing_chain");
  CHECK_THAT(ask(*problem, 5).first.method.name, Catch::EndsWith(", double"));
  CHECK_THAT(ask(*problem, default_digits(*problem)).first.method.name,
             Catch::EndsWith(", long double"));
}

TEST_CASE("a changed parameter, end time or number of checkpoints never takes an old file") {
  const Cache cache;
  ask(*make("duffing_chain"));
  CHECK(ask(*make("duffing_chain", {{"cubic", std::nextafter(5, 6)}})).second);
  CHECK(ask(*make("duffing_chain", {{"end_time", 9.0}})).second);
  CHECK(ask(*make("duffing_chain"), 9, 3).second);
  CHECK_FALSE(ask(*make("duffing_chain")).second);
}

TEST_CASE("more digits than the file has are computed") {
  const Cache cache;
  const auto problem = make("duffing_chain");
  const Reference rough = ask(*problem, 6).first;
  REQUIRE(rough.digits < 13);
  const auto [fine, computed] = ask(*problem, 13);
  CHECK(computed);
  CHECK(fine.digits >= 13);
  const auto [held, again] = ask(*problem, 6);
  CHECK_FALSE(again);
  same(held, fine);
}

TEST_CASE("a start in free flight, which has no rate at all, is refined like any other") {
  const auto problem = ProblemRegistry::instance().make("particle_wall");
  const Reference match = reference(*problem, {.digits = 7, .use_cache = false});
  CHECK(match.digits >= 7);
  CHECK(match.second_method.evaluations > 16 * 57);  // more than the first level has
}

TEST_CASE("a damaged file is remade") {
  const Cache cache;
  const auto problem = make("duffing_chain");
  const Reference first = ask(*problem).first;
  const fs::path path = references::file_path(first.hash);
  const auto size = fs::file_size(path);
  SECTION("cut short") { fs::resize_file(path, size / 2); }
  SECTION("empty") { fs::resize_file(path, 0); }
  SECTION("not a reference") { std::ofstream(path) << "not a reference"; }
  SECTION("another problem's file") {
    const Reference other = ask(*make("duffing_chain", {{"k", 11.0}})).first;
    fs::copy_file(references::file_path(other.hash), path, fs::copy_options::overwrite_existing);
  }
  SECTION("one number changed") {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    std::string bytes(size, '\0');
    file.read(bytes.data(), static_cast<std::streamsize>(size));
    const double x = first.states[1].x[0];
    const auto at = bytes.find(std::string(reinterpret_cast<const char*>(&x), sizeof x));
    REQUIRE(at != std::string::npos);
    file.seekp(static_cast<std::streamoff>(at));
    file.put(static_cast<char>(bytes[at] ^ 1));
  }
  const auto [remade, computed] = ask(*problem);
  CHECK(computed);
  same(first, remade);
  CHECK_FALSE(ask(*problem).second);
}

TEST_CASE("a file of the layout before this one, without cross-checks, is read") {
  const Cache cache;
  const auto problem = make("duffing_chain");
  const Reference first = ask(*problem).first;
  const fs::path path = references::file_path(first.hash);
  const auto file = references::read_checked(path, {"stiffbench.reference/3"}, "");
  // The cross-checks stand at the end: no testimony and no text, each a count of 8 bytes.
  const std::string bytes = file->bytes.substr(0, file->bytes.size() - 16);
  references::write_checked(path, "stiffbench.reference/2", bytes);
  const auto [held, computed] = ask(*problem);
  CHECK_FALSE(computed);
  same(first, held);
  CHECK(held.cross_checks.empty());
  references::write_checked(path, "stiffbench.reference/1", bytes);
  CHECK(ask(*problem).second);
}

TEST_CASE("digits that are not reached are an error that tells how far it came") {
  const Cache cache;
  const auto fput = make("fput", {{"end_time", 10.0}});
  const auto with = [&](double digits, double work) {
    reference(*fput, {.digits = digits, .work_limit = work});
  };
  const auto in_double = make("forced_oscillator", {{"consistent", true}});
  CHECK_THROWS_WITH(with(12, 1e3), Catch::Contains("12 digits; got 0") &&
                                       Catch::Contains("work limit") &&
                                       Catch::Contains("shorter end_time"));
  CHECK_THROWS_WITH(reference(*in_double, {.digits = 15}), Catch::Contains("round-off"));
  CHECK(fs::is_empty(cache.scratch.path()));
  CHECK_THROWS_AS(with(16, 1e9), Error);
  CHECK_THROWS_AS(with(NAN, 1e9), Error);
  CHECK_THROWS_AS(reference(*fput, {.checkpoints = 0}), Error);
}

TEST_CASE("chaotic motion is refused, and the reference says why") {
  const Cache cache;
  const Settings stiff{{"cubic", 500.0}, {"end_time", 100.0}};
  const Reference refused = ask(*make("duffing_chain", stiff)).first;
  CHECK(refused.states.empty());
  CHECK(refused.growth.value() > 1e11);
  CHECK_THAT(refused.refused, Catch::Contains("refused") && Catch::Contains("-fold until t = 100"));
  CHECK_THAT(summary(*make("duffing_chain", stiff), refused), Catch::Contains("refused"));
  CHECK(fs::is_empty(cache.scratch.path()));
  // For a tenth of the time the same chain is regular.
  const auto early = make("duffing_chain", {{"cubic", 500.0}});
  const Reference held = ask(*early).first, again = ask(*early).first;
  CHECK(held.refused.empty());
  CHECK(held.digits >= 9);
  CHECK(held.growth.value() < 1e4);
  CHECK(again.growth == held.growth);
}

TEST_CASE("a motion that contacts constrain is refused at once") {
  const Cache cache;
  const auto ball = make("contact_ball", {{"frequency", 1L}, {"end_time", 1e-3}});
  const Reference refused = reference(*ball, {});
  CHECK(refused.states.empty());
  CHECK_THAT(summary(*ball, refused), Catch::Contains("refused: contacts"));
  CHECK(expected_work(*ball, {}) == 0);
  CHECK(fs::is_empty(cache.scratch.path()));
}

TEST_CASE("the growth of a small change is that of the linear motion where motion is linear") {
  const auto growth = [](const std::string& name, const Settings& settings) {
    return references::estimate_scales(*make(name, settings)).growth.value();
  };
  CHECK(growth("oscillator", {}) == Approx(1).epsilon(0.5));
  CHECK(growth("fput", {}) == Approx(18.3).epsilon(0.1));
  CHECK_FALSE(references::estimate_scales(*make("collision_1d")).growth);  // not smooth
}

TEST_CASE("a reference meets every tick of a clock, and what comes after it") {
  const Cache cache;
  const Settings settings{{"speed", 10.0}, {"gap", 0.05}, {"end_time", 0.02}};
  const auto problem = make("crash", settings);
  const auto [r, computed] = ask(*problem, 9, 3);  // 4 ticks
  CHECK(r.digits >= 9);
  CHECK(r.outputs.at("plastic_work") == Approx(3001.7).epsilon(1e-4));  // tests/problems/plastic
  CHECK(r.outputs.at("energy_balance") < 1e-6);
  CHECK(r.end_energy == Approx(r.start_energy - r.outputs.at("plastic_work")).epsilon(1e-9));
  CHECK_THROWS_WITH(ask(*make("crash", {{"end_time", 0.021}})), Catch::Contains("whole number"));
}

TEST_CASE("what has nothing to converge to has no reference, and says so") {
  const auto problem = make("crash", {{"plasticity", "full_relaxation"}});
  const Reference r = reference(*problem, {.use_cache = false});
  CHECK(r.states.empty());
  CHECK_THAT(r.refused, Catch::Contains("nothing to converge to"));
}

TEST_CASE("a reference that was killed goes on from where it was") {
  const Cache cache;
  const std::string name = GENERATE("flag", "crash");  // the latter with internal variables
  const auto problem = name == "flag"
                           ? make(name, {{"rows", 4L}, {"columns", 5L}, {"end_time", 0.02}})
                           : make(name, {{"speed", 10.0}, {"gap", 0.05}, {"end_time", 0.02}});
  ReferenceOptions options{.digits = 9, .keep_every = 0};
  options.use_cache = false;
  const Reference whole = reference(*problem, options);
  options.use_cache = true;
  for (const double share : {0.2, 0.7}) {
    const pid_t child = ::fork();
    if (child == 0) {
      options.progress = [&](const std::string& what, double done) {
        if (done > share && what != "rough solution") ::kill(::getpid(), SIGKILL);
      };
      reference(*problem, options);
      ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    REQUIRE(WIFSIGNALED(status));
  }
  double first = 1;
  bool shows_rough = false;
  options.progress = [&](const std::string& what, double done) {
    if (what == "rough solution")
      shows_rough = done < 0.1;
    else
      first = std::min(first, done);
  };
  const Reference resumed = reference(*problem, options);
  CHECK(shows_rough);
  CHECK(first > 0.69);
  same(resumed, whole);
  CHECK(resumed.outputs == whole.outputs);
  CHECK(resumed.second_outputs == whole.second_outputs);
  CHECK(fs::is_empty(references::unfinished_directory()));
}

}  // namespace reference_tests
