// Whole simulations: what to watch, when to interfere, when to stop.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sim.hpp"

namespace topple {

// A condition looked at after every step. It is met once it has held `hold` steps in a row.
struct Watcher {
    enum Kind : int {
        kTouching = 0,   // contact between bodies a and b
        kNear = 1,       // balls a and b have a gap below value[0]
        kAbove = 2,      // the box around a lies above the box around b
        kLeftOf = 3,     // ... left of it
        kInside = 4,     // every corner of a lies in `region`, which is fixed to b
        kBelow = 5,      // the centre of a is lower than value[0]
        kOutside = 6,    // the centre of a has left the scene
    };
    int kind = kTouching;
    int a = 0, b = 0;
    double value = 0.0;
    int hold = 1;
    bool negate = false;
    // Count a negated condition only once the condition itself has been seen; one that is never
    // seen is met at the end.
    bool after_seen = false;
    Shape region;
};

// Something done to the simulation just before step number `step`.
struct Command {
    enum Kind : int { kRemove = 0, kPush = 1, kPlace = 2, kCut = 3 };
    int step = 0;
    int kind = kRemove;
    int body = 0;  // of kCut: the joint
    double x = 0.0, y = 0.0, angle = 0.0;
};

// A whole simulation, told beforehand.
struct Rollout {
    std::shared_ptr<const Scene> scene;
    std::vector<Body> added;
    std::vector<Watcher> watchers;  // the first one met ends the rollout
    std::vector<Command> commands;  // in order of their steps
    int most_steps = 1000;
    int stride = 0;             // record poses after step 0, stride, 2 stride, ...; 0: never
    bool outcome_only = false;  // stop as soon as no watcher can be met any more
    bool digest = false;
    bool events = false;         // record contacts, and hits of at least this impulse
    float least_impulse = 0.0f;
};

struct Result {
    int met = -1;   // which watcher ended it; -1: none
    int steps = 0;  // engine steps made
    std::vector<Pose> poses;   // of every body at the end
    std::vector<Pose> frames;  // recorded frames, one after another
    std::vector<Event> events;
    uint64_t digest = 0;
    std::string error;  // the engine gave up
};

// Does the condition itself hold now? One about a body that is gone does not.
bool holds(const Watcher& watcher, const Sim& sim);

// The state of one watcher during a rollout.
class Watching {
  public:
    explicit Watching(const Watcher& watcher) : watcher_(watcher) {}
    // Look once; true when the condition has been met.
    bool look(const Sim& sim);
    // Is it met by having come to the end?
    bool met_at_end() const { return watcher_.negate && watcher_.after_seen && !seen_; }
    // Can it still be met in so many further steps? At rest nothing changes any more.
    bool possible(int steps_left, bool at_rest) const {
        return met_at_end() || (held_ + steps_left >= watcher_.hold && !(at_rest && held_ == 0));
    }

  private:
    const Watcher& watcher_;
    int held_ = 0;
    bool seen_ = false;
};

// Throw a SceneError if the rollout names bodies or numbers that make no sense. The added bodies
// are checked when they are put in.
void check(const Rollout& rollout);
// The same for one watcher in a scene of so many bodies.
void check(const Watcher& watcher, const Scene& scene, int bodies);

// `go_on` is asked after every step; the rollout ends there if it says no.
Result run(const Rollout& rollout, const std::function<bool(const Sim&)>& go_on = {});

// Call work(i) for i in 0..count-1 on so many threads. `poll` is called now and then on the
// calling thread until it returns false; then no further work is started. Returns whether all was
// done.
bool parallel(size_t count, int threads, const std::function<void(size_t)>& work,
              const std::function<bool()>& poll);

}  // namespace topple
