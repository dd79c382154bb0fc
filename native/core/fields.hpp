// The fields of scenes by name: one description serves the writer and the reader of JSON.
#pragma once

#include "core/rollout.hpp"

namespace topple {

template <typename Archive>
void fields(Archive& archive, Shape& s) {
    archive("circle", s.circle);
    archive("radius", s.radius);
    archive("vertices", s.vertices);
}

template <typename Archive>
void fields(Archive& archive, Body& b) {
    archive("dynamic", b.dynamic);
    archive("x", b.x);
    archive("y", b.y);
    archive("angle", b.angle);
    archive("density", b.density);
    archive("friction", b.friction);
    archive("restitution", b.restitution);
    archive("linear_damping", b.linear_damping);
    archive("angular_damping", b.angular_damping);
    archive("gravity_scale", b.gravity_scale);
    archive("bullet", b.bullet);
    archive("colour", b.colour);
    archive("shapes", b.shapes);
}

template <typename Archive>
void fields(Archive& archive, Joint& j) {
    archive("kind", j.kind);
    archive("first", j.first);
    archive("second", j.second);
    archive("first_x", j.first_x);
    archive("first_y", j.first_y);
    archive("second_x", j.second_x);
    archive("second_y", j.second_y);
    archive("length", j.length);
    archive("collide", j.collide);
}

template <typename Archive>
void fields(Archive& archive, Scene& s) {
    archive("width", s.width);
    archive("height", s.height);
    archive("scale", s.scale);
    archive("gravity_x", s.gravity_x);
    archive("gravity_y", s.gravity_y);
    archive("time_step", s.time_step);
    archive("velocity_iterations", s.velocity_iterations);
    archive("position_iterations", s.position_iterations);
    archive("bodies", s.bodies);
    archive("joints", s.joints);
}

template <typename Archive>
void fields(Archive& archive, Watcher& w) {
    archive("kind", w.kind);
    archive("a", w.a);
    archive("b", w.b);
    archive("value", w.value);
    archive("hold", w.hold);
    archive("negate", w.negate);
    archive("after_seen", w.after_seen);
    archive("region", w.region);
}

}  // namespace topple
