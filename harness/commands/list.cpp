#include "harness/commands/commands.hpp"
#include "harness/json.hpp"
#include "integrators/registry.hpp"
#include "problems/error.hpp"
#include "problems/paths.hpp"
#include "problems/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace stiffbench {
namespace {

Json describe(const std::vector<ParameterFacts>& parameters) {
  Json list = Json::array();
  for (auto& parameter : parameters)
    list.push_back({{"name", parameter.name},
                    {"default", to_json(parameter.value)},
                    {"rule", parameter.rule.text},
                    {"doc", parameter.doc}});
  return list;
}

Json problems() {
  Json list = Json::array();
  for (auto& entry : ProblemRegistry::instance().all())
    list.push_back({{"name", entry.facts.name},
                    {"title", entry.facts.title},
                    {"doi", entry.facts.doi.empty() ? Json(nullptr) : Json(entry.facts.doi)},
                    {"parameters", describe(entry.parameters)}});
  return list;
}

Json integrators() {
  Json list = Json::array();
  for (auto& method : IntegratorRegistry::instance().all()) {
    const Facts facts = method.facts();
    list.push_back({{"name", facts.name},
                    {"title", facts.title},
                    {"doi", facts.doi.empty() ? Json(nullptr) : Json(facts.doi)},
                    {"stages", facts.stages},
                    {"feasible", facts.feasible},
                    {"adaptive", method.adaptive()},
                    {"parameters", describe(method.parameters())}});
  }
  return list;
}

Json experiments() {
  std::vector<std::filesystem::path> files;
  for (auto& file : std::filesystem::directory_iterator(data_path("results/experiments")))
    if (file.path().extension() == ".json") files.push_back(file.path());
  std::sort(files.begin(), files.end());
  Json list = Json::array();
  for (auto& file : files) {
    const Json experiment = read_json(file);
    list.push_back({{"name", experiment.value("name", "")},
                    {"title", experiment.value("title", "")},
                    {"file", file.string()}});
  }
  return list;
}

void print(const Json& list, bool json) {
  if (json) {
    fmt::print("{}\n", list.dump(2));
    return;
  }
  for (auto& entry : list) {
    fmt::print("{:28} {}\n", entry["name"].get<std::string>(), entry["title"].get<std::string>());
    if (!entry.contains("parameters")) continue;
    for (auto& parameter : entry["parameters"])
      fmt::print("{:28}   {} = {}: {}\n", "", parameter["name"].get<std::string>(),
                 parameter["default"].dump(), parameter["doc"].get<std::string>());
  }
}

}  // namespace

void add_list_command(CLI::App& program, Job& job) {
  auto* command = program.add_subcommand("list", "Lists what there is, with parameters");
  struct Arguments {
    std::string what;
    bool json = false;
  };
  auto arguments = std::make_shared<Arguments>();
  command->add_option("what", arguments->what, "problems, integrators or experiments")
      ->required()
      ->check(CLI::IsMember({"problems", "integrators", "experiments"}));
  command->add_flag("--json", arguments->json, "Print JSON");
  command->callback([arguments, &job] {
    job = [arguments] {
      const auto& what = arguments->what;
      print(what == "problems"      ? problems()
            : what == "integrators" ? integrators()
                                    : experiments(),
            arguments->json);
      return 0;
    };
  });
}

}  // namespace stiffbench
