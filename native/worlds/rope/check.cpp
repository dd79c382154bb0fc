#include <cmath>
#include <string>

#include "core/maths.hpp"
#include "worlds/rope/level.hpp"
#include "worlds/rope/rules.hpp"

namespace topple::rope {
namespace {

constexpr double kFarthest = 1000.0;
constexpr double kMostStretch = 1.005;  // a tighter cord would fire the candy off

void need(bool holds, const std::string& what) {
    if (!holds) throw SceneError(what);
}

std::string named(const char* kind, size_t index) {
    return std::string(kind) + " " + std::to_string(index + 1);
}

// Comparisons with NaN are false, so it is refused too.
void near(double number, const std::string& name) {
    need(std::abs(number) <= kFarthest, name + " has a coordinate beyond 1000, or not a number");
}

void check_count(size_t count, int most, const char* kind) {
    need(count <= static_cast<size_t>(most), "there are " + std::to_string(count) + " " + kind +
                                                 "; a level has at most " + std::to_string(most));
}

void check_counts(const Level& level) {
    need(!level.candies.empty(), "a level needs a candy");
    check_count(level.candies.size(), kMostCandies, "candies");
    check_count(level.pins.size(), kMostPins, "pins");
    check_count(level.active_pins.size(), kMostPins, "active pins");
    check_count(level.pulleys.size(), kMostPulleys, "pulleys");
    check_count(level.ropes.size(), kMostTied, "ropes");
    check_count(level.bubbles.size(), kMostItems, "bubbles");
    check_count(level.cushions.size(), kMostItems, "air cushions");
    check_count(level.stars.size(), kMostItems, "stars");
    check_count(level.spikes.size(), kMostSpikes, "spikes");
    check_count(level.gates.size(), kMostItems, "gates");
    check_count(level.hats.size(), kMostItems, "hats");
    check_count(level.pads.size(), kMostItems, "bounce pads");
    need(level.rate >= 60 && level.rate <= 4800 && level.rate % 60 == 0,
         "the rate is a multiple of 60 from 60 to 4800 steps per second");
}

void check_segment(const Segment& s, const std::string& name) {
    for (double number : {s.x1, s.y1, s.x2, s.y2}) near(number, name);
    need(maths::hypot(s.x2 - s.x1, s.y2 - s.y1) >= 1.0, name + " is shorter than 1");
}

void check_place(double x, double y, const std::string& name) {
    near(x, name), near(y, name);
}

void check_seconds(const Level& level, int32_t steps, const std::string& what) {
    need(steps >= 0 && steps <= kSeconds * level.rate, what + " is not within 0 to 60 seconds");
}

void normalise(Arrow& arrow, const std::string& name) {
    check_place(arrow.x, arrow.y, name);
    const double length = std::sqrt(arrow.dx * arrow.dx + arrow.dy * arrow.dy);
    need(length > 1e-6 && length <= kFarthest, name + " has no direction");
    arrow.dx /= length, arrow.dy /= length;
}

void check_places(const Level& level) {
    check_place(level.mouth[0], level.mouth[1], "the mouth");
    for (size_t i = 0; i < level.candies.size(); ++i) {
        const auto& [x, y] = level.candies[i];
        check_place(x, y, named("candy", i));
        need(x > kLeft && x < kRight && y > kBottom && y < kTop,
             named("candy", i) + " starts off the board");
    }
    for (size_t i = 0; i < level.bubbles.size(); ++i)
        check_place(level.bubbles[i][0], level.bubbles[i][1], named("bubble", i));
    for (size_t i = 0; i < level.stars.size(); ++i) {
        check_place(level.stars[i].x, level.stars[i].y, named("star", i));
        check_seconds(level, level.stars[i].expires, "the end of " + named("star", i));
    }
}

void check_holders(const Level& level) {
    for (size_t i = 0; i < level.pins.size(); ++i)
        check_place(level.pins[i].x, level.pins[i].y, named("pin", i));
    for (size_t i = 0; i < level.active_pins.size(); ++i) {
        const ActivePin& pin = level.active_pins[i];
        check_place(pin.x, pin.y, named("active pin", i));
        need(pin.radius >= 1.0 && pin.radius <= 100.0,
             named("active pin", i) + " needs a radius from 1 to 100");
    }
    for (size_t i = 0; i < level.pulleys.size(); ++i) {
        const Pulley& p = level.pulleys[i];
        check_segment({p.x1, p.y1, p.x2, p.y2}, "the rail of " + named("pulley", i));
        need(p.position >= 0.0 && p.position <= 1.0,
             named("pulley", i) + " needs a position from 0 to 1");
    }
}

std::array<double, 2> anchor(const Level& level, const Rope& rope) {
    if (rope.holder == Holder::pin)
        return {level.pins[rope.index].x, level.pins[rope.index].y};
    const Pulley& p = level.pulleys[rope.index];
    return {p.x1 + p.position * (p.x2 - p.x1), p.y1 + p.position * (p.y2 - p.y1)};
}

void check_ropes(Level& level) {
    std::vector<int> held(level.pins.size());
    for (size_t i = 0; i < level.ropes.size(); ++i) {
        Rope& rope = level.ropes[i];
        const bool of_pin = rope.holder == Holder::pin;
        const size_t holders = of_pin ? level.pins.size() : level.pulleys.size();
        need(rope.holder != Holder::active_pin && rope.index >= 0 &&
                 static_cast<size_t>(rope.index) < holders,
             named("rope", i) + " hangs on nothing");
        const std::string name = std::string("a rope of ") + named(of_pin ? "pin" : "pulley", rope.index);
        need(rope.candy >= 0 && static_cast<size_t>(rope.candy) < level.candies.size(),
             name + " holds candy " + std::to_string(rope.candy + 1) + ", which is not there");
        need(rope.length >= 1.0 && rope.length <= 200.0, name + " needs a length from 1 to 200");
        need(rope.stiffness == 0.0 || (rope.stiffness >= 1.0 && rope.stiffness <= 1000.0),
             name + " needs a stiffness from 1 to 1000, or 0 for a cord");
        const auto [x, y] = anchor(level, rope);
        const auto& candy = level.candies[rope.candy];
        const double distance = maths::hypot(candy[0] - x, candy[1] - y);
        need(rope.stiffness > 0.0 || distance <= rope.length * kMostStretch,
             name + " is a cord of length " + std::to_string(rope.length) +
                 ", but its candy is " + std::to_string(distance) + " away");
        if (of_pin) ++held[rope.index];
    }
    for (size_t i = 0; i < held.size(); ++i)
        need(!level.pins[i].crawler || held[i] == 1,
             named("pin", i) + " has a crawler, so it needs exactly one rope");
    for (size_t i = 0; i < level.active_pins.size(); ++i)
        level.ropes.push_back(
            {Holder::active_pin, static_cast<int32_t>(i), -1, level.active_pins[i].radius, 0.0});
    for (Rope& rope : level.ropes) {
        const double ratio = rope.stiffness > 0.0 ? kElasticRatio : kCordRatio;
        if (rope.stiffness == 0.0) rope.stiffness = kCord;
        rope.damping = 2.0 * ratio * std::sqrt(rope.stiffness);
    }
}

void check_hats(Level& level) {
    for (size_t i = 0; i < level.hats.size(); ++i) {
        normalise(level.hats[i].mouth, named("hat", i));
        for (size_t k = 0; k < level.hats.size(); ++k) {
            if (k == i || level.hats[k].pair != level.hats[i].pair) continue;
            need(level.hats[i].partner < 0,
                 "pair " + std::to_string(level.hats[i].pair) + " has more than two hats");
            level.hats[i].partner = static_cast<int32_t>(k);
        }
        need(level.hats[i].partner >= 0, named("hat", i) + " has no partner");
    }
}

}  // namespace

void check(Level& level) {
    check_counts(level);
    check_places(level);
    check_holders(level);
    check_ropes(level);
    for (size_t i = 0; i < level.cushions.size(); ++i)
        normalise(level.cushions[i], named("air cushion", i));
    for (size_t i = 0; i < level.spikes.size(); ++i) check_segment(level.spikes[i], named("spikes", i));
    for (size_t i = 0; i < level.gates.size(); ++i) {
        const Gate& gate = level.gates[i];
        check_segment(gate.segment, named("gate", i));
        for (int32_t steps : {gate.on, gate.off, gate.phase})
            check_seconds(level, steps, "a time of " + named("gate", i));
        need(gate.on > 0 && gate.off > 0, named("gate", i) + " must be on and off for a while");
    }
    for (size_t i = 0; i < level.pads.size(); ++i) {
        check_segment(level.pads[i].segment, named("bounce pad", i));
        need(level.pads[i].restitution >= 0.0 && level.pads[i].restitution <= 1.0,
             named("bounce pad", i) + " needs a restitution from 0 to 1");
    }
    check_hats(level);
}

}  // namespace topple::rope
