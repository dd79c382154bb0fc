// A table in motion, event by event. No heap, no clock, no randomness.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/course.hpp"
#include "worlds/pool/impact.hpp"

namespace topple::pool {

inline constexpr int kMostBalls = 24;
inline constexpr int kMostEvents = 20'000;  // in one shot

enum Kind : int32_t {
    kStick = 0,
    kSlideRoll = 1,
    kRollSpin = 2,
    kRollStop = 3,
    kSpinStop = 4,
    kPocket = 5,
    kBall = 6,
    kJaw = 7,
    kRail = 8,
    kNone = 9,
};

// `other` is the other ball, the rail, the jaw or the pocket; -1 if there is none.
struct Event {
    double time = kNever;
    int32_t kind = kNone;
    int32_t ball = -1, other = -1;
};

class Sim {
  public:
    // Throws a SceneError unless the balls can lie or move like this. `cue` is the cue ball. The order of
    // the balls decides rounding and, in the models of 2025, also friction.
    Sim(const std::vector<Ball>& balls, int cue, Model model);

    // Hit the cue ball; all balls must be at rest. Throws a SceneError for an impossible strike.
    Event strike(const Strike& stick);
    // Simulate up to the next event and return it; its kind is kNone if nothing moves any more.
    Event step();
    // Stop every ball where it is.
    void stop();

    int cue() const { return cue_; }
    int size() const { return count_; }
    double time() const { return now_; }
    Model model() const { return model_; }
    bool resting() const;
    // The ball at the present time, or later if no event comes before.
    Ball ball(int index, double time) const;
    Ball ball(int index) const { return ball(index, now_); }
    uint64_t digest() const;
    std::string snapshot() const;
    static Sim restore(const std::string& bytes);

    Course course;

  private:
    Sim() = default;
    void plan(int index);                    // find what happens to a ball next
    void plan_pairs(int index);
    double pair_time(int first, int second) const;
    double& pair(int a, int b) { return pairs_[a < b ? a * kMostBalls + b : b * kMostBalls + a]; }
    void bring(int index);                   // advance a ball to the present time
    void resolve(const Event& event);
    template <typename Archive>
    static void describe(Archive& archive, Sim& sim);

    int32_t count_ = 0, cue_ = 0;
    Model model_ = Model::k2026;
    double now_ = 0.0;
    std::array<Ball, kMostBalls> balls_;
    std::array<double, kMostBalls> since_{};  // the time of each ball's state
    std::array<Path, kMostBalls> paths_;      // from that time on
    std::array<Event, kMostBalls> own_;       // the next event of a ball without other balls
    std::array<double, kMostBalls * kMostBalls> pairs_{};
};

// Throw a SceneError that names the first ball that cannot be where it is.
void check(const std::vector<Ball>& balls);
void check(const Strike& stick);

}  // namespace topple::pool
