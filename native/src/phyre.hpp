// The rules of PHYRE: from an action to balls, to an outcome, to an image.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "rollout.hpp"

namespace topple::phyre {

inline constexpr int kSize = 256;  // pixels, each way

struct Task {
    std::shared_ptr<const Scene> scene;
    Watcher goal;
};

struct Ball {
    double x, y, radius;
};

enum Status : int8_t { kUnsolved = -1, kInvalid = 0, kSolved = 1, kUnstable = 2, kStable = 3 };

enum Reason : uint8_t {
    kNone = 0,
    kOutOfRange = 1,    // a number outside [0, 1]
    kOutOfScene = 2,    // a ball that sticks out of the scene
    kBallsTooNear = 3,  // two balls of the action overlap
    kOccluded = 4,      // a ball overlaps a body of the scene
};

// Turn an action of 3 numbers a ball into balls; the arithmetic is that of the number type.
template <typename Number>
Reason map_action(const Number* action, int balls, std::vector<Ball>& out);

// Does the ball overlap any body of the scene?
bool occluded(const Ball& ball, const Scene& scene);

Body body_of(const Ball& ball);

struct Options {
    int most_steps = 1000;
    int stride = 0;
    bool images = false;
    bool outcome_only = false;
    bool stability = false;
    bool digest = false;
};

// Room for many images. A film of every step takes 64 MB, and touching that much fresh memory page
// by page would cost more than drawing into it, so large rooms are made of huge pages.
class ImageRoom {
  public:
    ImageRoom() = default;
    explicit ImageRoom(size_t images);
    size_t images() const { return images_; }
    uint8_t* image(size_t i) const { return bytes_.get() + i * kSize * kSize; }

  private:
    struct Free {
        void operator()(uint8_t* bytes) const { std::free(bytes); }
    };
    size_t images_ = 0;
    std::unique_ptr<uint8_t, Free> bytes_;
};

struct Attempt {
    Status status = kInvalid;
    Reason reason = kNone;
    std::vector<Ball> balls;
    Result result;
    ImageRoom images;
};

// Play balls that passed `map_action`; occlusion is looked at here.
void play(const Task& task, Attempt& attempt, const Options& options);

// Draws class images of one scene, remembering what did not move since the last one.
class Painter {
  public:
    explicit Painter(std::vector<const Body*> bodies);
    // Paint the bodies at these poses into kSize x kSize bytes; row 0 is the bottom. The image
    // painted before must still be there.
    void paint(const Pose* poses, uint8_t* image);

  private:
    struct Span {
        int16_t row, begin, end;
    };
    struct Layer {
        const Body* body;
        Pose pose;
        std::vector<Span> spans;
    };
    static void trace(Layer& layer);
    static void trace_circle(const Shape& shape, const Pose& pose, std::vector<Span>& spans);
    static void trace_polygon(const Shape& shape, const Pose& pose, std::vector<Span>& spans);
    std::vector<Layer> layers_;
    const uint8_t* last_ = nullptr;
};

}  // namespace topple::phyre
