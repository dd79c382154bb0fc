// The geometry of two shapes that may touch.
#pragma once

#include "worlds/kinetix/level.hpp"

namespace topple::kinetix {

// A body where it is now.
struct Placed {
    const Shape* shape = nullptr;
    const std::array<Edge, 4>* edges = nullptr;
    Vec position, low, high;  // the box around it
    Rotation rotation;
    std::array<Vec, 4> vertices{};
};

struct Meeting {
    int points = 0;
    std::array<Vec, 2> point{};
    Vec normal;  // from a to b
    float penetration = 0.0f;
};

Placed place(const Level& level, int body, Vec position, Rotation rotation);
bool far_apart(const Placed& a, const Placed& b);

Meeting meet_polygons(const Placed& a, const Placed& b);
Meeting meet_circle_polygon(const Placed& circle, const Placed& polygon);
Meeting meet_circles(const Placed& a, const Placed& b);

}  // namespace topple::kinetix
