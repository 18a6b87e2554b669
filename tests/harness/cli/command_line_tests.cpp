#include "harness/io/json.hpp"
#include "harness/io/schema.hpp"
#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>

#include <cmath>

namespace command_line_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;
using test::run_program;

namespace {

const std::string verlet = "run --no-reference --problem fput --integrator velocity_verlet ";

void check_refused(const std::string& arguments, const std::string& words) {
  INFO(arguments);
  const auto end = run_program(arguments);
  CHECK(end.status == 2);
  CHECK(end.out.empty());
  CHECK(test::count_lines(end.err) == 1);
  CHECK_THAT(end.err, Catch::StartsWith("stiffbench: ") && Contains(words));
  CHECK(end.err.size() <= 300);
}

}  // namespace

TEST_CASE("a run prints one record that follows its schema") {
  const auto end = run_program(verlet +
                               "--h 0.005 --final --checkpoints 2 --energy-series 10 "
                               "--set problem.omega=50 --set problem.end_time=2");
  REQUIRE(end.status == 0);
  CHECK(test::count_lines(end.out) == 1);
  const Json record = Json::parse(end.out);
  validate(record, "record", "the record");
  CHECK(record["status"] == "ok");
  CHECK(record["step"]["count"] == 400);
  CHECK(record["work"]["force"] == 401);
  CHECK(record["problem"]["parameters"]["omega"] == 50.0);
  CHECK(record["final"]["x"].size() == 6);
  CHECK(record["energy"]["series"]["t"].size() == 11);
  CHECK(record["runtime"]["samples"].size() == 3);
  CHECK(record["threads"] == 1);
}

TEST_CASE("a terminal gets a summary, and the record only with --json") {
  const test::Scratch scratch;
  const std::string log = (scratch.path() / "log").string();
  const auto in_terminal = [&](const std::string& rest) {
    const std::string call = "script -qec \"'" STIFFBENCH_BUILD_DIR "/stiffbench' " + verlet +
                             "--h 0.005 --repeats 1 --set problem.end_time=1 " + rest + "\" '" +
                             log + "' > /dev/null";
    CHECK(::system(call.c_str()) == 0);
    return test::read_text(log);
  };
  const std::string summary = in_terminal("");
  CHECK_THAT(summary, Contains("velocity_verlet on fput: ok") && Contains("200 steps") &&
                          Contains("201 force") && !Contains("{"));
  CHECK_THAT(in_terminal("--json"), Contains("\"status\":\"ok\""));
}

TEST_CASE("a diverged run is a result, not a failure") {
  const auto end = run_program(verlet + "--h 0.1");
  CHECK(end.status == 0);
  const Json record = Json::parse(end.out);
  CHECK(record["status"] == "diverged");
  CHECK(record["energy"].is_object());  // of the steps before the failure
}

TEST_CASE("a run with a file for its record says in a line how it ended") {
  const test::Scratch scratch;
  const std::string file = scratch.path() / "record.json";
  const auto end = run_program(verlet + "--h 0.1 --out '" + file + "'");
  CHECK(end.status == 0);
  CHECK_THAT(end.out, Catch::StartsWith("velocity_verlet on fput: diverged: ") && Contains(file));
  CHECK(Json::parse(test::read_text(file))["status"] == "diverged");
}

TEST_CASE("a run whose energy grew beyond what start and loads explain is diverged") {
  // Explicit Euler doubles the energy in a step of 1 / omega.
  const std::string run = "run --problem oscillator --integrator explicit_euler --h 1";
  CHECK(Json::parse(run_program(run + " --set problem.end_time=10").out)["status"] == "ok");
  const Json long_run = Json::parse(run_program(run + " --set problem.end_time=30").out);
  CHECK(long_run["status"] == "diverged");
  CHECK_THAT(long_run["reason"].get<std::string>(), Contains("the energy is"));
}

TEST_CASE("runs of chaotic motion have no errors of states, and say why") {
  const auto end = run_program(
      "run --problem duffing_chain --set problem.cubic=500 --set problem.end_time=100 "
      "--integrator rk4 --h 0.01");
  CHECK(end.status == 0);
  const Json record = Json::parse(end.out);
  CHECK(record["status"] == "ok");
  CHECK(record["energy"].is_object());
  CHECK_THAT(record["error"]["pointwise"].get<std::string>(), Contains("refused"));
  CHECK(record["error"]["position"]["max"].is_null());
  CHECK(record["error"]["floor"].is_null());
}

TEST_CASE("the references of an experiment are made by one command, each once") {
  const test::Scratch scratch;
  const std::string file = (scratch.path() / "two.json").string();
  std::ofstream(file) << R"({"schema": "stiffbench.experiment/1", "name": "two", "title": "Two",
    "problems": [{"name": "duffing_chain"}, {"name": "duffing_chain", "parameters": {"k": 11.0}},
                 {"name": "oscillator"}],
    "integrators": [{"name": "rk4"}], "counts": [100]})";
  const std::string cache = "STIFFBENCH_CACHE='" + (scratch.path() / "cache").string() + "'";
  const auto end = run_program("reference --of '" + file + "' --of '" + file + "'", cache);
  CHECK(end.status == 0);
  CHECK_THAT(end.out, Contains("digits of duffing_chain for two, two:") &&
                          Contains("2 references, 0 of them not to be had"));
  CHECK(end.err.find("left") != std::string::npos);
  const auto held = run_program("reference --of '" + file + "'", cache);
  CHECK(held.err.empty());
  check_refused("reference", "give the name of a problem, or --of");
}

TEST_CASE("bad input is refused in one line with the remedy") {
  check_refused("run --problem fputt --integrator velocity_verlet --h 0.1", "did you mean fput?");
  check_refused("run --problem fput --integrator velocity_varlet --h 0.1",
                "did you mean velocity_verlet?");
  check_refused("run --problem fput --integrator verlett --h 0.1", "did you mean velocity_verlet?");
  for (auto* h : {"0", "-0.1", "nan", "inf", "101"})
    check_refused(verlet + "--h=" + h, "h must be in (0, end_time = 100]");
  check_refused(verlet + "--h abc", "abc");
  check_refused(verlet + "--h 0.03", "3333 steps");
  check_refused(verlet + "--h 0.1 --set problem.omga=2", "did you mean omega?");
  check_refused(verlet + "--h 0.1 --set problem.omega=nan", "positive and finite");
  check_refused(verlet + "--h 0.1 --set problem.omega=x", "a number");
  check_refused(verlet + "--h 0.1 --set omega=2", "problem.NAME=VALUE");
  check_refused(verlet + "--h 0.1 --out /dev/full", "make room");
  check_refused(verlet + "--h 0.1 --out /proc/nothing/here", "cannot write");
  check_refused("ruin demo", "did you mean run?");
  check_refused("frobnicate", "stiffbench --help");
  check_refused("run demo", "give --out DIR");
  check_refused("run nothing.json --out x", "an experiment must be a file");
  check_refused("lst", "--help");
  check_refused(verlet + "--h 0,01", "takes numbers with a decimal point; got '0,01'; write 0.01");
  check_refused(verlet + "--h 1,5", "decimals stand behind a point");
  check_refused(verlet + "--h 0.1 --timeout 1,5", "got '1,5'; write 1.5");
  check_refused(verlet + "--h 0.1 --timeout 0", "timeout must be positive");
}

TEST_CASE("run says which of problem and integrator is missing") {
  check_refused("run", "got none of them; choose from 'stiffbench list problems'");
  check_refused("run --problem fput --h 0.01",
                "got no --integrator; choose from 'stiffbench list integrators'");
  check_refused("run --integrator rk4", "got no --problem; choose from 'stiffbench list problems'");
}

TEST_CASE("commands and options that there are not are told with near matches") {
  const auto nothing = run_program("");
  CHECK(nothing.status == 2);
  CHECK(nothing.out.empty());
  CHECK(nothing.err == run_program("--help").out);
  check_refused("--nope", "a command stands before its options; got '--nope'");
  for (auto* words : {"check", "check --integrator rk4"})
    check_refused(
        words,
        "got 'check'; did you mean check aims, check baseline, check contact, check kernels, check "
        "method?");
  check_refused("check ordres", "got 'check ordres'; did you mean check orders?");
  check_refused(
      "chek orders",
      "did you mean check aims, check baseline, check contact, check kernels, check method?");
  check_refused("run --problm fput", "got '--problm'; did you mean --problem, --problems?");
  check_refused("table x --time-to-eror", "did you mean --time-to-error?");
  // The value of the mistyped option could pass for an experiment. The error must name the option.
  check_refused("run --problem fput --integrator rk4 --h 0.1 --typo 3",
                "one that 'stiffbench run --help' shows; got '--typo'; see there");
  check_refused("run --tolernace=3", "got '--tolernace'; did you mean --tolerance?");
}

TEST_CASE("values of options that are none are refused") {
  check_refused("run --h abc", "--h must be a number; got 'abc'; see 'stiffbench run --help'");
  check_refused("run --memory 1.5", "a memory limit must be a whole number of bytes, from 1 ");
  check_refused("run --memory 0", "from 1 to 1e18; got '0'; give bytes, or a number with K");
  check_refused("run --memory 4X", "got '4X'");
  check_refused("run --only rk4", "--only is given together with experiment");
  check_refused("run demo --jobs 0 --out x", "at least one run is under way");
  check_refused(verlet + "--h 0.1 --threads 0",
                "a run has at least one thread, and no more than there are cores; got 0 threads");
  check_refused(verlet + "--h 0.1 --threads -1", "got -1 threads");
  check_refused(verlet + "--h 0.1 --threads 4096", "got 4096 threads on ");
  check_refused("run demo --threads 4096 --out x", "give --threads 1");
  check_refused(
      "run --no-reference --problem fput --integrator pexprb43 --h 0.1 "
      "--set integrator.parallel_stages=true",
      "parallel_stages needs more than one thread; got --threads 1; give --threads 2");
  check_refused("run demo --seed -1 --out x", "--seed must be a whole number, 0 or more; got '-1'");
  check_refused("run --problem fput --integrator rk4 --h 0.1 --h 0.2",
                "a single run takes one --h; got 0.1 and 0.2");
  check_refused("run --final=no", "--final takes no value; got 'no'");
  check_refused("run --problem", "takes a value; got nothing behind '--problem'");
  check_refused("run --problem --integrator rk4", "--problem takes a value; got '--integrator'");
  check_refused("table x --time-to-error --levels 0.1,b", "--levels must be a number; got 'b'");
}

TEST_CASE("arguments that lack or exclude one another are refused") {
  check_refused("list figurs", "got 'figurs'; did you mean figures?");
  check_refused("list figures precison", "got 'precison'; did you mean precision");
  check_refused("report x more", "'stiffbench report' takes no more words; got 'more'");
  check_refused("table x --wide --json",
                "--json and --wide exclude each other; got --json and --wide; leave one out");
  check_refused("run --seed 1 --problem fput --integrator rk4 --h 0.1",
                "--seed is given together with experiment; got --seed alone");
  check_refused(verlet + "--h 0.1 --set problem.omega=1 --set problem.omega=2",
                "one value; got 'problem.omega=2' and '1' before; leave one out");
  check_refused(
      "run --problem fput --integrator cvode_bdf --tolerance 1e-3 "
      "--set integrator.rtol=1e-300",
      "got integrator.rtol=1e-300 and tolerance 0.001; leave integrator.rtol out");
  check_refused("completion fish", "takes one of bash, zsh, words; got 'fish'; take one of them");
  check_refused(verlet + "--h 0.1 --set integrator.omega=1",
                "integrator 'velocity_verlet' has no parameters; got 'omega'; leave it out");
  check_refused("completion bash run", "only 'completion words' takes words");
  check_refused("table", "'stiffbench table' needs folder: ");
  check_refused("frames demo", "'stiffbench frames' needs --out: ");
  check_refused("run demo --problem fput --out x",
                "--problem and experiment exclude each other; got --problem and 'demo'; leave one");
  check_refused("table x --levels 0.1", "--levels is given together with --time-to-error");
  check_refused("table x --paper y", "together with --time-to-error or --output");
  check_refused("check orders --digits 5", "--digits is given together with --problem");
}

TEST_CASE("names of figures and experiments are told with near matches") {
  check_refused("figure precison x", "got 'precison'; did you mean precision, ");
  check_refused("run dmo --out x", "got 'dmo'; did you mean demo?");
}

TEST_CASE("help names every command, and what each takes") {
  const std::string all = run_program("--help").out;
  for (auto* command : {"run ", "reference ", "table ", "figure ", "frames ", "report ", "cite ",
                        "list ", "new ", "check orders ", "check phi "})
    CHECK_THAT(all, Contains(std::string("\n  ") + command));
  CHECK_THAT(run_program("help").out, Catch::StartsWith(all));
  const std::string check = run_program("check --help").out;
  CHECK_THAT(check, Contains("  check orders ") && Contains("  check phi ") && !Contains("  run "));
  const auto run = run_program("run --help");
  CHECK(run.status == 0);
  CHECK_THAT(run.out, Contains("Usage: stiffbench run [experiment] [OPTIONS]\n") &&
                          Contains("--h NUMBER ") && Contains("\nExamples:\n  stiffbench run "));
  CHECK_THAT(run_program("table --help").out, Contains("Usage: stiffbench table folder [OPTIONS]"));
}

TEST_CASE("a missing mesh tool is told with its remedy") {
  const test::Scratch cache;
  const auto end =
      run_program("run --no-reference --problem bunny --integrator velocity_verlet --h 0.001",
                  "STIFFBENCH_CACHE='" + cache.path().string() + "' PATH=/nothing");
  CHECK(end.status == 2);
  CHECK(test::count_lines(end.err) == 1);
  CHECK_THAT(end.err, Contains("tetgen"));
}

TEST_CASE("lists are complete and can be read by programs") {
  CHECK_THAT(run_program("list integrators").out, Contains("velocity_verlet"));
  const Json problems = Json::parse(run_program("list problems --json").out);
  const auto fput = std::find_if(problems.begin(), problems.end(),
                                 [](const Json& entry) { return entry["name"] == "fput"; });
  REQUIRE(fput != problems.end());
  CHECK((*fput)["parameters"][1]["name"] == "omega");
  const std::string methods = run_program("list integrators").out;
  CHECK_THAT(methods, Contains("\nrk4                      explicit, order 4: ") &&
                          Contains("\nbdf2                     implicit, order 2: "));
  std::istringstream lines(methods);
  for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 80);
  CHECK_THAT(run_program("list experiments").out, Contains("demo"));
  CHECK_THAT(run_program("list figures").out,
             Contains("\nwork_precision ") && Contains("step size on the bunny, one panel"));
}

TEST_CASE("new writes one file and never over another") {
  const test::Scratch folder;
  const std::string rest = " --folder '" + folder.path().string() + "'";
  CHECK(run_program("new integrator my_method" + rest).status == 0);
  CHECK_THAT(test::read_text(folder.path() / "my_method.cpp"),
             Contains("class MyMethod") && !Contains("@"));
  check_refused("new integrator my_method" + rest, "never overwrites");
  check_refused("new integrator velocity_verlet" + rest, "which there is already");
  check_refused("new problem MyProblem" + rest, "lower-case");
}

TEST_CASE("sources are printed as BibTeX, each once") {
  const auto end = run_program("cite fput velocity_verlet velocity_verlet");
  CHECK(end.status == 0);
  CHECK(std::count(end.out.begin(), end.out.end(), '@') == 2);
  CHECK_THAT(end.out, Contains("10.1103/PhysRev.159.98"));
  check_refused("cite velocity_varlet", "did you mean velocity_verlet?");
}

TEST_CASE("a run is judged by the closed form or by a reference, which tells its floor") {
  const test::Scratch cache;
  const std::string here = "STIFFBENCH_CACHE='" + cache.path().string() + "'";
  const auto error_of = [&](const std::string& problem, double h) {
    const auto end = run_program(
        "run --integrator rk4 --checkpoints 2 --repeats 1 --set "
        "problem.end_time=2 --problem " +
            problem + " --h " + std::to_string(h),
        here);
    REQUIRE(end.status == 0);
    const Json record = Json::parse(end.out);
    validate(record, "record", "the record");
    return record["error"];
  };
  const Json exact = error_of("oscillator", 0.02);
  CHECK(exact["reference"].is_null());
  CHECK(exact["floor"].is_null());
  const Json judged = error_of("fput --set problem.omega=5", 0.02),
             finer = error_of("fput --set problem.omega=5", 0.01);
  CHECK(judged["reference"] == finer["reference"]);
  CHECK(judged["digits"] >= 9);
  const double coarse = judged["state_max"], fine = finer["state_max"];
  CHECK(std::log2(coarse / fine) == Approx(4).margin(0.2));
  CHECK(judged["floor"]["state_max"] < fine);
}

TEST_CASE("an adaptive integrator takes a tolerance and tells its steps") {
  const std::string cvode =
      "run --no-reference --problem fput --set problem.end_time=2 "
      "--integrator cvode_adams ";
  check_refused(cvode, "give --tolerance");
  const auto end = run_program(cvode + "--tolerance 1e-6 --checkpoints 4");
  REQUIRE(end.status == 0);
  const Json record = Json::parse(end.out);
  CHECK(record["status"] == "ok");
  CHECK(record["step"]["h"].is_null());
  CHECK(record["step"]["tolerance"] == 1e-6);
  CHECK(record["step"]["count"] > 50);
  CHECK(record["integrator"]["order"].is_null());
}

TEST_CASE("a reference that does not win its digits fails") {
  const test::Scratch cache;
  const std::string here = "STIFFBENCH_CACHE='" + cache.path().string() + "'";
  const std::string short_fput = "reference fput --set problem.end_time=1 --digits ";
  const auto won = run_program(short_fput + "10", here);
  CHECK(won.status == 0);
  CHECK_THAT(won.out, Contains("digits"));
  for (const std::string problem : {"oscillator", "fput"})
    for (const std::string digits : {"nan", "inf", "-1", "0", "15.5", "100"})
      for (const std::string call : {"run --integrator rk4 --h 0.1 --problem ",
                                     "run --no-reference --integrator rk4 "
                                     "--h 0.1 --problem ",
                                     "reference ", "check orders --integrator rk4 --problem "})
        check_refused(call + problem + " --digits " + digits,
                      "digits of a reference are above 0 and at most 15; got " + digits +
                          "; give a number such as 9, or leave them out");
  const auto lost = run_program(short_fput + "25", here);
  CHECK(lost.status != 0);
  CHECK(test::count_lines(lost.err) >= 1);
}

#ifndef __SANITIZE_ADDRESS__  // its shadow memory breaks every limit of the address space
TEST_CASE("a limit of memory that the program itself exceeds is refused") {
  check_refused(verlet + "--h 0.005 --memory 10", "10 bytes, and ");
  check_refused("run demo --memory 1M --out x", "1048576 bytes, and ");
  check_refused("run demo --memory 1M --out x", "bytes in use before a run; give more than ");
}

TEST_CASE("a run that does not fit into memory says how much it had") {
  const auto end =
      run_program("run --problem rotating_cube --set problem.cells=700 --integrator rk4 --h 1e-3",
                  "ulimit -v 6000000;");
  CHECK(end.status == 1);
  CHECK(end.out.empty());
  CHECK_THAT(end.err,
             Contains("must fit into memory; got no more than the ") && Contains(" MiB in use"));
  CHECK_THAT(end.err, !Contains("the 0 MiB") && Contains("take a smaller problem"));
}
#endif

}  // namespace command_line_tests
