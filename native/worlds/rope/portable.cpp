// Rope from JSON: an action is a list of numbers, four per call: seconds, verb, id and value.
#include "portable/portable.hpp"
#include "worlds/rope/play.hpp"
#include "worlds/rope/rows.hpp"

using namespace topple;
using namespace topple::rope;

namespace {

Level read(const Json& task) {
    Items items;
    task.at("candies").get_to(items.candies);
    task.at("mouth").get_to(items.mouth);
    task.at("pins").get_to(items.pins);
    task.at("active_pins").get_to(items.active_pins);
    task.at("pulleys").get_to(items.pulleys);
    task.at("ropes").get_to(items.ropes);
    task.at("bubbles").get_to(items.bubbles);
    task.at("cushions").get_to(items.cushions);
    task.at("stars").get_to(items.stars);
    task.at("spikes").get_to(items.spikes);
    task.at("gates").get_to(items.gates);
    task.at("hats").get_to(items.hats);
    task.at("pads").get_to(items.pads);
    return level_of(items, task.at("rate").get<int>());
}

std::vector<TimedRow> rows_of(const std::vector<double>& action) {
    if (action.size() % 4) throw SceneError("an action has four numbers per call");
    std::vector<TimedRow> rows;
    for (size_t i = 0; i < action.size(); i += 4)
        rows.push_back({action[i], {whole(action[i + 1]), whole(action[i + 2]), action[i + 3]}});
    return rows;
}

}  // namespace

TOPPLE_PORTABLE(rope) {
    const Level level = read(request.at("task"));
    Json results = Json::array();
    for (const Json& action : request.at("actions")) {
        const Plan plan = plan_of(level, rows_of(action.get<std::vector<double>>()));
        const Play played = play(level, plan, request.value("stride", 0));
        results.push_back({{"outcome", static_cast<int>(played.state.ending)},
                           {"steps", played.state.steps},
                           {"stars", played.state.stars},
                           {"digest", portable::hex(played.digest)},
                           {"frames", played.frames}});
    }
    return results;
}
