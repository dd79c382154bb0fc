// Whether a level can be played and a shot can be made.
#include <cmath>

#include "worlds/birds/level.hpp"

namespace topple::birds {
namespace {

constexpr double kLongest = 1e4;  // seconds
constexpr double kLargest = 1e9;
// The bird, and the birds it splits into or its egg.
constexpr size_t kMostBodiesPerBird = 8;

bool between(double value, double low, double high) { return value >= low && value <= high; }

void need(bool holds, const std::string& what) {
    if (!holds) throw SceneError(what);
}

void check(const Blast& blast) {
    need(between(blast.radius, 1e-6, kLargest) && between(blast.impulse, 0.0, 1e5) &&
             between(blast.damage, 0.0, kLargest),
         "an explosion's radius, impulse or damage is out of range");
}

void check(const Rules& rules) {
    for (double time : {rules.drag_time, rules.first_ready_time, rules.grace_time,
                        rules.fuse_time, rules.bird_still_time, rules.bird_most_time})
        need(between(time, 0.0, kLongest), "a time of the rules is out of range");
    need(between(rules.poll_time, 0.1, kLongest), "the poll time is out of range");
    for (double number :
         {rules.pivot_x, rules.pivot_y, rules.most_stretch, rules.speed_per_stretch, rules.grace_hp,
          rules.damage_scale, rules.other_share, rules.hit_score,
          rules.hit_score_above, rules.half_width, rules.lowest, rules.tap_distance,
          rules.egg_speed, rules.bird_still_speed})
        need(std::abs(number) <= kLargest, "a number of the rules is out of range");
    need(rules.most_stretch >= 0.0 && rules.most_stretch * rules.speed_per_stretch <= 1e3 &&
             rules.speed_per_stretch >= 0.0 && std::abs(rules.egg_speed) <= 1e3,
         "a launch is too fast");
    need(rules.split_angles.size() < kMostBodiesPerBird, "a bird splits into too many");
    for (double angle : rules.split_angles) need(between(angle, -10.0, 10.0), "a split angle must be between -10 and 10 radians");
    need(rules.events_per_hit >= 1 && rules.events_per_hit <= 16, "a hit has 1 to 16 events");
    need(rules.most_steps >= 1 && rules.most_steps <= 1'000'000, "a game has 1 to 1000000 steps");
    check(rules.tnt);
    check(rules.egg);
}

void check(const Bird& bird, const Level& level, int index) {
    topple::check(bird.body, *level.scene, index);
    need(bird.body.dynamic && bird.body.shapes[0].circle, "a bird is a disc that moves");
    need(bird.power >= Bird::kNone && bird.power <= Bird::kExplode, "a bird has an unknown power");
    for (double number : {bird.offset_x, bird.offset_y, bird.factors[0], bird.factors[1],
                          bird.factors[2], bird.impulse})
        need(std::abs(number) <= 1e5, "a number of a bird is out of range");
    need(between(bird.mass, 0.0, kLargest), "a bird's mass is out of range");
    need(between(bird.ready_time, 0.0, kLongest), "a bird's time to the sling is out of range");
    if (bird.power == Bird::kExplode) check(bird.blast);
}

}  // namespace

void check(const Level& level) {
    need(level.scene && level.parts.size() == level.scene->bodies.size(),
         "a level has one part for every body");
    need(level.scene->scale == 1.0, "a level's scene is in metres");
    check(level.rules);
    for (const Part& part : level.parts) {
        need(part.role >= kGround && part.role <= kTnt, "a body has an unknown role");
        need(part.material >= 0 && part.material < kMaterials, "a body has an unknown material");
        need(between(part.hp, 0.0, kLargest) && between(part.defence, 0.0, kLargest) &&
                 between(part.mass, 0.0, kLargest) && between(part.linger_time, 0.0, kLongest),
             "a number of a body is out of range");
        need(part.colliders >= 1 && part.colliders <= 16, "a body has 1 to 16 colliders");
    }
    const size_t bodies = level.parts.size() + kMostBodiesPerBird * level.birds.size();
    need(bodies <= static_cast<size_t>(kMostBodies), "the level holds too many bodies and birds");
    const int next = static_cast<int>(level.parts.size());
    for (const Bird& bird : level.birds) check(bird, level, next);
    topple::check(level.egg, *level.scene, next);
}

void check(const Shot& shot) {
    need(std::abs(shot.x) <= 1e6 && std::abs(shot.y) <= 1e6, "a release point must be finite");
    need(between(shot.delay, 0.0, kLongest), "a delay is 0 to 10000 seconds");
    need(shot.tap <= kLongest, "a tap comes at most 10000 seconds after the release");
}

}  // namespace topple::birds
