#include "problems/meshes/numbering.hpp"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/cuthill_mckee_ordering.hpp>

namespace stiffbench {

std::vector<int> number_for_locality(const TetMesh& mesh, const std::vector<bool>& free) {
  std::vector<std::size_t> vertices;  // the free vertices are the vertices of the graph
  std::vector<int> free_index(free.size(), -1);
  for (std::size_t v = 0; v < free.size(); ++v) {
    if (!free[v]) continue;
    free_index[v] = static_cast<int>(vertices.size());
    vertices.push_back(v);
  }
  using namespace boost;
  using Graph =
      adjacency_list<vecS, vecS, undirectedS, property<vertex_color_t, default_color_type>>;
  Graph graph(vertices.size());
  for (const auto& [a, b] : unique_edges(mesh)) {
    const int i = free_index[static_cast<std::size_t>(a)],
              j = free_index[static_cast<std::size_t>(b)];
    if (i >= 0 && j >= 0) add_edge(static_cast<std::size_t>(i), static_cast<std::size_t>(j), graph);
  }
  std::vector<std::size_t> order(vertices.size());
  cuthill_mckee_ordering(graph, order.rbegin(), get(vertex_color, graph), make_degree_map(graph));
  for (std::size_t k = 0; k < order.size(); ++k)
    free_index[vertices[order[k]]] = static_cast<int>(k);
  return free_index;
}

std::vector<Eigen::Index> order_apart(const Eigen::Ref<const Eigen::MatrixXi>& elements,
                                      std::size_t count) {
  using Batch = std::vector<Eigen::Index>;
  constexpr std::size_t most = 64;  // batches that wait for elements
  std::vector<Batch> open;
  Batch order;
  const auto shares = [&](const Batch& batch, Eigen::Index e) {
    return std::ranges::any_of(batch, [&](Eigen::Index other) {
      return std::ranges::any_of(elements.col(e), [&](int vertex) {
        return (elements.col(other).array() == vertex).any();
      });
    });
  };
  for (Eigen::Index e = 0; e < elements.cols(); ++e) {
    auto batch = std::ranges::find_if(open, [&](const Batch& b) { return !shares(b, e); });
    if (batch == open.end()) batch = open.size() < most ? open.emplace(open.end()) : open.begin();
    batch->push_back(e);
    if (batch->size() < count) continue;
    order.insert(order.end(), batch->begin(), batch->end());
    open.erase(batch);
  }
  for (const Batch& batch : open) order.insert(order.end(), batch.begin(), batch.end());
  return order;
}

}  // namespace stiffbench
