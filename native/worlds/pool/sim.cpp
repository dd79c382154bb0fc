#include "worlds/pool/sim.hpp"

#include <algorithm>

#include "core/scene.hpp"
#include "worlds/pool/contact.hpp"

namespace topple::pool {
namespace {

// Of two events at the same time the one with the lower kind comes first, then the lower ball.
bool before(const Event& a, const Event& b) {
    return a.time < b.time || (a.time == b.time && a.kind < b.kind);
}

Kind transition_of(const Ball& ball) {
    if (ball.state == kSpinning) return kSpinStop;
    if (ball.state == kSliding) return kSlideRoll;
    return next_state(ball) == kSpinning ? kRollSpin : kRollStop;
}

Path around(Path path, double x, double y) {
    path.cx -= x, path.cy -= y;
    return path;
}

// A contact just after the end of the window is found too; the event that ends it comes first.
double widened(double window) { return window * (1.0 + 1e-12) + 1e-12; }

}  // namespace

Sim::Sim(const std::vector<Ball>& balls, int cue, Model model)
    : count_(static_cast<int32_t>(balls.size())), cue_(cue), model_(model) {
    check(balls);
    if (cue < 0 || cue >= count_) throw SceneError("the cue ball is none of the balls");
    pairs_.fill(kNever);
    std::copy(balls.begin(), balls.end(), balls_.begin());
    for (int i = 0; i < count_; ++i) plan(i);
    for (int i = 0; i < count_; ++i) plan_pairs(i);
}

bool Sim::resting() const {
    return std::all_of(balls_.begin(), balls_.begin() + count_, [](const Ball& ball) {
        return ball.state == kStationary || ball.state == kPocketed;
    });
}

Event Sim::strike(const Strike& stick) {
    check(stick);
    if (!resting()) throw SceneError("a ball still moves");
    if (balls_[cue_].state == kPocketed) throw SceneError("the cue ball is not on the table");
    if (stick.speed == 0.0) return {now_, kNone, -1, -1};
    pool::strike(balls_[cue_], stick);
    since_[cue_] = now_;
    plan(cue_);
    plan_pairs(cue_);
    return {now_, kStick, cue_, -1};
}

Ball Sim::ball(int index, double time) const {
    Ball found = balls_[index];
    advance(found, time - since_[index]);
    return found;
}

void Sim::bring(int index) {
    advance(balls_[index], now_ - since_[index]);
    since_[index] = now_;
}

void Sim::plan(int index) {
    const Ball& ball = balls_[index];
    const Path path = paths_[index] = path_of(ball);
    Event& next = own_[index] = Event{};
    const double ends = time_in_state(ball);
    if (ends == kNever) return;
    next = {now_ + ends, transition_of(ball), index, -1};
    if (!ball.moving()) return;
    const auto offer = [&](double after, Kind kind, size_t other) {
        const Event event{now_ + after, kind, index, static_cast<int32_t>(other)};
        if (after != kNever && before(event, next)) next = event;
    };
    const Table& parts = table();
    for (size_t i = 0; i < parts.rails.size(); ++i) offer(rail_contact(path, parts.rails[i]), kRail, i);
    // Events after the earliest of these can be left out: the ball is planned again then.
    const auto window = [&] { return widened(next.time - now_); };
    for (size_t i = 0; i < parts.jaws.size(); ++i) {
        const Circle& c = parts.jaws[i];
        offer(jaw_contact(around(path, c.x, c.y), c.radius + kBallRadius, window()), kJaw, i);
    }
    for (size_t i = 0; i < parts.pockets.size(); ++i) {
        const Circle& c = parts.pockets[i];
        offer(first_contact(around(path, c.x, c.y), c.radius, window()), kPocket, i);
    }
}

void Sim::plan_pairs(int index) {
    for (int i = 0; i < count_; ++i)
        if (i != index) pair(i, index) = pair_time(std::min(i, index), std::max(i, index));
}

double Sim::pair_time(int first, int second) const {
    const Ball &one = balls_[first], &other = balls_[second];
    if (one.state == kPocketed || other.state == kPocketed) return kNever;
    if (!one.moving() && !other.moving()) return kNever;
    const Path a = paths_[first].from(now_ - since_[first]);
    const Path b = paths_[second].from(now_ - since_[second]);
    const Path between{b.ax - a.ax, b.ay - a.ay, b.bx - a.bx, b.by - a.by, b.cx - a.cx, b.cy - a.cy};
    const double apart = std::sqrt(between.cx * between.cx + between.cy * between.cy);
    if (apart < 2.0 * kBallRadius) {
        const bool approaching = between.bx * between.cx + between.by * between.cy < 0.0;
        return model_ == Model::k2026 || approaching ? now_ : kNever;
    }
    const double window = std::min(own_[first].time, own_[second].time) - now_;
    return now_ + first_contact(between, 2.0 * kBallRadius, widened(window));
}

Event Sim::step() {
    Event next;
    for (int i = 0; i < count_; ++i)
        if (before(own_[i], next)) next = own_[i];
    for (int i = 0; i < count_; ++i)
        for (int j = i + 1; j < count_; ++j) {
            const Event event{pairs_[i * kMostBalls + j], kBall, i, j};
            if (before(event, next)) next = event;
        }
    if (next.time == kNever) return {now_, kNone, -1, -1};
    now_ = next.time;
    resolve(next);
    return next;
}

void Sim::resolve(const Event& event) {
    Ball& ball = balls_[event.ball];
    bring(event.ball);
    switch (event.kind) {
        case kBall:
            bring(event.other);
            collide(ball, balls_[event.other], model_);
            plan(event.other);
            break;
        case kRail: bounce(ball, cushion(table().rails[event.other]), model_); break;
        case kJaw: bounce(ball, cushion(table().jaws[event.other]), model_); break;
        case kPocket: {
            const Circle& pocket = table().pockets[event.other];
            ball = Ball{{pocket.x, pocket.y, -kPocketDepth}, {}, {}, kPocketed};
            break;
        }
        default: change_state(ball);
    }
    plan(event.ball);
    plan_pairs(event.ball);
    if (event.kind == kBall) plan_pairs(event.other);
}

void Sim::stop() {
    for (int i = 0; i < count_; ++i) {
        bring(i);
        Ball& ball = balls_[i];
        if (ball.state != kPocketed) ball.v = ball.w = {}, ball.state = kStationary;
        plan(i);
    }
    pairs_.fill(kNever);
}

}  // namespace topple::pool
