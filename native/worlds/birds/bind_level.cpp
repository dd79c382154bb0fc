#include "worlds/birds/bind_level.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/vector.h>

namespace topple::birds {
namespace {

template <typename T>
void take(nb::handle from, const char* name, T& to) {
    to = nb::cast<T>(from.attr(name));
}

Blast read_blast(nb::handle from) {
    Blast blast;
    take(from, "radius", blast.radius);
    take(from, "impulse", blast.impulse);
    take(from, "damage", blast.damage);
    return blast;
}

// Read the attributes of a topple.worlds.birds.rules.Rules.
Rules read_rules(nb::handle from) {
    Rules rules;
    const auto pivot = nb::cast<std::array<double, 2>>(from.attr("pivot"));
    rules.pivot_x = pivot[0], rules.pivot_y = pivot[1];
    take(from, "most_stretch", rules.most_stretch);
    take(from, "speed_per_stretch", rules.speed_per_stretch);
    take(from, "drag_time", rules.drag_time);
    take(from, "first_ready_time", rules.first_ready_time);
    take(from, "grace_time", rules.grace_time);
    take(from, "grace_hp", rules.grace_hp);
    take(from, "damage_scale", rules.damage_scale);
    take(from, "other_share", rules.other_share);
    take(from, "events_per_hit", rules.events_per_hit);
    take(from, "hit_score", rules.hit_score);
    take(from, "hit_score_above", rules.hit_score_above);
    take(from, "unused_score", rules.unused_score);
    take(from, "half_width", rules.half_width);
    take(from, "lowest", rules.lowest);
    take(from, "tap_distance", rules.tap_distance);
    take(from, "early_taps_wait", rules.early_taps_wait);
    take(from, "fuse_time", rules.fuse_time);
    take(from, "egg_speed", rules.egg_speed);
    take(from, "split_angles", rules.split_angles);
    rules.tnt = read_blast(from.attr("tnt"));
    rules.egg = read_blast(from.attr("egg"));
    take(from, "bird_still_time", rules.bird_still_time);
    take(from, "bird_still_speed", rules.bird_still_speed);
    take(from, "bird_most_time", rules.bird_most_time);
    take(from, "poll_time", rules.poll_time);
    take(from, "most_steps", rules.most_steps);
    return rules;
}

// Read the attributes of a topple.worlds.birds.to_native.Part.
Part read_part(nb::handle from, Body& body) {
    Part part;
    take(from, "role", part.role);
    take(from, "material", part.material);
    take(from, "hp", part.hp);
    take(from, "defence", part.defence);
    take(from, "mass", part.mass);
    take(from, "colliders", part.colliders);
    take(from, "lingers", part.lingers);
    take(from, "linger_time", part.linger_time);
    take(from, "score", part.score);
    take(from, "gravity_scale", body.gravity_scale);
    take(from, "continuous", body.bullet);
    return part;
}

// Read the attributes of a topple.worlds.birds.to_native.Launch.
Bird read_bird(nb::handle from) {
    Bird bird;
    bird.body = read_body(from.attr("body"));
    bird.body.bullet = true;
    take(from, "gravity_scale", bird.body.gravity_scale);
    const auto offset = nb::cast<std::array<double, 2>>(from.attr("offset"));
    bird.offset_x = offset[0], bird.offset_y = offset[1];
    take(from, "mass", bird.mass);
    take(from, "factors", bird.factors);
    take(from, "power", bird.power);
    take(from, "impulse", bird.impulse);
    bird.blast = read_blast(from.attr("blast"));
    take(from, "ready_time", bird.ready_time);
    return bird;
}

}  // namespace

std::shared_ptr<const Level> read_level(const SharedScene& scene, nb::iterable parts, nb::iterable birds,
                       nb::handle egg, nb::handle rules) {
    Level level;
    Scene placed = *scene;
    for (nb::handle part : parts) {
        if (level.parts.size() == placed.bodies.size())
            throw SceneError("a level has one part for every body");
        Body& body = placed.bodies[level.parts.size()];
        level.parts.push_back(read_part(part, body));
    }
    check(placed);
    level.scene = std::make_shared<const Scene>(std::move(placed));
    for (nb::handle bird : birds) level.birds.push_back(read_bird(bird));
    level.egg = read_body(egg);
    level.egg.bullet = true;
    level.rules = read_rules(rules);
    check(level);
    level.opening = std::make_shared<Opening>();
    return std::make_shared<const Level>(std::move(level));
}

}  // namespace topple::birds
