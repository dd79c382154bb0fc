// From the sling to the tap: how birds are released and what their powers do.
#include <algorithm>
#include <cmath>

#include "core/maths.hpp"
#include "worlds/birds/rules.hpp"

namespace topple::birds {

int Game::put(const Body& body, Role role, int kind, const b2Vec2& at, const b2Vec2& velocity) {
    Body placed = body;
    placed.x = at.x, placed.y = at.y;
    Thing thing;
    thing.role = role;
    thing.kind = kind;
    thing.launch_step = now();
    const int index = sim_->add(placed);
    state_.things.push_back(thing);
    sim_->engine_body(index)->SetLinearVelocity(velocity);
    return index;
}

// Where the bird of this shot is released, relative to the pivot.
std::array<double, 2> Game::pull() const {
    const double x = state_.shot.x, y = state_.shot.y, most = level_->rules.most_stretch;
    const double stretch = maths::hypot(x, y);
    if (stretch <= most) return {x, y};
    return {x * (most / stretch), y * (most / stretch)};
}

Perch Game::perch() const {
    Perch perch;
    if (birds_left() == 0) return perch;
    perch.bird = state_.next_bird;
    const double step = level_->scene->time_step;
    if (state_.next_bird == 0)
        perch.way = 0.0;  // on the sling from the start
    else if (state_.ready_step >= 0) {
        const double whole = level_->birds[state_.next_bird].ready_time;
        const double ahead = (state_.ready_step - now()) * step;
        perch.way = whole > 0.0 ? std::clamp(ahead / whole, 0.0, 1.0) : 0.0;
    }
    if (state_.release_step >= 0) {
        const double whole = level_->rules.drag_time;
        const double ahead = (state_.release_step - now()) * step;
        const double drawn = whole > 0.0 ? std::clamp(1.0 - ahead / whole, 0.0, 1.0) : 1.0;
        const auto [x, y] = pull();
        perch.pull_x = x * drawn, perch.pull_y = y * drawn;
    }
    return perch;
}

void Game::release() {
    const Rules& rules = level_->rules;
    const Bird& bird = level_->birds[state_.next_bird];
    const auto [x, y] = pull();
    const b2Vec2 at(static_cast<float>(rules.pivot_x + x + bird.offset_x),
                    static_cast<float>(rules.pivot_y + y + bird.offset_y));
    const b2Vec2 velocity(static_cast<float>(-x * rules.speed_per_stretch),
                          static_cast<float>(-y * rules.speed_per_stretch));
    state_.current = put(bird.body, kBird, state_.next_bird, at, velocity);
    if (state_.shot.tap >= 0.0)
        state_.things[state_.current].tap_step = now() + steps_of(state_.shot.tap);
    ++state_.next_bird;
    state_.release_step = state_.ready_step = -1;
}

// The turn of this bird is over: the next one may come.
void Game::use(int body) {
    if (state_.current != body) return;
    state_.current = -1;
    if (birds_left() > 0)
        state_.ready_step = now() + steps_of(level_->birds[state_.next_bird].ready_time);
}

bool Game::tap_due(int body) const {
    const Thing& thing = state_.things[body];
    if (thing.tap_step == now()) return true;
    return level_->rules.early_taps_wait && thing.tap_step >= 0 && thing.tap_step < now();
}

void Game::tap(int body) {
    Thing& thing = state_.things[body];
    const Bird& bird = level_->birds[thing.kind];
    b2Body* b = sim_->engine_body(body);
    const double held_x = b->GetPosition().x - bird.offset_x;
    const bool in_front = held_x + 2.0 * bird.body.shapes[0].radius >
                          level_->rules.pivot_x + level_->rules.tap_distance;
    if (thing.spent || (thing.touch_step >= 0 && !bursts(body)) || !in_front) return;
    thing.spent = 1;
    const b2Vec2 v = b->GetLinearVelocity();
    const float speed = v.Length(), impulse = static_cast<float>(bird.impulse);
    if (bird.power == Bird::kBoost && speed > 0.0f)
        sim_->push(body, impulse / speed * v.x, impulse / speed * v.y);
    if (bird.power == Bird::kSplit) split(body);
    if (bird.power == Bird::kEggs) lay_egg(body);
    if (bird.power == Bird::kExplode) explode(body, bird.blast);
}

void Game::split(int body) {
    const int32_t kind = state_.things[body].kind;
    const b2Vec2 at = sim_->engine_body(body)->GetPosition();
    const b2Vec2 v = sim_->engine_body(body)->GetLinearVelocity();
    use(body);
    die(body);
    for (double angle : level_->rules.split_angles) {
        const b2Rot turn(static_cast<float>(angle));
        const int chick = put(level_->birds[kind].body, kBird, kind, at, b2Mul(turn, v));
        state_.things[chick].spent = 1;
    }
}

void Game::lay_egg(int body) {
    const Bird& bird = level_->birds[state_.things[body].kind];
    put(level_->egg, kEgg, -1, sim_->engine_body(body)->GetPosition(),
        b2Vec2(0.0f, static_cast<float>(-level_->rules.egg_speed)));
    sim_->push(body, 0.0, bird.impulse);
    use(body);
}

}  // namespace topple::birds
