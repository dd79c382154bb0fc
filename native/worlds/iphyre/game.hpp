// A game of I-PHYRE in motion, and whole games played by a plan.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "chipmunk/arena.hpp"
#include "core/course.hpp"
#include "worlds/iphyre/level.hpp"

struct cpSpace;
struct cpBody;
struct cpShape;
struct cpConstraint;

namespace topple::iphyre {

using Pose = std::array<double, 3>;    // x, y, angle
using Row = std::array<double, 9>;     // x1, y1, x2, y2, radius, eliminable, moving, link, spring
using Table = std::array<Row, kMostObjects>;

// Remove a block before a step; the first step is 0.
struct Removal {
    int32_t step, block;
};

class Game {
  public:
    // The level must have passed `check`.
    explicit Game(std::shared_ptr<const Level> level);
    Game(const Game&) = delete;
    Game& operator=(const Game&) = delete;

    // Remove an eliminable block; return whether it was still there.
    bool remove(int block);
    void step();

    const Level& level() const { return *level_; }
    int steps() const { return state_.steps; }
    double clock() const { return state_.clock; }
    double reward() const { return state_.reward; }
    bool solved() const { return state_.solved; }
    bool over() const { return state_.solved || state_.steps >= level_->most_steps(); }
    const std::vector<Removal>& removed() const { return removed_; }
    // The step after which each ball was first below the bottom; -1 for none.
    std::vector<int> fallen() const;
    bool there(int object) const { return state_.objects[object].body != nullptr; }
    Pose pose(int object) const;
    // The original's observation; rows of removed and missing objects are zero.
    Table table() const;

    // A 64-bit hash of bodies, contacts and rules after the last step.
    uint64_t digest() const;

    // A moment of this game, to return to: a copy of its memory, useless to other games.
    struct Mark;
    std::shared_ptr<const Mark> mark() const;
    void rewind(const std::shared_ptr<const Mark>& mark);

    // The removals so far, as bytes that any build can play again.
    std::string snapshot() const;
    static std::unique_ptr<Game> restore(std::shared_ptr<const Level> level,
                                         const std::string& bytes);

    Course course;

  private:
    struct Object {
        cpBody* body = nullptr;  // null once removed
        cpShape* shape = nullptr;
        int fallen = -1;
    };
    struct State {
        cpSpace* space = nullptr;
        std::array<Object, kMostObjects> objects{};
        std::array<cpConstraint*, kMostObjects> links{}, springs{};  // null once gone
        int steps = 0, removed_now = 0;
        double clock = 0.0, reward = 0.0;
        bool solved = false;
    };

    Object build(int object);
    cpConstraint* tie(std::pair<int, int> objects, bool spring);
    void cut(const std::vector<std::pair<int, int>>& pairs,
             std::array<cpConstraint*, kMostObjects>& ties, int block);
    void watch_balls();

    std::shared_ptr<const Level> level_;
    double step_seconds_;
    Arena arena_;
    State state_;
    std::vector<Removal> removed_;
};

struct Play {
    bool solved = false;
    int steps = 0;
    double clock = 0.0, reward = 0.0;
    uint64_t digest = 0;
    std::vector<Removal> removed;
    std::vector<int> fallen;
    std::vector<Pose> poses;      // moving objects, in order
    std::vector<Pose> frames;     // the same at the start, every `stride` steps and at the end
    std::vector<int> frame_steps;
};

// Play a plan, sorted by step, to the end.
Play play(std::shared_ptr<const Level> level, const Removal* plan, size_t count, int stride);

}  // namespace topple::iphyre
