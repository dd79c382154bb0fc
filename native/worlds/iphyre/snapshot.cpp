// Digests, marks and snapshots of a game.
#include "core/archive.hpp"
#include "chipmunk/settings.h"
//
#include <chipmunk/chipmunk_structs.h>

#include "worlds/iphyre/game.hpp"

namespace topple::iphyre {
namespace {

constexpr uint64_t kMagic = 0x0031455259485049;  // "IPHYRE1\0"

}  // namespace

struct Game::Mark {
    const Game* game;
    Arena::Copy memory;
    State state;
    std::vector<Removal> removed;
};

uint64_t Game::digest() const {
    Writer out;
    out(state_.steps, state_.reward, static_cast<uint32_t>(removed_.size()));
    for (const Removal& removal : removed_) out(removal.step, removal.block);
    for (int i = 0; i < level_->objects(); ++i) {
        if (!there(i) || !level_->moving[i]) continue;
        cpBody* body = state_.objects[i].body;
        out(body->p.x, body->p.y, body->a, body->v.x, body->v.y, body->w);
        const auto add = [](cpBody*, cpArbiter* arbiter, void* to) {
            const cpVect impulse = cpArbiterTotalImpulse(arbiter);
            (*static_cast<Writer*>(to))(impulse.x, impulse.y);
        };
        cpBodyEachArbiter(body, add, &out);
    }
    return fnv1a(out.bytes);
}

std::shared_ptr<const Game::Mark> Game::mark() const {
    return std::make_shared<const Mark>(Mark{this, arena_.copy(), state_, removed_});
}

void Game::rewind(const std::shared_ptr<const Mark>& mark) {
    if (mark->game != this) throw SceneError("the mark is of another game");
    arena_.restore(mark->memory);
    state_ = mark->state;
    removed_ = mark->removed;
    course.restart();
}

std::string Game::snapshot() const {
    Writer out;
    out(kMagic, static_cast<int32_t>(state_.steps), static_cast<uint32_t>(removed_.size()));
    for (const Removal& removal : removed_) out(removal.step, removal.block);
    out(digest());
    return std::move(out.bytes);
}

std::unique_ptr<Game> Game::restore(std::shared_ptr<const Level> level, const std::string& bytes) {
    Reader in(bytes);
    uint64_t magic = 0, digest = 0;
    int32_t steps = 0;
    uint32_t removals = 0;
    in(magic, steps, removals);
    if (magic != kMagic) throw SceneError("not a snapshot of an I-PHYRE game");
    in.need(steps >= 0 && steps <= level->most_steps() && removals <= kMostEliminable);
    auto game = std::make_unique<Game>(level);
    if (steps > 0) game->course.pass();  // the record is played again
    const auto go_to = [&](int32_t step) {
        while (game->steps() < step && !game->over()) game->step();
    };
    for (uint32_t i = 0; i < removals; ++i) {
        Removal removal{};
        in(removal.step, removal.block);
        go_to(removal.step);
        in.need(removal.step == game->steps() && removal.block >= 0 &&
                removal.block < level->objects() && level->eliminable[removal.block]);
        in.need(game->remove(removal.block));
    }
    go_to(steps);
    in(digest);
    in.need(in.rest().empty() && game->steps() == steps);
    if (digest != game->digest()) throw SceneError("the snapshot is of another level, or damaged");
    return game;
}

}  // namespace topple::iphyre
