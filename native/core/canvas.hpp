// Antialiased pictures: polygons and discs over a plain background or another picture.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace topple {

struct Ink {
    uint8_t red, green, blue;
    float opacity;
};

using Ring = std::vector<std::array<double, 2>>;

class Canvas {
  public:
    Canvas(int width, int height, Ink background);
    // Draw over a picture: rows from the top, three bytes per pixel.
    Canvas(int width, int height, const uint8_t* pixels);
    // Row 0 of the canvas is its top; coordinates are pixels, x right and y down.
    void polygon(const Ring& vertices, Ink ink);  // must be convex
    // Fill every point that an odd number of rings surrounds: outlines of any shape, with holes.
    void rings(const std::vector<Ring>& rings, Ink ink);
    void disc(double x, double y, double radius, Ink ink);
    int width() const { return width_; }
    int height() const { return height_; }
    const std::vector<uint8_t>& pixels() const { return pixels_; }
    uint8_t* data() { return pixels_.data(); }
    std::vector<uint8_t> take() { return std::move(pixels_); }

  private:
    // Paint the rows from top to bottom. `spans(y, cover)` calls `cover(left, right)` for each
    // interval that the figure covers on the line at height y.
    template <typename Spans>
    void fill(double top, double bottom, Ink ink, Spans spans);
    int width_, height_;
    std::vector<uint8_t> pixels_;
    std::vector<float> cover_;
    std::vector<double> crossings_;
};

}  // namespace topple
