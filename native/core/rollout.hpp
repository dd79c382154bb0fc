// Batch simulation: a scene with scheduled commands and stop conditions.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/sim.hpp"

namespace topple {

// A condition checked after every step. It is met once it has held for `hold` steps in a row.
struct Watcher {
    enum Kind : int {
        kTouching = 0,   // contact between bodies a and b
        kNear = 1,       // the gap between balls a and b is below `value`
        kAbove = 2,      // the box around a lies above the box around b
        kLeftOf = 3,     // ... left of it
        kInside = 4,     // every corner of a lies in `region`, which is fixed to b
        kBelow = 5,      // the centre of a is lower than `value`
        kOutside = 6,    // the centre of a has left the scene
    };
    int kind = kTouching;
    int a = 0, b = 0;
    double value = 0.0;
    int hold = 1;
    bool negate = false;
    // With `negate`: count only after the plain condition has held once. If it never does, the
    // watcher is met at the end.
    bool after_seen = false;
    Shape region;
};

// A change made to the simulation just before step number `step`.
struct Command {
    enum Kind : int { kRemove = 0, kPush = 1, kPlace = 2, kCut = 3 };
    int step = 0;
    int kind = kRemove;
    int body = 0;  // for kCut: the joint
    double x = 0.0, y = 0.0, angle = 0.0;
};

// One simulation, fully described in advance.
struct Rollout {
    std::shared_ptr<const Scene> scene;
    std::vector<Body> added;
    std::vector<Watcher> watchers;  // the first one to be met ends the rollout
    std::vector<Command> commands;  // ordered by step
    int most_steps = 1000;
    int stride = 0;             // record poses after step 0, stride, 2 stride, ...; 0: never
    bool outcome_only = false;  // stop when no watcher can be met any more
    bool digest = false;
    bool events = false;         // record contacts, and hits of at least `least_impulse`
    float least_impulse = 0.0f;
};

struct Result {
    int met = -1;   // the watcher that ended it; -1: none
    int steps = 0;  // engine steps taken
    std::vector<Pose> poses;   // every body's at the end
    std::vector<Pose> frames;  // recorded frames, concatenated
    std::vector<Event> events;
    uint64_t digest = 0;
    std::string error;  // why the engine stopped; empty if it did not
};

// Whether the plain condition holds now. A condition on a removed body never holds.
bool holds(const Watcher& watcher, const Sim& sim);

// The state of one watcher during a rollout.
class Watching {
  public:
    struct State {
        int held = 0;
        bool seen = false;
    };
    explicit Watching(const Watcher& watcher) : watcher_(&watcher) {}
    Watching(const Watcher& watcher, State state) : watcher_(&watcher), state_(state) {}
    State state() const { return state_; }
    bool met() const { return state_.held >= watcher_->hold; }
    // Check once; returns whether the watcher is met.
    bool look(const Sim& sim);
    // Whether the end of the rollout meets it.
    bool met_at_end() const { return watcher_->negate && watcher_->after_seen && !state_.seen; }
    // Whether it can still be met within `steps_left` steps; at rest nothing changes any more.
    bool possible(int steps_left, bool at_rest) const {
        return met_at_end() ||
               (state_.held + steps_left >= watcher_->hold && !(at_rest && state_.held == 0));
    }

  private:
    const Watcher* watcher_;
    State state_;
};

// Throw a SceneError if the rollout names missing bodies or has numbers out of range. The added
// bodies are checked when they enter the simulation.
void check(const Rollout& rollout);
// The same for one watcher in a simulation of `bodies` bodies.
void check(const Watcher& watcher, const Scene& scene, int bodies);

// Run to the end, or until `go_on`, called after every step, returns false.
Result run(const Rollout& rollout, const std::function<bool(const Sim&)>& go_on = {});
// Run on from where a simulation of it stands; frames until then are in the result already.
void run_on(const Rollout& rollout, Sim& sim, std::vector<Watching>& watching, Result& result,
            const std::function<bool(const Sim&)>& go_on = {});

}  // namespace topple
