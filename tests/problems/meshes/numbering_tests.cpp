#include "problems/meshes/models/bunny_mesh.hpp"
#include "problems/meshes/numbering.hpp"

#include <catch2/catch.hpp>

#include <numeric>

namespace numbering_tests {

using namespace stiffbench;

TEST_CASE("every free vertex gets one index, and neighbours get close ones") {
  const TetMesh mesh = bunny_mesh("1k");
  std::vector<bool> free(static_cast<std::size_t>(mesh.vertices.cols()), true);
  for (std::size_t i = 0; i < free.size(); i += 7) free[i] = false;
  const std::vector<int> free_index = number_for_locality(mesh, free);
  REQUIRE(free_index.size() == free.size());
  std::vector<int> indices, plain(free.size(), -1);
  for (std::size_t i = 0; i < free.size(); ++i) {
    CHECK((free_index[i] >= 0) == free[i]);
    if (!free[i]) continue;
    plain[i] = static_cast<int>(indices.size());
    indices.push_back(free_index[i]);
  }
  std::sort(indices.begin(), indices.end());
  std::vector<int> expected(indices.size());
  std::iota(expected.begin(), expected.end(), 0);
  CHECK(indices == expected);

  const auto bandwidth = [&](const std::vector<int>& numbers) {
    int widest = 0;
    for (const auto& [a, b] : unique_edges(mesh)) {
      const int i = numbers[static_cast<std::size_t>(a)], j = numbers[static_cast<std::size_t>(b)];
      if (i >= 0 && j >= 0) widest = std::max(widest, std::abs(i - j));
    }
    return widest;
  };
  CHECK(4 * bandwidth(free_index) < bandwidth(plain));

  // Reversed: the envelope below the diagonal is smaller than that of the order turned round.
  const auto envelope = [&](bool turned) {
    const int last = static_cast<int>(indices.size()) - 1;
    std::vector<int> lowest(expected);
    for (const auto& [a, b] : unique_edges(mesh)) {
      int i = free_index[static_cast<std::size_t>(a)], j = free_index[static_cast<std::size_t>(b)];
      if (i < 0 || j < 0) continue;
      if (turned) i = last - i, j = last - j;
      int& lower = lowest[static_cast<std::size_t>(std::max(i, j))];
      lower = std::min(lower, std::min(i, j));
    }
    long sum = 0;
    for (int i = 0; i <= last; ++i) sum += i - lowest[static_cast<std::size_t>(i)];
    return sum;
  };
  CHECK(envelope(false) < envelope(true));
}

TEST_CASE("elements are sorted by the lowest index of their free vertices") {
  Eigen::Matrix<int, 2, Eigen::Dynamic> edges(2, 4);
  edges << 0, 3, 1, 2,  //
      1, 2, 2, 2;
  const auto sorted = sorted_by_free_index<2>(edges, {-1, 2, 1, 0});
  Eigen::Matrix<int, 2, Eigen::Dynamic> expected(2, 4);
  expected << 3, 1, 2, 0,  //
      2, 2, 2, 1;
  CHECK(sorted == expected);
}

TEST_CASE("elements are put in an order in which eight after each other share no vertex") {
  const TetMesh mesh = bunny_mesh("1k");
  const Eigen::Index count = mesh.tets.cols();
  std::vector<Eigen::Index> order = order_apart(mesh.tets, 8);
  REQUIRE(std::ssize(order) == count);
  const Eigen::Matrix4Xi apart = mesh.tets(Eigen::all, order);
  const auto shared = [&](const Eigen::Matrix4Xi& tets) {
    long times = 0;
    for (Eigen::Index i = 0; i < count; ++i)
      for (Eigen::Index j = i - i % 8; j < i; ++j)
        for (const int vertex : tets.col(i)) times += (tets.col(j).array() == vertex).any();
    return times;
  };
  CHECK(shared(mesh.tets) > count / 2);
  CHECK(shared(apart) < count / 50);
  std::sort(order.begin(), order.end());
  std::vector<Eigen::Index> every(order.size());
  std::iota(every.begin(), every.end(), 0);
  CHECK(order == every);
}

}  // namespace numbering_tests
