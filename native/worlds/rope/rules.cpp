#include "worlds/rope/rules.hpp"

#include <cmath>

#include "worlds/rope/encounters.hpp"

namespace topple::rope {
namespace {

struct Anchor {
    double x, y, vx, vy;
};

// Each pulley moves this far in a step, as a share of its rail.
using Moves = std::array<double, kMostPulleys>;

Anchor anchor(const Level& level, const State& s, const Rope& rope, const Moves& moves) {
    if (rope.holder == Holder::pin)
        return {level.pins[rope.index].x, level.pins[rope.index].y, 0.0, 0.0};
    if (rope.holder == Holder::active_pin)
        return {level.active_pins[rope.index].x, level.active_pins[rope.index].y, 0.0, 0.0};
    const Pulley& p = level.pulleys[rope.index];
    const double place = s.places[rope.index], move = moves[rope.index] * level.rate;
    return {p.x1 + place * (p.x2 - p.x1), p.y1 + place * (p.y2 - p.y1), move * (p.x2 - p.x1),
            move * (p.y2 - p.y1)};
}

Moves slide(const Level& level, State& s) {
    Moves moves{};
    for (size_t i = 0; i < level.pulleys.size(); ++i) {
        if (s.places[i] == s.targets[i]) continue;
        const Pulley& p = level.pulleys[i];
        const double dx = p.x2 - p.x1, dy = p.y2 - p.y1;
        const double most = kSlide / level.rate / std::sqrt(dx * dx + dy * dy);
        const double before = s.places[i], wanted = s.targets[i] - before;
        s.places[i] = wanted > most ? before + most : wanted < -most ? before - most : s.targets[i];
        moves[i] = s.places[i] - before;
    }
    return moves;
}

void pull(const Level& level, const State& s, int candy, const Moves& moves, double& ax, double& ay) {
    const Body& body = s.bodies[candy];
    for (size_t r = 0; r < level.ropes.size(); ++r) {
        if (s.ties[r].candy != candy) continue;
        const Rope& rope = level.ropes[r];
        const Anchor a = anchor(level, s, rope, moves);
        const double dx = body.x - a.x, dy = body.y - a.y;
        const double square = dx * dx + dy * dy, length = s.ties[r].length;
        if (square <= length * length) continue;
        const double distance = std::sqrt(square);
        const double nx = dx / distance, ny = dy / distance;
        const double speed = (body.vx - a.vx) * nx + (body.vy - a.vy) * ny;
        const double tension = rope.stiffness * (distance - length) + rope.damping * speed;
        if (tension > 0.0) ax -= tension * nx, ay -= tension * ny;
    }
}

void move(const Level& level, State& s, int candy, const Moves& moves, double drag = kDrag) {
    Body& body = s.bodies[candy];
    const double h = 1.0 / level.rate;
    double ax = -drag * body.vx, ay = -kGravity - drag * body.vy;
    if (body.bubble != kNone) ax = -kLift * body.vx, ay = kLift * (kRise - body.vy);
    pull(level, s, candy, moves, ax, ay);
    body.vx += ax * h, body.vy += ay * h;
    body.x += body.vx * h, body.y += body.vy * h;
}

}  // namespace

State start(const Level& level) {
    State s;
    for (size_t i = 0; i < level.candies.size(); ++i)
        s.bodies[i].x = level.candies[i][0], s.bodies[i].y = level.candies[i][1];
    for (size_t i = level.candies.size(); i < kMostCandies; ++i) s.bodies[i].gone = 1;
    for (size_t r = 0; r < level.ropes.size(); ++r) {
        const Rope& rope = level.ropes[r];
        s.ties[r] = {rope.length, rope.candy, kNone};
        if (rope.holder == Holder::pin && level.pins[rope.index].crawler) s.ties[r].crawled = 0;
    }
    for (size_t i = 0; i < level.pulleys.size(); ++i)
        s.places[i] = s.targets[i] = level.pulleys[i].position;
    s.bubbles = (1u << level.bubbles.size()) - 1;
    s.armed = (1u << level.active_pins.size()) - 1;
    for (int i = 0; i < kMostCandies; ++i) meet_bubbles(level, s, i, nullptr);
    return s;
}

State settled(const Level& level) {
    State s = start(level);
    for (int i = level.steps(kSettle); i > 0; --i)
        for (int candy = 0; candy < kMostCandies; ++candy)
            if (present(s, candy)) move(level, s, candy, {}, kSettleDrag);
    return s;
}

void step(const Level& level, State& s, Events* events) {
    if (s.ending != Ending::none) return;
    const auto before = s.bodies;
    const Moves moves = slide(level, s);
    for (int i = 0; i < kMostCandies; ++i)
        if (present(s, i)) move(level, s, i, moves);
    ++s.steps;
    meet(level, s, before, events);
    if (s.ending == Ending::none && s.steps >= kSeconds * level.rate)
        end(s, Ending::timeout, What::timeout, kNone, kNone, events);
}

}  // namespace topple::rope
