#include "harness/pictures/frames.hpp"

#include "base/error.hpp"
#include "harness/run/observe.hpp"
#include "problems/contract/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiffbench {
namespace {

using Eigen::Index;

/// Axes of the picture: to the right, upwards, towards the eye.
Eigen::Matrix3d camera(const View& view) {
  Eigen::Matrix3d axes;
  axes.row(2) = view.eye.normalized();
  axes.row(0) = view.up.cross(view.eye).normalized();
  axes.row(1) = axes.row(2).cross(axes.row(0));
  return axes;
}

struct Shape {
  std::string body;
  double depth = 0, shade = 0;
  bool filled = false;
  Eigen::Matrix2Xd outline;
};

const Eigen::Vector3d light = Eigen::Vector3d(-0.5, 0.6, 1).normalized();  // in axes of the picture

template <class Places>
Shape shape_of(const Body& body, const Eigen::Matrix3Xd& seen, const Places& places) {
  Shape shape{.body = body.name, .outline = Eigen::Matrix2Xd(2, Index(std::size(places)))};
  Index next = 0;
  for (const int place : places) {
    shape.outline.col(next++) = seen.col(place).head<2>();
    shape.depth += seen(2, place) / double(std::size(places));
  }
  return shape;
}

void add_faces(const Body& body, const Eigen::Matrix3Xd& seen, std::vector<Shape>& shapes) {
  for (const auto& face : body.faces.colwise()) {
    // Of the diagonals: good for faces that are not plane, or have two corners in one place.
    const Eigen::Vector3d normal = (seen.col(face[2]) - seen.col(face[0]))
                                       .cross(seen.col(face[3]) - seen.col(face[1]))
                                       .normalized();
    if (body.closed && !(normal[2] > 0)) continue;
    Shape shape = shape_of(body, seen, face);
    shape.filled = true;
    shape.shade = body.closed ? std::max(0.0, normal.dot(light)) : std::abs(normal.dot(light));
    shapes.push_back(std::move(shape));
  }
}

void add_lines(const Body& body, const Eigen::Matrix3Xd& seen, std::vector<Shape>& shapes) {
  const double low = seen.row(2).minCoeff(), high = seen.row(2).maxCoeff();
  for (const auto& line : body.lines) {
    Shape shape = shape_of(body, seen, line);
    shape.shade = high > low ? (shape.depth - low) / (high - low) : 1;
    shapes.push_back(std::move(shape));
  }
}

/// What is seen of a state, the farthest first.
std::vector<Shape> look(const Pictured& pictured, const State& u) {
  const Eigen::Matrix3d axes = camera(pictured.view());
  std::vector<Shape> shapes;
  for (const Body& body : pictured.bodies(u)) {
    const Eigen::Matrix3Xd seen = axes * body.points;
    add_faces(body, seen, shapes);
    add_lines(body, seen, shapes);
  }
  std::stable_sort(shapes.begin(), shapes.end(),
                   [](const Shape& a, const Shape& b) { return a.depth < b.depth; });
  return shapes;
}

using Box = Eigen::AlignedBox2d;

Box extent(const std::vector<Shape>& shapes) {
  Box box;
  for (const Shape& shape : shapes)
    for (const auto& point : shape.outline.colwise()) box.extend(Eigen::Vector2d(point));
  return box;
}

/// From one picture's plane to the strip: from the upper left corner to the right and downwards.
struct Layout {
  double scale, pitch, left, top;

  Layout(const Box& all, std::size_t pictures)
      : pitch(1.06 * all.sizes()[0]), left(all.min()[0]), top(all.max()[1]) {
    scale = strip_width / (pitch * static_cast<double>(pictures - 1) + all.sizes()[0]);
  }
  /// To a hundredth: finer cannot be seen.
  Json place(const Eigen::Vector2d& point, std::size_t number) const {
    const auto rounded = [&](double value) { return std::round(100 * scale * value) / 100; };
    return {rounded(point[0] - left + pitch * static_cast<double>(number)),
            rounded(top - point[1]) + label_height};
  }
  static constexpr double strip_width = 1600, label_height = 30;
};

Json geometry(const Shape& shape, const Layout& layout, std::size_t number) {
  Json points = Json::array();
  for (const auto& point : shape.outline.colwise()) points.push_back(layout.place(point, number));
  if (!shape.filled) return {{"type", "LineString"}, {"coordinates", points}};
  points.push_back(points[0]);
  return {{"type", "Polygon"}, {"coordinates", Json::array({points})}};
}

std::vector<State> states_of(const RunPlan& plan) {
  if (!plan.unfit.empty())
    throw Error("an integrator fits the problem that it is to move", plan.unfit,
                "take another integrator");
  Observed seen = observe(plan);
  if (seen.status != Status::ok)
    throw Error("pictures are drawn of a run that ends well",
                fmt::format("{}: {}", to_string(seen.status), seen.reason),
                "take a smaller step, or another integrator");
  seen.checkpoints.insert(seen.checkpoints.begin(), plan.problem->start());
  return std::move(seen.checkpoints);
}

}  // namespace

std::vector<Json> frames(const RunPlan& plan) {
  const auto* pictured = dynamic_cast<const Pictured*>(plan.problem.get());
  if (!pictured)
    throw Error("pictures are drawn of problems that say what they look like",
                "'" + plan.problem->name() + "'", "take flag, toothbrush or coil_spring");
  const auto states = states_of(plan);
  std::vector<std::vector<Shape>> pictures;
  Box all;
  for (const State& u : states) {
    pictures.push_back(look(*pictured, u));
    all.extend(extent(pictures.back()));
  }
  const Layout layout(all, states.size());
  const Eigen::Vector2d above(all.center()[0], all.max()[1]);
  std::vector<Json> lines;
  for (std::size_t i = 0; i < states.size(); ++i) {
    Json shapes = Json::array();
    for (const Shape& shape : pictures[i])
      shapes.push_back({{"body", shape.body},
                        {"shade", std::round(1000 * shape.shade) / 1000},
                        {"outline", geometry(shape, layout, i)}});
    lines.push_back({{"schema", "stiffbench.frame/1"},
                     {"problem", {{"name", plan.problem->name()}}},
                     {"integrator", {{"name", plan.request.integrator}}},
                     {"h", plan.h},
                     {"t", states[i].t},
                     {"time_unit", pictured->time_unit()},
                     {"number", i},
                     {"height", layout.place({0, all.min()[1]}, 0)[1]},
                     {"label_at", layout.place(above, i)},
                     {"shapes", std::move(shapes)}});
  }
  return lines;
}

}  // namespace stiffbench
