// Pictures put together from sprites: figures drawn once as data, placed many times.
#pragma once

#include <vector>

#include "canvas.hpp"

namespace topple {

// A figure in one ink, in units, y up.
struct Stroke {
    std::vector<Ring> rings;
    Ink ink;
};

// Strokes from the back to the front. The first is the silhouette; the others stay within it.
using Sprite = std::vector<Stroke>;

// Where a sprite is, in units: stretched, then turned, then moved.
struct Spot {
    int sprite;
    double x, y, angle, stretch_x, stretch_y;
};

// Where units come to lie on the canvas.
struct Camera {
    double scale;      // pixels to a unit
    double left, top;  // of the world's origin, in pixels
};

// The rings of the spot's stroke on the canvas.
std::vector<Ring> on_canvas(const Stroke& stroke, const Spot& spot, const Camera& camera);

// Draw the spots over the canvas, in their order.
void draw(Canvas& canvas, const std::vector<Sprite>& sprites, const std::vector<Spot>& spots,
          const Camera& camera);

}  // namespace topple
