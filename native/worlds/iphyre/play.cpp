#include "worlds/iphyre/game.hpp"

namespace topple::iphyre {
namespace {

std::vector<Pose> poses(const Game& game) {
    std::vector<Pose> found;
    for (int i = 0; i < game.level().objects(); ++i)
        if (game.level().moving[i]) found.push_back(game.pose(i));
    return found;
}

}  // namespace

Play play(std::shared_ptr<const Level> level, const Removal* plan, size_t count, int stride) {
    Game game(std::move(level));
    Play play;
    const auto film = [&] {
        const std::vector<Pose> now = poses(game);
        play.frames.insert(play.frames.end(), now.begin(), now.end());
        play.frame_steps.push_back(game.steps());
    };
    if (stride) film();
    size_t next = 0;
    while (!game.over()) {
        for (; next < count && plan[next].step <= game.steps(); ++next)
            if (plan[next].step == game.steps()) game.remove(plan[next].block);
        game.step();
        if (stride && (game.steps() % stride == 0 || game.over())) film();
    }
    play.solved = game.solved();
    play.steps = game.steps();
    play.clock = game.clock();
    play.reward = game.reward();
    play.digest = game.digest();
    play.removed = game.removed();
    play.fallen = game.fallen();
    play.poses = poses(game);
    return play;
}

}  // namespace topple::iphyre
