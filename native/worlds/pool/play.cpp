#include "worlds/pool/play.hpp"

namespace topple::pool {
namespace {

void note_cushion(Summary& s, const Event& event) {
    if (s.hit[0] >= 0) s.rail_after_hit = true;
    // The rails come first in the table; the other straight parts are the sides of pockets.
    if (event.kind != kRail || event.other >= kRails) return;
    ++s.rails[event.ball];
    if (s.first_rail[event.ball] < 0) s.first_rail[event.ball] = static_cast<int8_t>(event.other);
}

void note_hit(Summary& s, int hit, const Sim& sim) {
    const auto rails = s.rails[sim.cue()];
    const Ball cue = sim.ball(sim.cue());
    if (s.hit[0] < 0) {
        s.hit[0] = static_cast<int8_t>(hit), s.rails_before[0] = rails;
        s.hit_x = cue.r.x, s.hit_y = cue.r.y;
    } else if (s.hit[1] < 0 && hit != s.hit[0]) {
        s.hit[1] = static_cast<int8_t>(hit), s.rails_before[1] = rails;
    }
}

void note(Summary& s, const Event& event, const Sim& sim) {
    ++s.events;
    if (event.kind == kRail || event.kind == kJaw) note_cushion(s, event);
    if (event.kind == kPocket) s.pocket[event.ball] = static_cast<int8_t>(event.other);
    if (event.kind != kBall) return;
    if (event.ball == sim.cue()) note_hit(s, event.other, sim);
    if (event.other == sim.cue()) note_hit(s, event.ball, sim);
}

void record_event(Record& record, const Event& event, const Sim& sim) {
    record.events.push_back(event);
    record.moments.push_back({event.time, event.ball, sim.ball(event.ball)});
    if (event.kind == kBall) record.moments.push_back({event.time, event.other, sim.ball(event.other)});
}

}  // namespace

Shot play(const std::vector<Ball>& balls, int cue, const Strike& strike, Model model,
          Record* record, const std::function<bool()>& go_on) {
    Sim sim(balls, cue, model);
    Shot shot;
    Summary& s = shot.summary;
    s.pocket.fill(-1), s.first_rail.fill(-1);
    if (record)
        for (int i = 0; i < sim.size(); ++i) record->moments.push_back({0.0, i, sim.ball(i)});
    for (Event event = sim.strike(strike); event.kind != kNone; event = sim.step()) {
        note(s, event, sim);
        if (record) record_event(*record, event, sim);
        if (s.events % 256 == 0 && !go_on()) break;
        if (s.events == kMostEvents) {
            s.capped = true;
            sim.stop();
            break;
        }
    }
    s.seconds = sim.time(), s.digest = sim.digest();
    for (int i = 0; i < sim.size(); ++i) shot.balls[i] = sim.ball(i);
    return shot;
}

std::vector<Ball> at_rest(const double* places, size_t count) {
    std::vector<Ball> balls(count);
    for (size_t i = 0; i < count; ++i) {
        const double x = places[2 * i], y = places[2 * i + 1];
        if (std::isnan(x) && std::isnan(y)) continue;
        balls[i].r = {x, y, kBallRadius};
        balls[i].state = kStationary;
    }
    return balls;
}

std::vector<Vec> places_at(const std::vector<Moment>& moments, int count, double time) {
    std::vector<const Moment*> latest(count, nullptr);
    for (const Moment& moment : moments)
        if (moment.time <= time) latest[moment.ball] = &moment;
    std::vector<Vec> places(count);
    for (int i = 0; i < count; ++i) {
        if (!latest[i]) continue;
        Ball ball = latest[i]->state;
        advance(ball, time - latest[i]->time);
        places[i] = ball.r;
    }
    return places;
}

}  // namespace topple::pool
