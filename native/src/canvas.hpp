// Antialiased pictures for people: convex polygons and discs over a plain background.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace topple {

struct Ink {
    uint8_t red, green, blue;
    float opacity;
};

class Canvas {
  public:
    Canvas(int width, int height, Ink background);
    // Row 0 of the canvas is its top; coordinates are pixels, x right and y down.
    void polygon(const std::vector<std::array<double, 2>>& vertices, Ink ink);
    void disc(double x, double y, double radius, Ink ink);
    int width() const { return width_; }
    int height() const { return height_; }
    const std::vector<uint8_t>& pixels() const { return pixels_; }

  private:
    // Paint the rows from top to bottom; `extent(y, left, right)` says what of the line at height
    // y the figure covers.
    template <typename Extent>
    void fill(double top, double bottom, Ink ink, Extent extent);
    int width_, height_;
    std::vector<uint8_t> pixels_;
    std::vector<float> cover_;
};

}  // namespace topple
