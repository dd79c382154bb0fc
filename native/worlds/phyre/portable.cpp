// PHYRE from JSON: an action is 3 numbers per ball.
#include "portable/portable.hpp"
#include "worlds/phyre/fields.hpp"

using namespace topple;
using namespace topple::phyre;

TOPPLE_PORTABLE(phyre) {
    const Task task = JsonReader::read<Task>(request.at("task"));
    check(*task.scene);
    check(task);
    Options options;
    options.digest = true;
    options.stride = request.value("stride", 0);
    Json results = Json::array();
    for (const auto& action : request.at("actions").get<std::vector<std::vector<double>>>()) {
        if (action.size() != 3 && action.size() != 6)
            throw SceneError("an action has 3 numbers a ball, for one ball or two");
        Attempt attempt;
        const int balls = static_cast<int>(action.size() / 3);
        attempt.reason = map_action(action.data(), balls, attempt.balls);
        if (attempt.reason == kNone) play(task, attempt, options);
        Json frames = Json::array();
        for (const Pose& pose : attempt.result.frames) frames.push_back({pose.x, pose.y, pose.angle});
        results.push_back({{"outcome", static_cast<int>(attempt.status)},
                           {"steps", attempt.result.steps},
                           {"digest", portable::hex(attempt.result.digest)},
                           {"frames", frames}});
    }
    return results;
}
