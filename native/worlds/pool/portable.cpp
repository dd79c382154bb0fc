// Pool from JSON: balls are places or null; an action is speed, direction, elevation, side, height.
#include <cmath>

#include "core/scene.hpp"
#include "portable/portable.hpp"
#include "worlds/pool/play.hpp"

using namespace topple;
using namespace topple::pool;

TOPPLE_PORTABLE(pool) {
    const Json& task = request.at("task");
    std::vector<double> places;
    for (const Json& ball : task.at("balls")) {
        places.push_back(ball.is_null() ? NAN : ball.at(0).get<double>());
        places.push_back(ball.is_null() ? NAN : ball.at(1).get<double>());
    }
    const size_t count = places.size() / 2;
    const auto model = task.at("model").get<int>();
    if (model != 0 && model != 1) throw SceneError("the models are 0 (2025) and 1 (2026)");
    Json results = Json::array();
    for (const auto& row : request.at("actions").get<std::vector<std::array<double, 5>>>()) {
        const Shot shot = play(at_rest(places.data(), count), task.at("cue").get<int>(),
                               {row[0], row[1], row[2], row[3], row[4]}, static_cast<Model>(model),
                               nullptr, [] { return true; });
        Json balls = Json::array();
        for (size_t i = 0; i < count; ++i) {
            const Ball& ball = shot.balls[i];
            balls.push_back({ball.r.x, ball.r.y, ball.state});
        }
        results.push_back({{"steps", shot.summary.events},
                           {"seconds", shot.summary.seconds},
                           {"digest", portable::hex(shot.summary.digest)},
                           {"balls", balls}});
    }
    return results;
}
