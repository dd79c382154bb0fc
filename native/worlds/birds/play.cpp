// Whole games: to the end, or until the next shot.
#include <exception>

#include "worlds/birds/rules.hpp"

namespace topple::birds {

std::shared_ptr<const std::string> Opening::find() {
    const std::lock_guard lock(mutex_);
    ++games_;
    return kept_;
}

bool Opening::wanted() const {
    const std::lock_guard lock(mutex_);
    return games_ > 1 && !kept_;
}

void Opening::keep(std::string snapshot) {
    auto kept = std::make_shared<const std::string>(std::move(snapshot));
    const std::lock_guard lock(mutex_);
    kept_ = std::move(kept);
}

void play_on(Game& game, bool settled, const std::function<bool(const Sim&)>& go_on) {
    while (!game.over() && !game.awaits_shot(settled)) {
        game.step();
        if (go_on && !go_on(game.sim())) break;
    }
}

namespace {

// Record what is visible now.
void record(const Game& game, Play& play) {
    const Sim& sim = game.sim();
    for (int i = 0; i < sim.size(); ++i)
        if (sim.alive(i)) {
            const Pose pose = sim.pose(i);
            play.tracks.push_back({static_cast<double>(sim.steps()), static_cast<double>(i), pose.x,
                                   pose.y, pose.angle});
            play.lives.push_back(game.things()[i].hp);
        }
    play.perches.push_back(game.perch());
}

// Start from the moment when the first bird is drawn, if that state is kept.
std::unique_ptr<Game> begin(const std::shared_ptr<const Level>& level, Opening* opening,
                            const Shot& first) {
    const auto kept = opening->find();
    if (!kept) return nullptr;
    auto game = Game::restore(level, *kept);
    game->shoot_instead(first);
    return game;
}

}  // namespace

Play play(std::shared_ptr<const Level> level, const std::vector<Shot>& shots,
          const Options& options, const std::function<bool(const Sim&)>& go_on) {
    Play result;
    try {
        // A game without a shot opens differently, and tracks need every step.
        Opening* opening = shots.empty() || options.stride > 0 ? nullptr : level->opening.get();
        std::unique_ptr<Game> game = opening ? begin(level, opening, shots[0]) : nullptr;
        if (game)
            result.shots = 1;
        else
            game = std::make_unique<Game>(level);
        while (!game->over()) {
            if (game->ready()) {
                if (result.shots < static_cast<int>(shots.size()))
                    game->shoot(shots[result.shots++]);
                else
                    game->stop_shooting();
            }
            if (opening && game->opened() && opening->wanted()) opening->keep(game->snapshot());
            game->step();
            const Sim& sim = game->sim();
            if (options.stride > 0 && sim.steps() % options.stride == 0) record(*game, result);
            result.pigs_left = game->pigs_left();
            if (options.outcome_only && result.pigs_left == 0) break;
            if (go_on && !go_on(sim)) break;
        }
        result.outcome = result.pigs_left == 0 ? kPassed : game->outcome();
        result.score = game->score();
        result.steps = game->sim().steps();
        result.digest = game->digest();
        result.things = game->things();
        result.killers = game->killers();
    } catch (const std::exception& error) {
        result.error = error.what();
    }
    return result;
}

}  // namespace topple::birds
