// Bodies and joints as plain data, checked once before they reach the engine.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace topple {

struct Shape {
    bool circle = false;
    double radius = 0.0;                           // a circle's, around the body's origin
    std::vector<std::array<double, 2>> vertices;   // a convex polygon's, counter-clockwise
};

struct Body {
    bool dynamic = false;
    double x = 0.0, y = 0.0, angle = 0.0;
    double density = 0.0, friction = 0.0, restitution = 0.0;
    double linear_damping = 0.0, angular_damping = 0.0;
    double gravity_scale = 1.0;
    bool bullet = false;  // also meets moving bodies between two steps
    int colour = 0;
    std::vector<Shape> shapes;
};

// Ties a place on one body to a place on another; places are relative to the bodies' origins.
struct Joint {
    enum Kind : int32_t {
        kHinge = 0,  // the places stay together
        kRod = 1,    // ... `length` apart
        kRope = 2,   // ... at most `length` apart
    };
    int32_t kind = kHinge;
    int32_t first = 0, second = 0;
    double first_x = 0.0, first_y = 0.0;
    double second_x = 0.0, second_y = 0.0;
    double length = 0.0;
    bool collide = true;  // whether the two bodies may touch
};

struct Scene {
    double width = 0.0, height = 0.0;
    double scale = 1.0;  // units of length per metre
    double gravity_x = 0.0, gravity_y = 0.0;
    double time_step = 0.0;
    int velocity_iterations = 0, position_iterations = 0;
    std::vector<Body> bodies;
    std::vector<Joint> joints;
};

// Input that the engine cannot simulate.
struct SceneError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// The engine failed in the middle of a simulation.
struct EngineError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

inline constexpr int kMostBodies = 1024;
inline constexpr int kMostJoints = 1024;
inline constexpr int kMostShapes = 64;
inline constexpr int kMostVertices = 8;
// If all shapes overlap, pairs grow with the square, and the engine counts them in 32 bits.
inline constexpr int kMostShapesInAll = 4096;

// Throw a SceneError that names the first body or joint that cannot be simulated.
void check(const Scene& scene);
void check(const Body& body, const Scene& scene, int index);
// Throw a SceneError if a simulation cannot hold this many shapes.
void check_total(size_t shapes);
// Throw a SceneError if a watcher's region is not a valid polygon.
void check_region(const Shape& region, const Scene& scene);

}  // namespace topple
