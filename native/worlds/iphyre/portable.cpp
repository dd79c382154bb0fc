// I-PHYRE from JSON: an action is a list of removals, each a step and an object.
#include <algorithm>

#include "core/scene.hpp"
#include "portable/portable.hpp"
#include "worlds/iphyre/game.hpp"

using namespace topple;
using namespace topple::iphyre;

namespace {

Level read(const Json& task) {
    Level level;
    task.at("blocks").get_to(level.blocks);
    task.at("balls").get_to(level.balls);
    task.at("eliminable").get_to(level.eliminable);
    task.at("moving").get_to(level.moving);
    task.at("links").get_to(level.links);
    task.at("springs").get_to(level.springs);
    task.at("rate").get_to(level.rate);
    task.at("prior_resets").get_to(level.prior_resets);
    check(level);
    return level;
}

}  // namespace

TOPPLE_PORTABLE(iphyre) {
    const auto level = std::make_shared<const Level>(read(request.at("task")));
    Json results = Json::array();
    for (const auto& pairs : request.at("actions").get<std::vector<std::vector<std::array<int, 2>>>>()) {
        std::vector<Removal> plan;
        for (const auto& [step, object] : pairs) {
            if (object < 0 || object >= level->objects() || !level->eliminable[object])
                throw SceneError("a plan names a block that cannot be removed");
            plan.push_back({step, object});
        }
        std::stable_sort(plan.begin(), plan.end(),
                         [](const Removal& a, const Removal& b) { return a.step < b.step; });
        const Play played = play(level, plan.data(), plan.size(), request.value("stride", 0));
        results.push_back({{"outcome", played.solved ? 1 : 0},
                           {"steps", played.steps},
                           {"reward", played.reward},
                           {"digest", portable::hex(played.digest)},
                           {"frames", played.frames}});
    }
    return results;
}
