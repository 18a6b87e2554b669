#include "problems/meshes/numbering.hpp"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/cuthill_mckee_ordering.hpp>

namespace stiffbench {

std::vector<int> number_for_locality(const TetMesh& mesh, const std::vector<bool>& free) {
  std::vector<std::size_t> vertices;  // of the graph: the free ones
  std::vector<int> place(free.size(), -1);
  for (std::size_t v = 0; v < free.size(); ++v) {
    if (!free[v]) continue;
    place[v] = static_cast<int>(vertices.size());
    vertices.push_back(v);
  }
  using namespace boost;
  using Graph =
      adjacency_list<vecS, vecS, undirectedS, property<vertex_color_t, default_color_type>>;
  Graph graph(vertices.size());
  for (const auto& [a, b] : unique_edges(mesh)) {
    const int i = place[static_cast<std::size_t>(a)], j = place[static_cast<std::size_t>(b)];
    if (i >= 0 && j >= 0) add_edge(static_cast<std::size_t>(i), static_cast<std::size_t>(j), graph);
  }
  std::vector<std::size_t> order(vertices.size());
  cuthill_mckee_ordering(graph, order.rbegin(), get(vertex_color, graph), make_degree_map(graph));
  for (std::size_t k = 0; k < order.size(); ++k) place[vertices[order[k]]] = static_cast<int>(k);
  return place;
}

}  // namespace stiffbench
