#include "worlds/rope/encounters.hpp"

#include <cmath>

namespace topple::rope {
namespace {

bool within(double dx, double dy, double reach) { return dx * dx + dy * dy <= reach * reach; }

// The place at which a motion crosses the line through (x, y) with normal (nx, ny), measured along
// the line; `fore` and `aft` are the distances in front of it before and after.
struct Crossing {
    double fore, aft, along;
};

Crossing crossing(const Body& from, const Body& to, double x, double y, double nx, double ny) {
    const double fore = (from.x - x) * nx + (from.y - y) * ny;
    const double aft = (to.x - x) * nx + (to.y - y) * ny;
    const double first = (from.y - y) * nx - (from.x - x) * ny;
    const double last = (to.y - y) * nx - (to.x - x) * ny;
    const double share = fore == aft ? 0.0 : fore / (fore - aft);
    return {fore, aft, first + (last - first) * share};
}

void enter_hats(const Level& level, State& s, int candy, const Body& before, Events* events) {
    Body& body = s.bodies[candy];
    if (s.steps < body.until) return;
    for (size_t i = 0; i < level.hats.size(); ++i) {
        const Arrow& mouth = level.hats[i].mouth;
        const Crossing c = crossing(before, body, mouth.x, mouth.y, mouth.dx, mouth.dy);
        if (!(c.fore > 0.0 && c.aft <= 0.0 && std::abs(c.along) <= kHatHalf)) continue;
        for (Tie& tie : s.ties)
            if (tie.candy == candy) tie.candy = tie.crawled = kNone;
        const Arrow& exit = level.hats[level.hats[i].partner].mouth;
        body.x = exit.x, body.y = exit.y;
        body.exit = level.hats[i].partner;
        body.until = s.steps + level.steps(kHatTransit);
        note(events, s, What::enter_hat, static_cast<int>(i), candy);
        return;
    }
}

void bounce(const Level& level, State& s, int candy, const Body& before, Events* events) {
    Body& body = s.bodies[candy];
    for (size_t i = 0; i < level.pads.size(); ++i) {
        const auto& [x1, y1, x2, y2] = level.pads[i].segment;
        const double tx = x2 - x1, ty = y2 - y1, length = std::sqrt(tx * tx + ty * ty);
        const double nx = -ty / length, ny = tx / length;
        const Crossing c = crossing(before, body, (x1 + x2) / 2.0, (y1 + y2) / 2.0, nx, ny);
        const bool crosses = (c.fore > 0.0 && c.aft <= 0.0) || (c.fore < 0.0 && c.aft >= 0.0);
        if (!crosses || std::abs(c.along) > length / 2.0) continue;
        const double keeps = level.pads[i].restitution;
        const double speed = (1.0 + keeps) * (body.vx * nx + body.vy * ny);
        body.vx -= speed * nx, body.vy -= speed * ny;
        // It may not rest on the line, where the next crossing would go unseen.
        const double back = c.aft - c.fore;
        body.x -= back * nx, body.y -= back * ny;
        note(events, s, What::bounce, static_cast<int>(i), candy);
    }
}

void leave_hats(const Level& level, State& s, int candy, Events* events) {
    Body& body = s.bodies[candy];
    if (body.exit == kNone || s.steps < body.until) return;
    const Arrow& mouth = level.hats[body.exit].mouth;
    const double speed = kHatKeeps * std::sqrt(body.vx * body.vx + body.vy * body.vy);
    const double out = speed > kHatLeast ? speed : kHatLeast;
    body.vx = out * mouth.dx, body.vy = out * mouth.dy;
    note(events, s, What::leave_hat, body.exit, candy);
    body.exit = kNone;
    body.until = s.steps + level.steps(kHatRest);
}

std::array<double, 2> anchor(const Level& level, const State& s, const Rope& rope) {
    if (rope.holder == Holder::pin) return {level.pins[rope.index].x, level.pins[rope.index].y};
    if (rope.holder == Holder::active_pin)
        return {level.active_pins[rope.index].x, level.active_pins[rope.index].y};
    const Pulley& p = level.pulleys[rope.index];
    const double place = s.places[rope.index];
    return {p.x1 + place * (p.x2 - p.x1), p.y1 + place * (p.y2 - p.y1)};
}

// The whole takes the place of the first half. Its cords are lengthened where they would be
// stretched: such a cord would fire the candy off.
void merge(const Level& level, State& s, Events* events) {
    Body &one = s.bodies[0], &two = s.bodies[1];
    if (!present(s, 0) || !present(s, 1)) return;
    if (!within(one.x - two.x, one.y - two.y, kMerge)) return;
    one.x = (one.x + two.x) / 2.0, one.y = (one.y + two.y) / 2.0;
    one.vx = (one.vx + two.vx) / 2.0, one.vy = (one.vy + two.vy) / 2.0;
    if (one.bubble == kNone) one.bubble = two.bubble;
    if (two.until > one.until) one.until = two.until;
    two = Body{};
    two.gone = 1;
    for (size_t r = 0; r < level.ropes.size(); ++r) {
        Tie& tie = s.ties[r];
        if (tie.candy == kNone) continue;
        tie.candy = 0;
        const auto [x, y] = anchor(level, s, level.ropes[r]);
        const double dx = one.x - x, dy = one.y - y, distance = std::sqrt(dx * dx + dy * dy);
        if (level.ropes[r].stiffness == kCord && distance > tie.length) tie.length = distance;
    }
    note(events, s, What::merge, kNone, 0);
}

void fire_pins(const Level& level, State& s, Events* events) {
    const size_t first = level.ropes.size() - level.active_pins.size();
    for (size_t i = 0; s.armed && i < level.active_pins.size(); ++i) {
        const ActivePin& pin = level.active_pins[i];
        for (int candy = 0; candy < kMostCandies && (s.armed >> i & 1); ++candy) {
            const Body& body = s.bodies[candy];
            if (!present(s, candy) || !within(body.x - pin.x, body.y - pin.y, pin.radius)) continue;
            s.armed &= ~(1u << i);
            s.ties[first + i].candy = candy;
            if (pin.crawler) s.ties[first + i].crawled = 0;
            note(events, s, What::attach, static_cast<int>(i), candy);
        }
    }
}

void crawl(const Level& level, State& s, Events* events) {
    for (size_t r = 0; r < level.ropes.size(); ++r) {
        Tie& tie = s.ties[r];
        if (tie.crawled == kNone) continue;
        ++tie.crawled;
        const double moving = tie.crawled - level.steps(kCrawlWait);
        if (kCrawl * moving / level.rate < tie.length - kCrawlEnd) continue;
        end(s, Ending::stolen, What::stolen, static_cast<int>(r), tie.candy, events);
        return;
    }
}

void take_stars(const Level& level, State& s, int candy, Events* events) {
    const Body& body = s.bodies[candy];
    for (size_t i = 0; i < level.stars.size(); ++i) {
        const Star& star = level.stars[i];
        const bool there = !taken(s, i) && (star.expires == 0 || s.steps < star.expires);
        if (!there || !within(body.x - star.x, body.y - star.y, kStar)) continue;
        s.stars |= 1u << i;
        note(events, s, What::star, static_cast<int>(i), candy);
    }
}

bool touches(const Segment& segment, const Body& body) {
    const double tx = segment.x2 - segment.x1, ty = segment.y2 - segment.y1;
    const double dx = body.x - segment.x1, dy = body.y - segment.y1;
    double share = (dx * tx + dy * ty) / (tx * tx + ty * ty);
    if (share < 0.0) share = 0.0;
    if (share > 1.0) share = 1.0;
    return within(dx - share * tx, dy - share * ty, kHazard);
}

void meet_hazards(const Level& level, State& s, int candy, Events* events) {
    const Body& body = s.bodies[candy];
    for (size_t i = 0; i < level.spikes.size(); ++i)
        if (touches(level.spikes[i], body))
            return end(s, Ending::spiked, What::spiked, static_cast<int>(i), candy, events);
    for (size_t i = 0; i < level.gates.size(); ++i) {
        const Gate& gate = level.gates[i];
        const bool lit = (s.steps + gate.phase) % (gate.on + gate.off) < gate.on;
        if (lit && touches(gate.segment, body))
            return end(s, Ending::sparked, What::sparked, static_cast<int>(i), candy, events);
    }
}

void meet_mouth_and_edges(const Level& level, State& s, int candy, Events* events) {
    const Body& body = s.bodies[candy];
    const bool whole = s.bodies[0].gone || s.bodies[1].gone;
    if (whole && within(body.x - level.mouth[0], body.y - level.mouth[1], kMouth))
        return end(s, Ending::eaten, What::eaten, kNone, candy, events);
    if (!(body.x >= kLeft && body.x <= kRight && body.y >= kBottom && body.y <= kTop))
        end(s, Ending::lost, What::lost, kNone, candy, events);
}

}  // namespace

void meet_bubbles(const Level& level, State& s, int candy, Events* events) {
    if (!s.bubbles || !present(s, candy)) return;
    Body& body = s.bodies[candy];
    for (size_t i = 0; i < level.bubbles.size(); ++i) {
        const auto& [x, y] = level.bubbles[i];
        if (!(s.bubbles >> i & 1) || !within(body.x - x, body.y - y, kCatch)) continue;
        s.bubbles &= ~(1u << i);
        const bool caught = body.bubble == kNone;
        if (caught) body.bubble = static_cast<int32_t>(i);
        note(events, s, caught ? What::catch_bubble : What::use_up, static_cast<int>(i), candy);
    }
}

void meet(const Level& level, State& s, const std::array<Body, kMostCandies>& before, Events* events) {
    for (int i = 0; i < kMostCandies; ++i)
        if (present(s, i)) enter_hats(level, s, i, before[i], events);
    for (int i = 0; i < kMostCandies; ++i)
        if (present(s, i)) bounce(level, s, i, before[i], events);
    for (int i = 0; i < kMostCandies; ++i) leave_hats(level, s, i, events);
    merge(level, s, events);
    fire_pins(level, s, events);
    crawl(level, s, events);
    for (int i = 0; i < kMostCandies && s.ending == Ending::none; ++i) {
        if (!present(s, i)) continue;
        meet_bubbles(level, s, i, events);
        take_stars(level, s, i, events);
        meet_hazards(level, s, i, events);
        if (s.ending == Ending::none) meet_mouth_and_edges(level, s, i, events);
    }
}

}  // namespace topple::rope
