// The rules of the game: drive motors and thrusters until green touches blue, and never red.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/course.hpp"
#include "worlds/kinetix/state.hpp"

namespace topple::kinetix {

inline constexpr int kPhysicsSteps = 2;  // per step of the game
inline constexpr int kMostSteps = 256;

enum Outcome : int32_t { kPlaying = 0, kSolved = 1, kLost = 2, kTimeOut = 3, kBroken = 4 };

class Game {
  public:
    // The level has passed `prepare`.
    explicit Game(std::shared_ptr<const Level> level);

    // Simulate 1/30 s, whether or not the game is over; return the reward.
    float step(const Drive& drive);

    Outcome outcome() const { return static_cast<Outcome>(outcome_); }
    bool over() const { return outcome_ != kPlaying; }
    int steps() const { return steps_; }
    // Between green and blue, summed over all such pairs, after the last step.
    float distance() const { return distance_; }
    const Level& level() const { return *level_; }
    const State& state() const { return state_; }
    // Whether two bodies touched at the start of the last physics step.
    std::vector<std::array<int, 2>> touching() const;

    uint64_t digest() const;
    std::string snapshot() const;
    static Game restore(std::shared_ptr<const Level> level, const std::string& bytes);

    Course course;

  private:
    int verdict() const;
    float distance_now() const;
    bool has_broken() const;
    template <typename Archive>
    void describe(Archive& archive);

    std::shared_ptr<const Level> level_;
    State state_;
    int32_t steps_ = 0, outcome_ = kPlaying;
    float distance_ = 0.0f, last_distance_ = -1.0f;
};

// Count the pairs of bodies that touch at the start.
int contacts_at_start(const Level& level);

// A drive and for how many steps it is held.
struct Decision {
    Drive drive{};
    int32_t steps = 1;
};

struct Play {
    Outcome outcome = kPlaying;
    int32_t steps = 0;
    double total_reward = 0.0;
    float last_reward = 0.0f, distance = 0.0f, closest = 0.0f;
    uint64_t digest = 0;
    std::vector<Motion> frames;  // all bodies: at the start, every `stride` steps and at the end
};

// Play decisions until the game is over; then, or after the last decision, nothing is driven until
// the game is over. With `whole` unset, stop after the last decision.
Play play(Game& game, const std::vector<Decision>& decisions, bool whole, int stride);

}  // namespace topple::kinetix
