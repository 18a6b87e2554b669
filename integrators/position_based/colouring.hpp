#pragma once

#include <vector>

namespace stiffbench {

/// A partition of items into colours, so that items of one colour share no tag and may be worked on
/// at once.
struct Colouring {
  std::vector<int> order;  ///< all items, colour after colour, those of one colour by number
  int colours = 0;
};

/// Gives each item, in the order of the list, the first colour that none of its tags has yet. Items
/// are elements and tags their nodes, or the other way round. The result depends on nothing else.
/// Tags count from 0; negative ones are ignored.
Colouring colour_greedily(const std::vector<std::vector<int>>& tags_of_items);

}  // namespace stiffbench
