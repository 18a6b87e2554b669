// Tests of what explains the program: help, topics, the glossary, lists, the manual page.

#include "base/paths.hpp"
#include "base/system/instruction_set.hpp"
#include "base/system/programs.hpp"
#include "harness/cli/command.hpp"
#include "harness/cli/parse_arguments.hpp"
#include "harness/cli/terminal/text.hpp"
#include "harness/io/data_file.hpp"
#include "harness/io/json.hpp"
#include "harness/records/tables/error_measure.hpp"
#include "integrators/phi/phi.hpp"
#include "tests/harness/program.hpp"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <regex>
#include <sstream>

namespace help_tests {

using namespace stiffbench;
using Catch::Matchers::Contains;
using test::run_program;

namespace {

/// The first line that is wider than a page and is more than one word behind its heading; else "".
std::string too_wide(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (width_of(line) > page_width && line.find('/') == std::string::npos) return line;
  return "";
}

/// Splits a call at blanks. A call of the shell ends at a sign that is the shell's.
std::vector<std::string> words_of(const std::string& call) {
  std::istringstream text(call);
  std::vector<std::string> words;
  for (std::string word; text >> word && word != ">";) words.push_back(word);
  return words;
}

/// Reads a call, "run demo --out x", with the arguments that its command declares. What it does not
/// take is an Error.
void parse_call(const std::string& call) {
  const auto words = words_of(call);
  const auto& all = commands().all();
  const bool has_two = words.size() > 1 && all.contains(words[0] + " " + words[1]);
  const Command& command = commands().find(has_two ? words[0] + " " + words[1] : words[0]);
  const Call made = command.make_call();
  parse_arguments(command.facts, made.arguments, {words.begin() + (has_two ? 2 : 1), words.end()});
}

}  // namespace

TEST_CASE("every command has examples, and they are calls that it takes") {
  for (const auto& [name, command] : commands().all()) {
    INFO(name);
    CHECK_FALSE(command.facts.examples.empty());
    for (const std::string& example : command.facts.examples) {
      INFO(example);
      CHECK(example.starts_with(name));
      CHECK_NOTHROW(parse_call(example));
    }
  }
}

TEST_CASE("help fits a page") {
  CHECK(too_wide(run_program("--help").out) == "");
  for (const auto& [name, command] : commands().all()) {
    const auto end = run_program(name + " --help");
    CHECK(end.status == 0);
    CHECK(too_wide(end.out) == "");
    CHECK(end.out == run_program("help " + name).out);
  }
}

TEST_CASE("topics fit a page, and the calls in them are calls of the program") {
  static const std::regex call("^ *stiffbench (.*?)(  .*)?$");
  const auto topics = data_files("docs/help", ".txt");
  CHECK(topics.size() >= 10);
  for (const auto& [name, file] : topics) {
    const std::string text = run_program("help " + name).out;
    CHECK(too_wide(text) == "");
    std::istringstream lines(std::regex_replace(text, std::regex(" \\\\\n *"), " "));
    std::smatch match;
    for (std::string line; std::getline(lines, line);)
      if (std::regex_match(line, match, call)) {
        INFO(line);
        CHECK_NOTHROW(parse_call(match[1]));
      }
  }
}

TEST_CASE("topics name all that there is") {
  const std::string statuses = run_program("help statuses").out;
  for (const auto* status : names_of(Status::ok))
    CHECK_THAT(statuses, Contains("\n  " + std::string(status) + " "));
  const std::string errors = run_program("help errors").out;
  for (const std::string& measure : error_measure_names())
    CHECK_THAT(errors, Contains("\n  " + measure + " "));
  const std::string phi = run_program("help phi").out;
  for (const std::string& back_end : phi::backend_names())
    CHECK_THAT(phi, Contains("\n  " + back_end));
  const std::string experiments = run_program("help experiments").out;
  CHECK_THAT(experiments, Contains("\n  checkpoints ") && Contains("\n  counts          Numbers") &&
                              Contains("\n  starts.perturbation\n") &&
                              Contains("\n  problems.vary "));
  CHECK_THAT(run_program("help records").out, Contains("\n  energy "));
}

TEST_CASE("help explains words, and near matches are told") {
  CHECK_THAT(run_program("help energy norm").out, Contains("sqrt(x' K0 x + v' M v)"));
  CHECK_THAT(run_program("help dispersion").out, Contains("dissipation, dispersion"));
  CHECK_THAT(run_program("help check").out, Contains("  check phi "));
  const std::string glossary = run_program("help glossary").out;
  CHECK(too_wide(glossary) == "");
  CHECK_THAT(glossary, !Contains("---"));
  for (auto* word : {"floor", "certified", "V-IMEX", "EPIRK", "kappa0", "SAI", "EI", "NR", "half",
                     "hessian_correction", "refactorize", "kink", "sway", "fingerprint"})
    CHECK_THAT(glossary, Contains(word));
  CHECK_THAT(run_program("help").out, Contains("\n  statuses ") && Contains("\n  glossary "));
  const auto unknown = run_program("help statusses");
  CHECK(unknown.status == 2);
  CHECK_THAT(unknown.err, Contains("did you mean statuses"));
}

TEST_CASE("list says what it lists, and all about one of them, within a page") {
  const std::string kinds = run_program("list").out;
  for (const std::string kind : {"problems", "integrators", "experiments", "figures", "tables"}) {
    CHECK_THAT(kinds, Contains("list " + kind + " "));
    const Json all = Json::parse(run_program("list " + kind + " --json").out);
    CHECK(all.size() >= 4);
    CHECK(too_wide(run_program("list " + kind).out) == "");
    for (const Json& entry : all) {
      const std::string name = entry["name"], call = "list " + kind + " " + name;
      INFO(call);
      const auto end = run_program(call);
      CHECK_THAT(end.out, Catch::StartsWith(name));
      CHECK(too_wide(end.out) == "");
      for (const Json& parameter : entry.value("parameters", Json::array()))
        CHECK_THAT(end.out, Contains("    " + parameter["name"].get<std::string>() + " = "));
    }
  }
  CHECK_THAT(run_program("list integrators bdf2").out,
             Contains("history = sdirk2\n") && Contains("one of sdirk2, free_flight"));
  CHECK(Json::parse(run_program("list problems fput --json").out).size() == 1);
  const auto unknown = run_program("list tables michels2017_tabel1");
  CHECK(unknown.status == 2);
  CHECK_THAT(unknown.err, Contains("did you mean michels2017_table1"));
}

TEST_CASE("the version has the commit, the build and the instruction sets") {
  static const std::regex version(
      R"(stiffbench 0\.1\.0 \(commit ([0-9a-f]{12}|unknown)(, with changes)?\)\n)"
      R"(compiler: [A-Za-z]+ [0-9.]+ \([^)]*\), for (one|any) CPU\n)"
      R"(kernels: (avx512|avx2|baseline), chosen here among (avx512, )?(avx2, )?baseline\n)"
      R"(kernels of OpenBLAS: [A-Za-z0-9_, ]+\n)"
      R"(other code: [a-z0-9, ]*\n)");
  CHECK(std::regex_match(run_program("--version").out, version));
}

TEST_CASE("OpenBLAS has wide kernels on every CPU that does, unless the caller chose others") {
  const std::string version = run_program("--version").out;
  if (has_wide_registers()) CHECK_THAT(version, !Contains("OpenBLAS: Prescott"));
  const test::Environment chosen("OPENBLAS_CORETYPE", "Prescott");
  CHECK_THAT(run_program("--version").out,
             Contains("OpenBLAS: Prescott") || Contains("OpenBLAS: none"));
}

TEST_CASE("timed runs with OpenBLAS's oldest kernels say which to set") {
  const std::string run =
      "run --problem oscillator --integrator rk4 --h 0.1 --no-reference --repeats ";
  const std::string note = "Set OPENBLAS_CORETYPE=";
  CHECK_THAT(run_program(run + "1").err, !Contains(note));
  const test::Environment chosen("OPENBLAS_CORETYPE", "Prescott");
  const bool is_old = Contains("OpenBLAS: Prescott").match(run_program("--version").out);
  CHECK(Contains(note).match(run_program(run + "1").err) == (is_old && has_wide_registers()));
  CHECK_THAT(run_program(run + "0").err, !Contains(note));
}

TEST_CASE("the manual page has a section for every command") {
  const std::string roff = run_program("man").out;
  for (const auto& [name, command] : commands().all())
    CHECK_THAT(roff, Contains("\n.SS \"stiffbench " + name));
}

TEST_CASE("the manual page is read by man without a warning") {
  if (find_on_path("groff").empty()) {
    WARN("skipped: groff is not installed; ./bootstrap test installs it");
    return;
  }
  const test::Scratch scratch;
  const std::string page = (scratch.path() / "stiffbench.1").string();
  std::ofstream(page) << run_program("man").out;
  const std::string text = (scratch.path() / "text").string(), log = text + ".log";
  CHECK(
      ::system(fmt::format("groff -man -Tutf8 -ww '{}' > '{}' 2> '{}'", page, text, log).c_str()) ==
      0);
  CHECK(test::read_text(log) == "");
  CHECK_THAT(test::read_text(text), Contains("--time-to-error"));
}

}  // namespace help_tests
