#include "problems/solids/viscosity/viscosity.hpp"

#include "problems/solids/shapes/hexahedron.hpp"
#include "problems/solids/shapes/tetrahedron.hpp"
#include "problems/solids/shells/flat_triangle.hpp"

namespace stiffbench {
namespace {

template <int nodes>
Eigen::Matrix<int, nodes, 1> places_of(const Eigen::Matrix<int, nodes, 1>& vertices,
                                       const SolidBody& body) {
  return vertices.unaryExpr([&](int vertex) { return body.free_index(vertex); });
}

/// The elements of a mesh and their shape.
struct Tetrahedra {
  using Shape = Tetrahedron;
  static const auto& of(const TetMesh& mesh) { return mesh.tets; }
};
struct Hexahedra {
  using Shape = Hexahedron;
  static const auto& of(const HexMesh& mesh) { return mesh.hexes; }
};
Tetrahedra kind_of(const TetMesh&) { return {}; }
Hexahedra kind_of(const HexMesh&) { return {}; }

}  // namespace

void Viscosity::add(const SolidMesh& elements, const Lame& viscosity, const SolidBody& body) {
  std::visit(
      [&](const auto& mesh) {
        using Kind = decltype(kind_of(mesh));
        constexpr int nodes = Kind::Shape::nodes;
        for (const auto& column : Kind::of(mesh).colwise()) {
          const Eigen::Matrix<int, nodes, 1> vertices = column;
          const typename Kind::Shape::Corners X = body.rest()(Eigen::all, vertices);
          for (const QuadraturePoint<nodes>& point : Kind::Shape::quadrature(X))
            elements_of(mesh).add(places_of<nodes>(vertices, body), Eigen::Matrix3d::Identity(),
                                  point.gradients, point.volume, viscosity, body.pattern());
        }
      },
      elements);
}

void Viscosity::add(const MembraneElements::Elements& triangles, const Lame& viscosity,
                    const SolidBody& body) {
  for (const Eigen::Vector3i vertices : triangles.colwise()) {
    const FlatTriangle flat(body.rest()(Eigen::all, vertices));
    triangles_.add(places_of<3>(vertices, body), flat.axes, flat.gradients, flat.area, viscosity,
                   body.pattern());
  }
}

}  // namespace stiffbench
