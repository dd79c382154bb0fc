// Images of PHYRE scenes: one byte per pixel, the colour of the topmost body.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "core/sim.hpp"

namespace topple::phyre {

inline constexpr int kSize = 256;  // pixels, in both directions

// Memory for many images. A film of every step takes 64 MB, and touching that much fresh memory page
// by page would cost more than drawing into it, so this uses huge pages.
class ImageBuffer {
  public:
    ImageBuffer() = default;
    explicit ImageBuffer(size_t images);
    size_t images() const { return images_; }
    uint8_t* image(size_t i) const { return bytes_.get() + i * kSize * kSize; }

  private:
    struct Free {
        void operator()(uint8_t* bytes) const { std::free(bytes); }
    };
    size_t images_ = 0;
    std::unique_ptr<uint8_t, Free> bytes_;
};

// Draws images of one scene, reusing the outlines of bodies that did not move since the last image.
class Painter {
  public:
    explicit Painter(std::vector<const Body*> bodies);
    // Paint the bodies at these poses into kSize x kSize bytes; row 0 is the bottom. The previously
    // painted image must still exist.
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
