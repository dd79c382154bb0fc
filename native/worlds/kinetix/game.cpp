#include "worlds/kinetix/game.hpp"

#include <algorithm>
#include <cmath>

#include "worlds/kinetix/contacts.hpp"
#include "worlds/kinetix/flush.hpp"

namespace topple::kinetix {
namespace {

constexpr float kDenseReward = 0.1f;

// Call visit(pair, whether it touches) for every pair of a kind.
template <typename Visit>
void each(const State& state, const Pairs& pairs, const Visit& visit) {
    for (size_t i = 0; i < pairs.all.size(); ++i)
        visit(pairs.all[i], state.touches[pairs.first_slot + i].active);
}

}  // namespace

Game::Game(std::shared_ptr<const Level> level) : level_(std::move(level)) {
    std::copy(level_->start.begin(), level_->start.end(), state_.bodies.begin());
    distance_ = distance_now();
}

int Game::verdict() const {
    bool won = false, lost = false;
    for (const Pairs* pairs :
         {&level_->polygon_pairs, &level_->circle_polygon_pairs, &level_->circle_pairs})
        each(state_, *pairs, [&](const Pair& pair, bool touches) {
            won |= touches && pair.verdict > 0;
            lost |= touches && pair.verdict < 0;
        });
    return lost ? -1 : won ? 1 : 0;
}

float Game::distance_now() const {
    float total = 0.0f;
    for (const Pairs* pairs :
         {&level_->polygon_pairs, &level_->circle_polygon_pairs, &level_->circle_pairs}) {
        float sum = 0.0f;
        each(state_, *pairs, [&](const Pair& pair, bool) {
            if (pair.verdict > 0)
                sum += length(state_.bodies[pair.a].position - state_.bodies[pair.b].position);
        });
        total += sum;
    }
    return total;
}

bool Game::has_broken() const {
    // An impulse that is not a number makes the velocity of its bodies one too.
    bool broken = false;
    for (int i = 0; i < level_->bodies(); ++i) {
        const Motion& m = state_.bodies[i];
        for (float number : {m.position.x, m.position.y, m.velocity.x, m.velocity.y, m.rotation,
                             m.spin})
            broken |= std::isnan(number);
    }
    return broken;
}

float Game::step(const Drive& drive) {
    const FlushSubnormals flush;
    int goal = 0;
    for (int i = 0; i < kPhysicsSteps; ++i) {
        kinetix::step(*level_, state_, drive);
        // The first verdict stands, with the distance at that time.
        if (goal != 0) continue;
        goal = verdict();
        distance_ = distance_now();
    }
    const float nearer = kDenseReward * (last_distance_ - distance_);
    const float dense = last_distance_ < 0.0f || std::isnan(nearer) ? 0.0f : nearer;
    ++steps_;
    outcome_ = goal > 0              ? kSolved
               : goal < 0            ? kLost
               : has_broken()        ? kBroken
               : steps_ < kMostSteps ? kPlaying
                                     : kTimeOut;
    last_distance_ = over() ? -1.0f : distance_;
    return static_cast<float>(goal) + dense;
}

std::vector<std::array<int, 2>> Game::touching() const {
    std::vector<std::array<int, 2>> found;
    for (const Pairs* pairs :
         {&level_->polygon_pairs, &level_->circle_polygon_pairs, &level_->circle_pairs})
        each(state_, *pairs, [&](const Pair& pair, bool touches) {
            if (touches) found.push_back({pair.a, pair.b});
        });
    return found;
}

int contacts_at_start(const Level& level) {
    State state;
    std::array<Rotation, kMostBodies> rotations;
    std::copy(level.start.begin(), level.start.end(), state.bodies.begin());
    for (int i = 0; i < level.bodies(); ++i) rotations[i] = rotation(state.bodies[i].rotation);
    Contacts contacts;
    find_contacts(level, state, rotations, contacts);
    int count = 0;
    for (const Pairs* pairs :
         {&level.polygon_pairs, &level.circle_polygon_pairs, &level.circle_pairs})
        each(state, *pairs, [&](const Pair&, bool touches) { count += touches; });
    return count;
}

Play play(Game& game, const std::vector<Decision>& decisions, bool whole, int stride) {
    Play result;
    result.closest = game.distance();
    const auto record = [&] {
        const auto& bodies = game.state().bodies;
        result.frames.insert(result.frames.end(), bodies.begin(),
                             bodies.begin() + game.level().bodies());
    };
    if (stride > 0) record();
    const auto hold = [&](const Drive& drive, int steps) {
        for (int i = 0; i < steps && !game.over(); ++i) {
            result.last_reward = game.step(drive);
            result.total_reward += result.last_reward;
            result.closest = std::min(result.closest, game.distance());
            if (stride > 0 && (game.over() || game.steps() % stride == 0)) record();
        }
    };
    for (const Decision& decision : decisions) hold(decision.drive, decision.steps);
    if (whole) hold({}, kMostSteps);
    result.outcome = game.outcome();
    result.steps = game.steps();
    result.distance = game.distance();
    result.digest = game.digest();
    return result;
}

}  // namespace topple::kinetix
