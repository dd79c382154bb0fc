// Snapshot, restore and digest of a game.
#include <algorithm>

#include "core/archive.hpp"
#include "worlds/birds/rules.hpp"

namespace topple::birds {
namespace {

constexpr uint64_t kMagic = 0x0031534452494200;  // "\0BIRDS1\0"

void need(bool holds, const char* what) {
    if (!holds) throw SceneError(what);
}

}  // namespace

template <typename Archive>
void Game::describe(Archive& archive, State& s) {
    for (Thing& t : s.things)
        archive(t.role, t.kind, t.hp, t.gone_step, t.launch_step, t.tap_step, t.touch_step,
                t.still_step, t.spent);
    archive(s.next_bird, s.ready_step, s.release_step, s.shot.x, s.shot.y, s.shot.tap,
            s.shot.delay, s.current, s.verdict_step, s.stopped, s.outcome, s.score);
}

uint64_t Game::digest() const {
    Writer out;
    State state = state_;
    describe(out, state);
    out(sim_->digest());
    return fnv1a(out.bytes);
}

std::string Game::snapshot() const {
    Writer out;
    State state = state_;
    const std::string sim = sim_->snapshot();
    out(kMagic, static_cast<uint32_t>(level_->parts.size()),
        static_cast<uint32_t>(level_->birds.size()), static_cast<uint32_t>(state.things.size()));
    describe(out, state);
    out.bytes += sim;
    out(fnv1a(out.bytes));
    return std::move(out.bytes);
}

std::unique_ptr<Game> Game::restore(std::shared_ptr<const Level> level, const std::string& bytes) {
    uint64_t seal = 0, magic = 0;
    const size_t size = bytes.size() - std::min(bytes.size(), sizeof(seal));
    const std::string_view sealed = std::string_view(bytes).substr(0, size);
    Reader(std::string_view(bytes).substr(size))(seal);
    Reader in(sealed);
    uint32_t parts = 0, birds = 0, things = 0;
    in(magic, parts, birds, things);
    need(magic == kMagic && seal == fnv1a(sealed), "not a snapshot of a game, or a damaged one");
    need(parts == level->parts.size() && birds == level->birds.size(),
         "the snapshot is of another level");
    State state;
    in.need(things <= static_cast<uint32_t>(kMostBodies));
    state.things.resize(things);
    describe(in, state);
    std::unique_ptr<Game> game(new Game(level, Sim::restore(std::string(in.rest()))));
    in.need(game->sim_->size() == static_cast<int>(things));
    const auto birds_there = static_cast<int32_t>(birds);
    for (uint32_t i = 0; i < things; ++i) {
        const Thing& thing = state.things[i];
        need(i < parts ? thing.role == level->parts[i].role : flies(thing.role),
             "the snapshot is of another level");
        in.need(thing.role != kBird || (thing.kind >= 0 && thing.kind < birds_there));
    }
    in.need(state.next_bird >= 0 && state.next_bird <= birds_there &&
            (state.release_step < 0 || state.next_bird < birds_there));
    game->state_ = std::move(state);
    game->start();
    return game;
}

}  // namespace topple::birds
