// The fields of a level by name.
#pragma once

#include "core/fields.hpp"
#include "worlds/birds/level.hpp"

namespace topple::birds {

template <typename Archive>
void fields(Archive& archive, Part& p) {
    archive("role", p.role);
    archive("material", p.material);
    archive("hp", p.hp);
    archive("defence", p.defence);
    archive("mass", p.mass);
    archive("colliders", p.colliders);
    archive("lingers", p.lingers);
    archive("linger_time", p.linger_time);
    archive("score", p.score);
}

template <typename Archive>
void fields(Archive& archive, Blast& b) {
    archive("radius", b.radius);
    archive("impulse", b.impulse);
    archive("damage", b.damage);
}

template <typename Archive>
void fields(Archive& archive, Bird& b) {
    archive("body", b.body);
    archive("offset_x", b.offset_x);
    archive("offset_y", b.offset_y);
    archive("mass", b.mass);
    archive("factors", b.factors);
    archive("power", b.power);
    archive("impulse", b.impulse);
    archive("blast", b.blast);
    archive("ready_time", b.ready_time);
}

template <typename Archive>
void fields(Archive& archive, Rules& r) {
    archive("pivot_x", r.pivot_x);
    archive("pivot_y", r.pivot_y);
    archive("most_stretch", r.most_stretch);
    archive("speed_per_stretch", r.speed_per_stretch);
    archive("drag_time", r.drag_time);
    archive("first_ready_time", r.first_ready_time);
    archive("grace_time", r.grace_time);
    archive("grace_hp", r.grace_hp);
    archive("damage_scale", r.damage_scale);
    archive("other_share", r.other_share);
    archive("events_per_hit", r.events_per_hit);
    archive("hit_score", r.hit_score);
    archive("hit_score_above", r.hit_score_above);
    archive("unused_score", r.unused_score);
    archive("half_width", r.half_width);
    archive("lowest", r.lowest);
    archive("tap_distance", r.tap_distance);
    archive("early_taps_wait", r.early_taps_wait);
    archive("fuse_time", r.fuse_time);
    archive("egg_speed", r.egg_speed);
    archive("split_angles", r.split_angles);
    archive("tnt", r.tnt);
    archive("egg", r.egg);
    archive("bird_still_time", r.bird_still_time);
    archive("bird_still_speed", r.bird_still_speed);
    archive("bird_most_time", r.bird_most_time);
    archive("poll_time", r.poll_time);
    archive("most_steps", r.most_steps);
}

template <typename Archive>
void fields(Archive& archive, Level& l) {
    archive("scene", l.scene);
    archive("parts", l.parts);
    archive("birds", l.birds);
    archive("egg", l.egg);
    archive("rules", l.rules);
}

}  // namespace topple::birds
