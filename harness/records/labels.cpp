#include "harness/records/labels.hpp"

#include "base/text/read_number.hpp"
#include "harness/records/code/choose_code.hpp"
#include "integrators/contract/registry.hpp"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <map>
#include <set>

namespace stiffbench {
namespace {

/// The subject of a label: a problem or an integrator. The label contains the parameters in `named`
/// and those that differ among subjects of one title and scope.
struct LabelSubject {
  std::string title, scope;
  Settings parameters;
  std::set<std::string> named = {};
};

std::set<std::string> differences(const Settings& a, const Settings& b) {
  std::set<std::string> names;
  for (const auto* side : {&a, &b})
    for (const auto& [name, value] : *side) {
      const auto in_a = a.find(name), in_b = b.find(name);
      if (in_a == a.end() || in_b == b.end() || in_a->second != in_b->second) names.insert(name);
    }
  return names;
}

std::vector<std::string> labels(const std::vector<LabelSubject>& subjects) {
  std::map<std::pair<std::string, std::string>, const Settings*> first;  // by title and scope
  std::map<std::string, std::set<std::string>> differing;                // by title
  for (const LabelSubject& subject : subjects) {
    const auto place =
        first.emplace(std::pair(subject.title, subject.scope), &subject.parameters).first;
    differing[subject.title].merge(differences(subject.parameters, *place->second));
  }
  std::vector<std::string> all;
  for (const LabelSubject& subject : subjects) {
    std::string text;
    std::set<std::string> named = subject.named;
    named.insert(differing[subject.title].begin(), differing[subject.title].end());
    for (const auto& name : named) {
      const auto value = subject.parameters.find(name);
      text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name,
                          value == subject.parameters.end() ? "none" : label_value(value->second));
    }
    all.push_back(text.empty() ? subject.title : fmt::format("{} ({})", subject.title, text));
  }
  return all;
}

/// Returns the title of a problem or integrator, or its name if it has no title.
std::string title_of(const auto& entry) { return entry.title.empty() ? entry.name : entry.title; }

/// Returns the parameters of a problem whose values differ from their defaults. A default that
/// depends on other parameters does not count as a default.
std::set<std::string> changed_parameters(const Record::ProblemPart& problem) {
  std::set<std::string> names;
  for (const ProblemEntry& entry : ProblemRegistry::instance().all()) {
    if (entry.facts.name != problem.name) continue;
    for (const ParameterFacts& parameter : entry.parameters) {
      const auto own = problem.parameters.find(parameter.name);
      if (own != problem.parameters.end() && !detail::is_automatic(parameter.value) &&
          to_json(own->second) != to_json(parameter.value))
        names.insert(parameter.name);
    }
  }
  return names;
}

/// Writes an exponent without plus sign and leading zeros: "1e+08" becomes "1e8".
std::string plain_exponent(std::string text) {
  const auto e = text.find('e');
  if (e == std::string::npos) return text;
  const std::string sign = text[e + 1] == '-' ? "-" : "";
  const auto digit = text.find_first_not_of("+-0", e + 1);
  return text.substr(0, e + 1) + sign + text.substr(digit);
}

std::string label_number(double value) {
  const std::string text = fmt::format("{:.4g}", value);
  const double shown = rounded(value, 4), size = std::abs(shown);
  if (size >= 1e4 && size < 1e6) return fmt::format("{:.0f}", shown);
  return plain_exponent(text);
}

/// Returns the titles of integrators for which one curve has records of several codes.
std::set<std::string> titles_of_several_codes(const std::vector<Record>& records) {
  std::map<std::string, std::string> codes;  // by curve
  std::set<std::string> titles;
  for (const Record& record : records) {
    const auto place = codes.emplace(curve_of(record), id_of_code(record)).first;
    if (place->second != id_of_code(record)) titles.insert(title_of(record.integrator));
  }
  return titles;
}

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)); }

/// Parses the number at `text` and advances `text` past it.
double take_number(const char*& text, const char* end) {
  double number = 0;
  text = std::from_chars(text, end, number).ptr;
  return number;
}

}  // namespace

std::string label_value(const Value& value) {
  if (const auto* number = std::get_if<double>(&value)) return label_number(*number);
  if (const auto* numbers = std::get_if<std::vector<double>>(&value)) {
    std::vector<std::string> texts;
    for (const double number : *numbers) texts.push_back(label_number(number));
    return fmt::format("[{}]", fmt::join(texts, ", "));
  }
  return to_string(value);
}

std::vector<std::string> problem_labels(const std::vector<Record>& records) {
  const auto request = [](const Record& record) {
    return title_of(record.problem) + to_json(record.problem.parameters).dump();
  };
  std::map<std::string, std::set<std::string>> hashes;
  for (const Record& record : records) hashes[request(record)].insert(record.problem.hash);
  std::vector<LabelSubject> subjects;
  for (const Record& record : records) {
    Settings parameters = record.problem.parameters;
    if (hashes.at(request(record)).size() > 1)
      parameters["data"] = record.problem.hash.substr(0, 8);
    subjects.push_back({title_of(record.problem), "", std::move(parameters),
                        record.problem.title.empty() ? changed_parameters(record.problem)
                                                     : std::set<std::string>()});
  }
  return labels(subjects);
}

std::vector<std::string> method_labels(const std::vector<Record>& records) {
  const std::set<std::string> of_several_codes = titles_of_several_codes(records);
  std::vector<LabelSubject> subjects;
  for (const Record& record : records) {
    Settings parameters = requested_parameters(record);
    parameters.erase(tolerance_parameter);
    parameters["threads"] = record.threads;
    if (record.start) parameters["perturbation"] = record.start->perturbation;
    if (of_several_codes.contains(title_of(record.integrator)))
      parameters["code"] = record.code ? record.code->id.substr(0, 8) : std::string("unknown");
    subjects.push_back({title_of(record.integrator), record.problem.hash, std::move(parameters)});
  }
  return labels(subjects);
}

Family family_of(const std::string& integrator) {
  for (const AnyIntegrator& method : IntegratorRegistry::instance().all())
    if (const Facts facts = method->facts(); facts.name == integrator) return facts.family;
  return Family::other;
}

Json family_json(const std::string& integrator) {
  const auto rank = static_cast<std::size_t>(family_of(integrator));
  return {{"name", names_of(Family{})[rank]}, {"rank", rank}};
}

std::optional<Units> units_of(const std::string& problem) {
  for (const ProblemEntry& entry : ProblemRegistry::instance().all())
    if (entry.facts.name == problem) return entry.facts.units;
  return std::nullopt;
}

std::string cpu_label(const Json& environment) {
  const Json cpu = environment.value("cpu", Json::object());
  if (cpu.is_string()) return cpu;  // small records have the label alone
  std::string label;
  for (const char* member : {"model", "instruction_set_chosen"})
    if (const auto part = cpu.find(member); part != cpu.end() && part->is_string())
      label += (label.empty() ? "" : ", ") + part->get<std::string>();
  return label;
}

const char* sign_of(Status status) {
  constexpr std::array signs{"", "×", "N", "S", "K", "I", "F", "T", "M", "C", "U"};
  static_assert(signs.size() == static_cast<std::size_t>(Status::not_applicable) + 1);
  return signs[static_cast<std::size_t>(status)];
}

bool naturally_before(const std::string& a, const std::string& b) {
  const char *p = a.data(), *q = b.data();
  const char *end_p = p + a.size(), *end_q = q + b.size();
  while (p != end_p && q != end_q) {
    if (is_digit(*p) && is_digit(*q)) {
      const double m = take_number(p, end_p), n = take_number(q, end_q);
      if (m != n) return m < n;
    } else if (*p != *q) {
      return *p < *q;
    } else {
      ++p;
      ++q;
    }
  }
  return a < b;
}

}  // namespace stiffbench
