// Digests and snapshots of a state.
#include <cmath>

#include "core/archive.hpp"
#include "worlds/rope/play.hpp"

namespace topple::rope {
namespace {

constexpr uint64_t kMagic = 0x0031455f45504f52;  // "ROPE_E1\0"

// One description for writer and reader.
template <typename Archive, typename AnyState>
void fields(Archive& archive, const Level& level, AnyState& s) {
    archive(s.steps, s.ending, s.bubbles, s.stars, s.armed, s.places, s.targets);
    for (auto& b : s.bodies) archive(b.x, b.y, b.vx, b.vy, b.bubble, b.exit, b.until, b.gone);
    for (size_t r = 0; r < level.ropes.size(); ++r)
        archive(s.ties[r].length, s.ties[r].candy, s.ties[r].crawled);
}

bool index(int32_t number, size_t count) {
    return number >= kNone && number < static_cast<int32_t>(count);
}

void check_fields(Reader& in, const Level& level, const State& s) {
    in.need(s.steps >= 0 && s.steps <= kSeconds * level.rate);
    in.need(s.ending >= Ending::none && s.ending <= Ending::timeout);
    for (const Body& b : s.bodies)
        in.need(std::isfinite(b.x) && std::isfinite(b.y) && std::isfinite(b.vx) &&
                std::isfinite(b.vy) && index(b.bubble, level.bubbles.size()) &&
                index(b.exit, level.hats.size()) && (b.gone == 0 || b.gone == 1));
    for (size_t r = 0; r < level.ropes.size(); ++r)
        in.need(index(s.ties[r].candy, kMostCandies) && std::isfinite(s.ties[r].length));
    for (int i = 0; i < kMostPulleys; ++i)
        in.need(s.places[i] >= 0.0 && s.places[i] <= 1.0 && s.targets[i] >= 0.0 && s.targets[i] <= 1.0);
}

}  // namespace

uint64_t digest(const Level& level, const State& s) {
    Writer out;
    fields(out, level, s);
    return fnv1a(out.bytes);
}

std::string snapshot(const Level& level, const State& s) {
    Writer out;
    out(kMagic);
    fields(out, level, s);
    out(digest(level, s));
    return std::move(out.bytes);
}

State restore(const Level& level, const std::string& bytes) {
    Reader in(bytes);
    uint64_t magic = 0, sum = 0;
    in(magic);
    if (magic != kMagic) throw SceneError("not a snapshot of a rope game");
    State s;
    fields(in, level, s);
    in(sum);
    in.need(in.rest().empty());
    if (sum != digest(level, s)) throw SceneError("the snapshot is of another level, or damaged");
    check_fields(in, level, s);
    return s;
}

}  // namespace topple::rope
