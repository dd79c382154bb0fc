// Pictures made of sprites: each figure is defined once and placed many times.
#pragma once

#include <vector>

#include "core/canvas.hpp"

namespace topple {

// A figure in one ink, in units, y up.
struct Stroke {
    std::vector<Ring> rings;
    Ink ink;
};

// Strokes from back to front. The first is the silhouette; the others stay within it.
using Sprite = std::vector<Stroke>;

// The placement of a sprite, in units: stretched, then rotated, then moved.
struct Spot {
    int sprite;
    double x, y, angle, stretch_x, stretch_y;
};

// The map from units to pixels of the canvas.
struct Camera {
    double scale;      // pixels per unit
    double left, top;  // where the origin is, in pixels
};

// Return the rings of a stroke at a spot, in pixels.
std::vector<Ring> on_canvas(const Stroke& stroke, const Spot& spot, const Camera& camera);

// Draw the spots on the canvas, in order.
void draw(Canvas& canvas, const std::vector<Sprite>& sprites, const std::vector<Spot>& spots,
          const Camera& camera);

}  // namespace topple
