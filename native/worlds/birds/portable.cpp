// The slingshot game from JSON: an action is a list of shots of x, y, tap and delay.
#include "portable/portable.hpp"
#include "worlds/birds/fields.hpp"
#include "worlds/birds/rules.hpp"

using namespace topple;
using namespace topple::birds;

TOPPLE_PORTABLE(birds) {
    auto level = std::make_shared<Level>(JsonReader::read<Level>(request.at("task")));
    check(*level->scene);
    check(*level);
    const Options options{request.value("stride", 0), request.value("outcome_only", false)};
    Json results = Json::array();
    for (const auto& rows : request.at("actions")) {
        std::vector<Shot> shots;
        for (const auto& row : rows.get<std::vector<std::array<double, 4>>>()) {
            shots.push_back({row[0], row[1], row[2], row[3]});
            check(shots.back());
        }
        const Play played = play(level, shots, options, {});
        if (!played.error.empty()) throw EngineError(played.error);
        Json tracks = Json::array();
        for (const Track& track : played.tracks) tracks.push_back(track);
        results.push_back({{"outcome", static_cast<int>(played.outcome)},
                           {"score", played.score},
                           {"steps", played.steps},
                           {"digest", portable::hex(played.digest)},
                           {"tracks", tracks}});
    }
    return results;
}
