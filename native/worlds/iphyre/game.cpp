#include "worlds/iphyre/game.hpp"

#include <cmath>

#include "chipmunk/settings.h"
//
#include <chipmunk/chipmunk_structs.h>

namespace topple::iphyre {
namespace {

constexpr double kGravity = 100.0, kRestitution = 0.1, kFriction = 0.5, kMass = 1.0;
constexpr double kRestLength = 20.0, kStiffness = 1.0, kDamping = 0.3;  // springs
constexpr double kSolved = 1000.0, kRemoved = 10.0;                     // rewards

}  // namespace

Game::Game(std::shared_ptr<const Level> level)
    : level_(std::move(level)), step_seconds_(1.0 / level_->rate) {
    const ArenaScope scope(arena_);
    state_.space = cpSpaceNew();
    cpSpaceSetGravity(state_.space, cpv(0.0, kGravity));
    // A reset of the original removes and adds all shapes, and their numbers go on. They decide
    // the order of contacts.
    state_.space->shapeIDCounter =
        static_cast<cpHashValue>(level_->prior_resets) * static_cast<cpHashValue>(level_->objects());
    for (int i = 0; i < level_->objects(); ++i) state_.objects[i] = build(i);
    for (size_t i = 0; i < level_->links.size(); ++i)
        state_.links[i] = tie(level_->links[i], false);
    for (size_t i = 0; i < level_->springs.size(); ++i)
        state_.springs[i] = tie(level_->springs[i], true);
}

Game::Object Game::build(int object) {
    const bool moving = level_->moving[object];
    double x = 0.0, y = 0.0, radius = kBlockRadius;
    cpVect a = cpvzero, b = cpvzero;
    if (level_->is_block(object)) {
        const auto& [x1, y1, x2, y2] = level_->blocks[object];
        x = (x1 + x2) / 2, y = (y1 + y2) / 2;
        a = cpv(x1 - x, y1 - y), b = cpv(x2 - x, y2 - y);
    } else {
        const auto& ball = level_->balls[object - level_->blocks.size()];
        x = ball[0], y = ball[1], radius = ball[2];
    }
    // The original gives a moving block the moment of one without length.
    const double moment = level_->is_block(object)
                              ? cpMomentForSegment(kMass, cpvzero, cpvzero, radius)
                              : cpMomentForCircle(kMass, 0.0, radius, cpvzero);
    cpBody* body = moving ? cpBodyNew(kMass, moment) : cpBodyNewStatic();
    cpBodySetPosition(body, cpv(x, y));
    cpShape* shape = level_->is_block(object) ? cpSegmentShapeNew(body, a, b, radius)
                                              : cpCircleShapeNew(body, radius, cpvzero);
    cpShapeSetElasticity(shape, kRestitution);
    cpShapeSetFriction(shape, kFriction);
    cpSpaceAddBody(state_.space, body);
    cpSpaceAddShape(state_.space, shape);
    return {body, shape, -1};
}

cpConstraint* Game::tie(std::pair<int, int> objects, bool spring) {
    cpBody* first = state_.objects[objects.first].body;
    cpBody* second = state_.objects[objects.second].body;
    cpConstraint* made = spring ? cpDampedSpringNew(first, second, cpvzero, cpvzero, kRestLength,
                                                    kStiffness, kDamping)
                                : cpPinJointNew(first, second, cpvzero, cpvzero);
    return cpSpaceAddConstraint(state_.space, made);
}

bool Game::remove(int block) {
    if (block < 0 || block >= level_->objects() || !level_->eliminable[block])
        throw SceneError("object " + std::to_string(block) + " is not an eliminable block");
    Object& object = state_.objects[block];
    if (!object.body || over()) return false;
    const ArenaScope scope(arena_);
    cpSpaceRemoveShape(state_.space, object.shape);
    cpSpaceRemoveBody(state_.space, object.body);
    cut(level_->links, state_.links, block);
    cut(level_->springs, state_.springs, block);
    object.body = nullptr;
    removed_.push_back({state_.steps, block});
    ++state_.removed_now;
    return true;
}

void Game::cut(const std::vector<std::pair<int, int>>& pairs,
               std::array<cpConstraint*, kMostObjects>& ties, int block) {
    for (size_t i = 0; i < pairs.size(); ++i)
        if (ties[i] && (pairs[i].first == block || pairs[i].second == block)) {
            cpSpaceRemoveConstraint(state_.space, ties[i]);
            ties[i] = nullptr;
        }
}

void Game::step() {
    if (over()) throw SceneError("the game is over");
    const ArenaScope scope(arena_);
    cpSpaceStep(state_.space, step_seconds_);
    ++state_.steps;
    state_.clock += step_seconds_;
    watch_balls();
    double reward = -step_seconds_;
    if (state_.removed_now) reward -= kRemoved * state_.removed_now;
    if (state_.solved) reward += kSolved;
    state_.reward += reward;
    state_.removed_now = 0;
}

void Game::watch_balls() {
    state_.solved = true;
    for (int i = static_cast<int>(level_->blocks.size()); i < level_->objects(); ++i) {
        const bool below = cpBodyGetPosition(state_.objects[i].body).y > kBottom;
        if (below && state_.objects[i].fallen < 0) state_.objects[i].fallen = state_.steps;
        state_.solved &= below;
    }
}

std::vector<int> Game::fallen() const {
    std::vector<int> steps;
    for (int i = static_cast<int>(level_->blocks.size()); i < level_->objects(); ++i)
        steps.push_back(state_.objects[i].fallen);
    return steps;
}

Pose Game::pose(int object) const {
    const cpBody* body = state_.objects[object].body;
    if (!body) return {NAN, NAN, NAN};
    return {body->p.x, body->p.y, body->a};
}

Table Game::table() const {
    Table table{};
    for (int i = 0; i < level_->objects(); ++i) {
        if (!there(i)) continue;
        const auto [x, y, angle] = pose(i);
        Row& row = table[i];
        row = {x, y, x, y, kBlockRadius, double(level_->eliminable[i]), double(level_->moving[i])};
        if (level_->is_block(i)) {
            const double c = topple_cos(angle), s = topple_sin(angle);
            const cpVect ends[] = {cpSegmentShapeGetA(state_.objects[i].shape),
                                   cpSegmentShapeGetB(state_.objects[i].shape)};
            for (int k = 0; k < 2; ++k) {
                row[2 * k] = x + (ends[k].x * c - ends[k].y * s);
                row[2 * k + 1] = y + (ends[k].x * s + ends[k].y * c);
            }
        } else {
            row[4] = level_->balls[i - level_->blocks.size()][2];
        }
    }
    // A tie has the number that it has among those still present.
    const auto number = [&](const auto& pairs, const auto& ties, int column) {
        double count = 0.0;
        for (size_t i = 0; i < pairs.size(); ++i)
            if (ties[i]) table[pairs[i].first][column] = table[pairs[i].second][column] = ++count;
    };
    number(level_->links, state_.links, 7);
    number(level_->springs, state_.springs, 8);
    return table;
}

}  // namespace topple::iphyre
