#include "worlds/rope/play.hpp"

#include <algorithm>
#include <string>

#include "worlds/rope/encounters.hpp"

namespace topple::rope {

std::vector<double> row(const Level& level, const State& s) {
    std::vector<double> numbers{double(s.steps), double(s.bubbles), double(s.stars), double(s.armed)};
    for (const Body& b : s.bodies) {
        const double presence = b.gone ? 2.0 : b.exit != kNone ? 1.0 : 0.0;
        numbers.insert(numbers.end(), {b.x, b.y, b.vx, b.vy, double(b.bubble), presence});
    }
    const int wait = level.steps(kCrawlWait);
    for (size_t r = 0; r < level.ropes.size(); ++r) {
        const Tie& tie = s.ties[r];
        const double way = tie.crawled == kNone ? -1.0 : kCrawl * std::max(0, tie.crawled - wait) / level.rate;
        numbers.insert(numbers.end(), {double(tie.candy), tie.length, way});
    }
    numbers.insert(numbers.end(), s.places.begin(), s.places.begin() + level.pulleys.size());
    return numbers;
}

void check(const Level& level, const Call& call) {
    size_t count = 0;
    switch (call.verb) {
        case Verb::cut_pin: count = level.pins.size(); break;
        case Verb::cut_active_pin: count = level.active_pins.size(); break;
        case Verb::pop: count = level.bubbles.size(); break;
        case Verb::tap: count = level.cushions.size(); break;
        case Verb::move_pulley:
        case Verb::cut_pulley: count = level.pulleys.size(); break;
        default: throw SceneError("no such call");
    }
    if (call.item < 0 || static_cast<size_t>(call.item) >= count)
        throw SceneError("a call names item " + std::to_string(call.item + 1) + ", which is not there");
    if (call.verb == Verb::move_pulley && !(call.value >= 0.0 && call.value <= 1.0))
        throw SceneError("a pulley moves to a position from 0 to 1");
}

Play play(const Level& level, const Plan& plan, int stride) {
    const auto& [calls, until] = plan;
    Play play;
    play.state = start(level);
    State& s = play.state;
    const auto film = [&] {
        const std::vector<double> now = row(level, s);
        play.frames.insert(play.frames.end(), now.begin(), now.end());
        ++play.frame_count;
    };
    if (stride) film();
    size_t next = 0;
    while (s.ending == Ending::none && s.steps < until) {
        for (; next < calls.size() && calls[next].step <= s.steps; ++next)
            act(level, s, calls[next], &play.events);
        step(level, s, &play.events);
        const bool last = s.ending != Ending::none || s.steps >= until;
        if (stride && (s.steps % stride == 0 || last)) film();
    }
    play.digest = digest(level, s);
    return play;
}

}  // namespace topple::rope
