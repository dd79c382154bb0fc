// Levels and shots of the slingshot game, and the numbers of its rules: plain data.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/scene.hpp"

namespace topple::birds {

inline constexpr int kMaterials = 3;

enum Role : int32_t {
    kGround = 0,
    kPlatform = 1,
    kBlock = 2,
    kPig = 3,
    kTnt = 4,
    kBird = 5,
    kEgg = 6,
};

// Birds and eggs pass through each other.
inline bool flies(int32_t role) { return role == kBird || role == kEgg; }

// The rules know this about a body of the scene beyond its shape.
struct Part {
    int32_t role = kGround;
    int32_t material = 0;   // a block's
    double hp = 0.0, defence = 0.0;
    double mass = 0.0;      // for damage
    int32_t colliders = 1;  // each counts every hit
    bool lingers = false;   // stays in the way between its death and its removal
    double linger_time = 0.0;
    int32_t score = 0;      // for its death
};

struct Blast {
    double radius = 0.0, impulse = 0.0, damage = 0.0;
};

struct Bird {
    enum Power : int32_t { kNone = 0, kBoost = 1, kSplit = 2, kEggs = 3, kExplode = 4 };
    Body body;
    double offset_x = 0.0, offset_y = 0.0;  // the collider's, from where the bird is held
    double mass = 0.0;
    std::array<double, kMaterials> factors{};
    int32_t power = kNone;
    double impulse = 0.0;     // a boost's, along the flight; an egg's, upwards
    Blast blast;
    double ready_time = 0.0;  // from the end of the previous turn until it is on the sling
};

struct Rules {
    double pivot_x = 0.0, pivot_y = 0.0;
    double most_stretch = 0.0, speed_per_stretch = 0.0, drag_time = 0.0;
    double first_ready_time = 0.0, grace_time = 0.0, grace_hp = 0.0;
    double damage_scale = 0.0, other_share = 0.0;
    int32_t events_per_hit = 1;  // a bird's
    double hit_score = 0.0;      // per point of damage
    double hit_score_above = 0.0;  // hits score nothing up to this
    int32_t unused_score = 0;
    double half_width = 0.0, lowest = 0.0;  // bodies beyond die
    double tap_distance = 0.0, fuse_time = 0.0, egg_speed = 0.0;
    bool early_taps_wait = false;  // a tap before `tap_distance` acts there; else it is lost
    std::vector<double> split_angles;  // radians
    Blast tnt, egg;
    double bird_still_time = 0.0, bird_still_speed = 0.0, bird_most_time = 0.0;
    double poll_time = 0.0;
    int32_t most_steps = 0;
};

// Until the first bird leaves the sling, all games of a level are the same. From the second game on,
// the state at that moment is kept, and later games start from it with the same bits.
class Opening {
  public:
    // Count a new game and return the kept state, if there is one.
    std::shared_ptr<const std::string> find();
    bool wanted() const;
    void keep(std::string snapshot);

  private:
    mutable std::mutex mutex_;
    int64_t games_ = 0;
    std::shared_ptr<const std::string> kept_;
};

struct Level {
    std::shared_ptr<const Scene> scene;
    std::vector<Part> parts;  // one per body
    std::vector<Bird> birds;  // in the order of launch
    Body egg;
    Rules rules;
    std::shared_ptr<Opening> opening;  // null: every game starts at step 0
};

// Throw a SceneError unless the game can be played.
void check(const Level& level);

struct Shot {
    double x = 0.0, y = 0.0;  // where the bird is released, relative to the pivot
    double tap = -1.0;        // seconds after the release; negative: never
    double delay = 0.0;       // seconds the bird waits on the sling before it is drawn
};

void check(const Shot& shot);

}  // namespace topple::birds
