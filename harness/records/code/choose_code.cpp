#include "harness/records/code/choose_code.hpp"

#include "base/error.hpp"
#include "integrators/contract/integrator.hpp"

#include <fmt/format.h>

#include <map>
#include <tuple>

namespace stiffbench {
namespace {

/// Returns the parameters that all runs of the record's curve share.
Settings parameters_of_curve(const Record& record) {
  Settings parameters = requested_parameters(record);
  parameters.erase(tolerance_parameter);
  return parameters;
}

std::string name_of_code(const Record& record) {
  return fmt::format("{} on {} ({})", record.integrator.name, record.problem.name,
                     record.code ? "code " + record.code->id.substr(0, 8) : "code unknown");
}

/// Returns this program's code for the record's curve, or a placeholder if it cannot run it.
std::string own_code(const Record& record) {
  const auto code =
      find_code(record.problem.name, record.integrator.name, parameters_of_curve(record));
  return code ? code->id : "no code of this program";
}

struct Curve {
  std::string own, last;
  bool has_own = false;
  const std::string& current() const { return has_own ? own : last; }
};

std::map<std::string, Curve> curves_of(const std::vector<Record>& records) {
  std::map<std::string, Curve> curves;
  for (const Record& record : records) {
    const auto [place, is_new] = curves.try_emplace(curve_of(record));
    Curve& curve = place->second;
    if (is_new) curve.own = own_code(record);
    curve.last = id_of_code(record);
    curve.has_own = curve.has_own || curve.last == curve.own;
  }
  return curves;
}

std::vector<Record> current(const std::vector<Record>& records) {
  const auto curves = curves_of(records);
  std::vector<Record> chosen;
  std::set<std::string> left_out, other;
  std::size_t count_of_other = 0;
  for (const Record& record : records) {
    const Curve& curve = curves.at(curve_of(record));
    if (id_of_code(record) != curve.current()) {
      left_out.insert(name_of_code(record));
      continue;
    }
    chosen.push_back(record);
    if (curve.has_own) continue;
    ++count_of_other;
    other.insert(name_of_code(record));
  }
  if (!left_out.empty())
    fmt::print(stderr, "note: of other code, left out (--code all has them): {} records, {}\n",
               records.size() - chosen.size(), list_of(left_out));
  if (count_of_other > 0)
    fmt::print(stderr, "note: not made by this program's code: {} of {} records, {}\n",
               count_of_other, chosen.size(), list_of(other));
  return chosen;
}

bool has_hash(const Record& record, const std::string& beginning) {
  if (!record.code) return false;
  const Code& code = *record.code;
  for (const auto* hash :
       {&code.id, &code.integrator, &code.back_end, &code.problem, &code.harness, &code.build})
    if (hash->starts_with(beginning)) return true;
  return false;
}

std::vector<Record> with_hash(const std::vector<Record>& records, const std::string& beginning) {
  std::vector<Record> chosen;
  std::set<std::string> names;
  for (const Record& record : records) {
    names.insert(name_of_code(record));
    if (!beginning.empty() && has_hash(record, beginning)) chosen.push_back(record);
  }
  if (chosen.empty())
    throw Error("--code is current, all, or the beginning of a hash of the records' code",
                "'" + beginning + "'", "those here: " + list_of(names));
  if (chosen.size() < records.size())
    fmt::print(stderr, "note: of other code, left out: {} records\n",
               records.size() - chosen.size());
  return chosen;
}

}  // namespace

std::string id_of_code(const Record& record) { return record.code ? record.code->id : ""; }

std::string list_of(const std::set<std::string>& names) {
  constexpr std::size_t most_names = 3;
  std::string text;
  std::size_t count = 0;
  for (const auto& name : names) {
    if (count == most_names) return text + fmt::format(" and {} more", names.size() - count);
    text += (count++ == 0 ? "" : ", ") + name;
  }
  return text;
}

std::string curve_of(const Record& record) {
  const auto& [problem, integrator] = std::tie(record.problem, record.integrator);
  return Json{problem.name,    problem.title,    to_json(problem.parameters),
              integrator.name, integrator.title, to_json(parameters_of_curve(record)),
              record.threads}
      .dump();
}

std::vector<Record> choose_code(const std::vector<Record>& records, const std::string& choice) {
  if (choice == "all") return records;
  return choice == "current" ? current(records) : with_hash(records, choice);
}

}  // namespace stiffbench
