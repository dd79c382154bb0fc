// Calls: what a player may do to a state.
#include "worlds/rope/encounters.hpp"

namespace topple::rope {
namespace {

bool cut(const Level& level, State& s, Holder holder, int item) {
    bool any = false;
    for (size_t r = 0; r < level.ropes.size(); ++r) {
        if (level.ropes[r].holder != holder || level.ropes[r].index != item) continue;
        any |= s.ties[r].candy != kNone;
        s.ties[r].candy = s.ties[r].crawled = kNone;
    }
    return any;
}

bool pop(State& s, int bubble) {
    for (Body& body : s.bodies)
        if (body.bubble == bubble) {
            body.bubble = kNone;
            return true;
        }
    return false;
}

// Distance ahead of a cushion, and whether a candy there is in its jet.
bool ahead(const Level& level, const State& s, int cushion, int candy, double& distance) {
    const Arrow& from = level.cushions[cushion];
    const double dx = s.bodies[candy].x - from.x, dy = s.bodies[candy].y - from.y;
    distance = dx * from.dx + dy * from.dy;
    const double aside = dy * from.dx - dx * from.dy;
    return present(s, candy) && distance > 0.0 && distance < kJetReach && aside <= kJetHalf &&
           aside >= -kJetHalf;
}

bool tap(const Level& level, State& s, int cushion) {
    bool any = false;
    for (int candy = 0; candy < kMostCandies; ++candy) {
        double distance = 0.0;
        if (!ahead(level, s, cushion, candy, distance)) continue;
        const double push = kJet * (1.0 - distance / kJetReach);
        s.bodies[candy].vx += push * level.cushions[cushion].dx;
        s.bodies[candy].vy += push * level.cushions[cushion].dy;
        any = true;
    }
    return any;
}

bool apply(const Level& level, State& s, const Call& call) {
    switch (call.verb) {
        case Verb::cut_pin: return cut(level, s, Holder::pin, call.item);
        case Verb::cut_active_pin: return cut(level, s, Holder::active_pin, call.item);
        case Verb::cut_pulley: return cut(level, s, Holder::pulley, call.item);
        case Verb::pop: return pop(s, call.item);
        case Verb::tap: return tap(level, s, call.item);
        case Verb::move_pulley: break;
    }
    s.targets[call.item] = call.value;
    return s.places[call.item] != call.value;
}

}  // namespace

bool in_jet(const Level& level, const State& s, int cushion, int candy) {
    double distance = 0.0;
    return ahead(level, s, cushion, candy, distance);
}

bool act(const Level& level, State& s, const Call& call, Events* events) {
    if (s.ending != Ending::none) return false;
    const bool effect = apply(level, s, call);
    if (events) events->push_back({s.steps, static_cast<What>(call.verb), call.item, kNone, effect});
    return effect;
}

}  // namespace topple::rope
