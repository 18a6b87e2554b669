#include "harness/checks/programs/sampled_program.hpp"

#include "base/system/programs.hpp"
#include "harness/io/json.hpp"

#include <fmt/format.h>

namespace stiffbench {
namespace {

namespace fs = std::filesystem;

constexpr const char* link_name = "program";

}  // namespace

std::vector<std::string> sample_environment() {
  std::vector<std::string> variables = environment_variables();
  std::erase_if(variables, [](const std::string& variable) {  // paths of the caller
    return variable.starts_with("_=") || variable.starts_with("PWD=") ||
           variable.starts_with("OLDPWD=");
  });
  return variables;
}

SampledProgram::SampledProgram(const fs::path& program, const fs::path& folder)
    : program_(fs::absolute(program)), folder_(folder) {
  fs::create_directory(folder);
  fs::create_symlink(program_, folder / link_name);
}

TakenSample SampledProgram::sample(const std::string& experiment, double seconds,
                                   unsigned layout) const {
  const fs::path log = folder_ / "log";
  fs::remove(log);
  const ProgramEnd end = run_program(fmt::format("./{}", link_name),
                                     {"sample", experiment, "--seconds", fmt::format("{}", seconds),
                                      "--layout", fmt::format("{:010}", layout)},
                                     log, ProgramPlace{folder_, sample_environment()});
  const Json json = Json::parse(last_line(log), nullptr, false);
  if (end.ok() && json.is_object() && json.contains("setup") && json.contains("stepping"))
    return {.seconds = json["setup"].get<double>() + json["stepping"].get<double>(),
            .code = json.value("code", "")};
  return {.failure =
              fmt::format("{}: {}, last line: {}", program_.string(), end.text(), last_line(log))};
}

}  // namespace stiffbench
