// Kinetix from JSON: an action is rows of six drives and a number of steps.
#include "core/scene.hpp"
#include "portable/portable.hpp"
#include "worlds/kinetix/rows.hpp"

using namespace topple;
using namespace topple::kinetix;

namespace {

template <typename T>
std::vector<T> flat(const Json& rows, size_t columns) {
    std::vector<T> numbers;
    for (const Json& row : rows) {
        if (row.size() != columns) throw SceneError("a row has the wrong number of columns");
        for (const Json& number : row) numbers.push_back(number.get<T>());
    }
    return numbers;
}

Level read(const Json& task) {
    const auto bodies = flat<double>(task.at("bodies"), kBodyColumns);
    const auto joints = flat<double>(task.at("joints"), kJointColumns);
    const auto thrusters = flat<double>(task.at("thrusters"), kThrusterColumns);
    const auto table = [](const std::vector<double>& numbers, size_t columns) {
        return Table{numbers.data(), numbers.size() / columns, columns};
    };
    return level_of(task.at("polygons").get<int>(), table(bodies, kBodyColumns),
                    table(joints, kJointColumns), table(thrusters, kThrusterColumns));
}

}  // namespace

TOPPLE_PORTABLE(kinetix) {
    const auto level = std::make_shared<const Level>(read(request.at("task")));
    Json results = Json::array();
    for (const Json& rows : request.at("actions")) {
        const auto numbers = flat<float>(rows, kDecisionColumns);
        Game game(level);
        const Play played = play(game, decisions_of(numbers.data(), rows.size()), true,
                                 request.value("stride", 0));
        Json frames = Json::array();
        for (const Motion& m : played.frames)
            frames.push_back({m.position.x, m.position.y, m.rotation});
        results.push_back({{"outcome", static_cast<int>(played.outcome)},
                           {"steps", played.steps},
                           {"digest", portable::hex(played.digest)},
                           {"frames", frames}});
    }
    return results;
}
