// Snapshot, restore and digest of a game.
#include <algorithm>

#include "core/archive.hpp"
#include "worlds/kinetix/game.hpp"

namespace topple::kinetix {
namespace {

constexpr uint64_t kMagic = 0x003154454e494b00;  // "\0KINET1\0"

}  // namespace

template <typename Archive>
void Game::describe(Archive& archive) {
    // As bits: a game about to break down has numbers that other worlds refuse to read.
    const auto put = [&](auto&... numbers) {
        const auto one = [&](float& number) {
            auto bits = __builtin_bit_cast(uint32_t, number);
            archive(bits);
            number = __builtin_bit_cast(float, bits);
        };
        (one(numbers), ...);
    };
    for (int i = 0; i < level_->bodies(); ++i) {
        Motion& m = state_.bodies[i];
        put(m.position.x, m.position.y, m.velocity.x, m.velocity.y, m.rotation, m.spin);
    }
    for (int i = 0; i < level_->slots; ++i) {
        Touch& t = state_.touches[i];
        put(t.normal, t.tangent);
        archive(t.active);
    }
    for (size_t i = 0; i < level_->joints.size(); ++i) {
        Pull& p = state_.pulls[i];
        put(p.impulse.x, p.impulse.y, p.turn);
    }
    archive(steps_, outcome_);
    put(distance_, last_distance_);
}

uint64_t Game::digest() const {
    Writer out;
    Game copy = *this;
    copy.describe(out);
    return fnv1a(out.bytes);
}

std::string Game::snapshot() const {
    Writer out;
    Game copy = *this;
    out(kMagic, level_->polygons, level_->circles, static_cast<uint32_t>(level_->joints.size()));
    copy.describe(out);
    out(fnv1a(out.bytes));
    return std::move(out.bytes);
}

Game Game::restore(std::shared_ptr<const Level> level, const std::string& bytes) {
    uint64_t seal = 0, magic = 0;
    const size_t size = bytes.size() - std::min(bytes.size(), sizeof(seal));
    const std::string_view sealed = std::string_view(bytes).substr(0, size);
    Reader(std::string_view(bytes).substr(size))(seal);
    Reader in(sealed);
    int polygons = 0, circles = 0;
    uint32_t joints = 0;
    in(magic, polygons, circles, joints);
    if (magic != kMagic || seal != fnv1a(sealed))
        throw SceneError("not a snapshot of a kinetix game, or a damaged one");
    if (polygons != level->polygons || circles != level->circles ||
        joints != level->joints.size())
        throw SceneError("the snapshot is of another level");
    Game game(std::move(level));
    game.describe(in);
    in.need(in.rest().empty() && game.steps_ >= 0 && game.outcome_ >= kPlaying &&
            game.outcome_ <= kBroken);
    return game;
}

}  // namespace topple::kinetix
