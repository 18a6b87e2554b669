#include "harness/cli/commands/check/contact_lines.hpp"

#include "base/error.hpp"
#include "harness/io/json.hpp"
#include "harness/io/lines/parse_line.hpp"
#include "harness/io/read_text.hpp"
#include "problems/contact/ccd/impact.hpp"
#include "problems/contact/distance/derivatives.hpp"
#include "problems/contact/distance/edge_edge.hpp"
#include "problems/contact/distance/mollifier.hpp"
#include "problems/contact/distance/point_triangle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <vector>

namespace stiffbench {
namespace {

using Numbers = Eigen::Matrix<double, 12, 1>;

/// The fourth power of a length, as mollifiers have, is finite.
constexpr double largest = 1e70;

/// A line of the input: a JSON object.
class Line {
 public:
  Line(const std::string& text, const std::vector<std::string>& fields) : json_(parse_line(text)) {
    if (!json_.is_object())
      throw Error("a line is a JSON object", "'" + text.substr(0, 40) + "'", "mend or remove it");
    for (const auto& [name, value] : json_.items())
      if (std::find(fields.begin(), fields.end(), name) == fields.end())
        throw Error(fmt::format("a line has the fields {}", fmt::join(fields, ", ")),
                    "'" + name + "'", "leave that out");
    const Json kind = json_.value("kind", Json());
    if (kind != "point_triangle" && kind != "edge_edge")
      throw Error("a line has the kind 'point_triangle' or 'edge_edge'", kind.dump(),
                  "name one of them");
  }

  bool has(const std::string& name) const { return json_.contains(name); }
  bool is_edge_edge() const { return json_["kind"] == "edge_edge"; }

  /// The coordinates of four vertices (m), or any vector of their size.
  Numbers numbers(const std::string& name) const {
    const Json list = json_.value(name, Json());
    const auto is_number = [](const Json& x) { return x.is_number(); };
    if (!list.is_array() || list.size() != 12 || !std::all_of(list.begin(), list.end(), is_number))
      throw Error("a line has 12 numbers as " + name, brief(list),
                  "give x, y and z of four vertices");
    Numbers all;
    for (int i = 0; i < 12; ++i) all[i] = list[static_cast<std::size_t>(i)];
    if (!(all.cwiseAbs().maxCoeff() <= largest))
      throw Error(fmt::format("a line has numbers of at most {:g} in size", largest),
                  fmt::format("{:g} in {}", all.cwiseAbs().maxCoeff(), name),
                  "choose a larger unit of length");
    return all;
  }
  Points<4> points(const std::string& name) const { return numbers(name).reshaped(3, 4); }

  double separation() const {
    const Json distance = json_.value("separation", Json());
    if (!distance.is_number() || distance < 0)
      throw Error("a line has a separation of 0 or more (m)", distance.dump(),
                  "give 0 for contact");
    return distance;
  }

 private:
  static std::string brief(const Json& list) {
    return list.is_array() && list.size() != 12 ? fmt::format("{} entries", list.size())
                                                : list.dump();
  }

  Json json_;
};

Json to_json(const Numbers& numbers) {
  Json list = Json::array();
  for (double x : numbers) list.push_back(x);
  return list;
}

template <class Closest>
Json closest_json(const Line& line, const Points<4>& x, const Closest& pair) {
  Json json = {{"type", to_string(pair.type)},
               {"squared_distance", pair.squared},
               {"gradient", to_json(distance_gradient<4>(x, pair))}};
  json["hessian_times_w"] =
      line.has("w") ? to_json(distance_hessian<4>(x, pair) * line.numbers("w")) : Json(nullptr);
  return json;
}

Json pair_json(const Line& line) {
  const Points<4> x = line.points("x");
  if (!line.is_edge_edge()) return closest_json(line, x, closest_point_triangle(x));
  Json json = closest_json(line, x, closest_edge_edge(x));
  const auto mollifier = EdgeEdgeMollifier::at_rest(line.has("rest") ? line.points("rest") : x);
  json["mollifier"] = mollifier.value(x);
  json["mollifier_gradient"] = to_json(mollifier.gradient(x));
  return json;
}

Json motion_json(const Line& line) {
  const Points<4> x0 = line.points("x0"), x1 = line.points("x1");
  ImpactSearch search;
  search.separation = line.separation();
  search.tolerance = 1e-12;  // other programs may be precise
  search.most_steps = 10'000'000;
  const auto impact = line.is_edge_edge() ? edge_edge_impact(x0, x1, search)
                                          : point_triangle_impact(x0, x1, search);
  if (impact && !impact->within_tolerance)
    throw Error("a motion's impact is certain",
                fmt::format("none after {} steps of the search", impact->steps),
                "leave out a motion that slides at a tiny gap, or give it a separation");
  return {{"time_of_impact", impact ? Json(impact->time) : Json(nullptr)}};
}

/// Returns one answer for every line of the file; empty lines have none.
std::string answers_of(const std::string& file, const std::vector<std::string>& fields,
                       Json (*answer_line)(const Line&)) {
  std::stringstream text(read_text(file));
  std::string line, answers;
  for (long number = 1; std::getline(text, line); ++number) {
    if (line.find_first_not_of(" \t\r") == line.npos) continue;
    try {
      answers += answer_line(Line(line, fields)).dump() + "\n";
    } catch (const Error& error) {
      throw Error(fmt::format("line {} of {}: {}", number, file, error.what()));
    }
  }
  return answers;
}

}  // namespace

std::string pair_answers(const std::string& file) {
  return answers_of(file, {"kind", "x", "w", "rest"}, pair_json);
}

std::string motion_answers(const std::string& file) {
  return answers_of(file, {"kind", "x0", "x1", "separation"}, motion_json);
}

}  // namespace stiffbench
