#include "harness/replications/pages/kinds.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stiffbench {

const std::vector<KindOfProblems>& kinds_of_problems() {
  static const std::vector<KindOfProblems> all{
      {"chains of springs", "springs", {"fput", "duffing_chain"}},
      {"bodies of stiff and soft springs", "springs", {"bunny", "tower"}},
      {"bodies of springs that turn and stretch", "springs", {"coil_spring", "dragon"}},
      {"sheets of springs", "springs", {"flag"}},
      {"a body that yields", "springs", {"crash"}},
      {"fibres", "fibres", {"brush", "hair"}},
      {"a swimmer in a viscous fluid", "fibres", {"flagellum"}},
      {"elastic solids",
       "solids",
       {"beam", "cloth", "extreme_deformation", "jello", "rotating_cube", "suspended_body",
        "twisted_bar"}},
      {"elastic solids in contact",
       "contact",
       {"bouncing_ball", "bunny_splash", "bunny_stairs", "colliding_cubes", "contact_ball",
        "dice_roll", "thrown_balls"}},
      {"shells and stiff bodies in contact",
       "contact",
       {"card_tower", "chain_net", "rolling_sphere", "sliding_block", "stiff_ball", "trampoline",
        "trampoline_maze", "vibrating_membrane", "voussoir_arch"}},
      {"impact in one dimension",
       "impact",
       {"bouncing_mass", "collision_1d", "hard_wall_bar", "particle_wall"}},
      {"links and rods on stiff joints",
       "multibody",
       {"double_pendulum", "elastica", "inextensible_beam", "slider_crank", "spring_pendulum"}},
      {"free bodies that tumble", "multibody", {"free_rigid_body", "l_block"}},
      {"molecules", "molecules", {"water"}},
      {"oscillators",
       "oscillators",
       {"bathe_model", "damped_oscillator", "forced_oscillator", "oscillator"}}};
  return all;
}

std::string page_of_problem(const std::string& problem) {
  const auto kind = std::ranges::find_if(kinds_of_problems(), [&](const KindOfProblems& one) {
    return one.problems.contains(problem);
  });
  const std::string folder = kind == kinds_of_problems().end() ? "other" : kind->folder;
  return fmt::format("problems/{}/{}", folder, problem);
}

std::string link_to_problem(const std::string& problem) {
  return fmt::format("[{}]({}.md)", problem, page_of_problem(problem));
}

}  // namespace stiffbench
