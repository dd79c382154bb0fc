// The rules of PHYRE: from an action to balls, and from balls to an outcome.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/undisturbed.hpp"
#include "worlds/phyre/image.hpp"

namespace topple::phyre {

struct Task {
    std::shared_ptr<const Scene> scene;
    Watcher goal;
    std::shared_ptr<Recording> alone = nullptr;  // the scene without an action, for many attempts
};

// Throw a SceneError unless the task can be played and drawn.
void check(const Task& task);
// Throw a SceneError unless the scene has PHYRE's size; larger units would take forever to draw.
void check_frame(const Scene& scene);

struct Ball {
    double x, y, radius;
};

enum Status : int8_t { kUnsolved = -1, kInvalid = 0, kSolved = 1, kUnstable = 2, kStable = 3 };

enum Reason : uint8_t {
    kNone = 0,
    kOutOfRange = 1,    // a number outside [0, 1]
    kOutOfScene = 2,    // a ball that is partly outside the scene
    kBallsTooNear = 3,  // two balls of the action overlap
    kOccluded = 4,      // a ball overlaps a body of the scene
};

// Turn an action of 3 numbers per ball into balls, with the arithmetic of the number type.
template <typename Number>
Reason map_action(const Number* action, int balls, std::vector<Ball>& out);

// Whether the ball overlaps a body of the scene.
bool occluded(const Ball& ball, const Scene& scene);

Body body_of(const Ball& ball);

struct Options {
    int most_steps = 1000;
    int stride = 0;
    bool images = false;
    bool outcome_only = false;
    bool stability = false;
    bool digest = false;
    bool share = true;  // record the scene of many attempts
};

struct Attempt {
    Status status = kInvalid;
    Reason reason = kNone;
    std::vector<Ball> balls;
    Result result;
    ImageBuffer images;
    int simulations = 0;  // with those half a pixel off
};

// Simulate balls that passed `map_action`; occlusion is checked here.
void play(const Task& task, Attempt& attempt, const Options& options);

}  // namespace topple::phyre
