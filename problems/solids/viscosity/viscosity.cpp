#include "problems/solids/viscosity/viscosity.hpp"

#include "problems/solids/shape_of.hpp"
#include "problems/solids/shells/flat_triangle.hpp"

namespace stiffbench {
namespace {

template <int nodes>
Eigen::Matrix<int, nodes, 1> places_of(const Eigen::Matrix<int, nodes, 1>& vertices,
                                       const SolidBody& body) {
  return vertices.unaryExpr([&](int vertex) { return body.free_index(vertex); });
}

}  // namespace

void Viscosity::add(const SolidMesh& elements, const Lame& viscosity, const SolidBody& body) {
  std::visit(
      [&](const auto& mesh) {
        using Shape = decltype(shape_of(mesh));
        constexpr int nodes = Shape::nodes;
        for (const Eigen::Matrix<int, nodes, 1> vertices : elements_of(mesh).colwise()) {
          const typename Shape::Corners X = body.rest()(Eigen::all, vertices);
          for (const QuadraturePoint<nodes>& point : Shape::quadrature(X))
            viscous(mesh).add(places_of<nodes>(vertices, body), Eigen::Matrix3d::Identity(),
                              point.gradients, point.volume, viscosity, body.pattern());
        }
      },
      elements);
}

void Viscosity::add(const MembraneElements::Elements& triangles, const Lame& viscosity,
                    const SolidBody& body) {
  for (Eigen::Index e = 0; e < triangles.cols(); ++e) {
    const Eigen::Vector3i vertices = triangles.col(e);
    const FlatTriangle flat(body.rest()(Eigen::all, vertices), e);
    triangles_.add(places_of<3>(vertices, body), flat.axes, flat.gradients, flat.area, viscosity,
                   body.pattern());
  }
}

}  // namespace stiffbench
