// The rules of the slingshot game: damage, powers, explosions, whose turn it is and when it ends.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "rollout.hpp"

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

// What the rules know of a body of the scene beyond its shape.
struct Part {
    int32_t role = kGround;
    int32_t material = 0;   // of a block
    double hp = 0.0, defence = 0.0;
    double mass = 0.0;      // as damage counts it
    int32_t colliders = 1;  // each counts every hit
    bool lingers = false;   // still in the way between its death and its removal
    double linger_time = 0.0;
    int32_t score = 0;      // for its death
};

struct Blast {
    double radius = 0.0, impulse = 0.0, damage = 0.0;
};

struct Bird {
    enum Power : int32_t { kNone = 0, kBoost = 1, kSplit = 2, kEggs = 3, kExplode = 4 };
    Body body;
    double offset_x = 0.0, offset_y = 0.0;  // of the collider, from where the bird is held
    double mass = 0.0;
    std::array<double, kMaterials> factors{};
    int32_t power = kNone;
    double impulse = 0.0;     // of a boost along the flight; of an egg's release upwards
    Blast blast;
    double ready_time = 0.0;  // from the use of the bird before to the sling
};

struct Rules {
    double pivot_x = 0.0, pivot_y = 0.0;
    double most_stretch = 0.0, speed_per_stretch = 0.0, drag_time = 0.0;
    double first_ready_time = 0.0, grace_time = 0.0, grace_hp = 0.0;
    double damage_scale = 0.0, other_share = 0.0;
    int32_t events_per_hit = 1;  // of a bird
    double hit_score = 0.0;      // per point of damage
    int32_t unused_score = 0;
    double half_width = 0.0, lowest = 0.0;  // what lies beyond dies
    double tap_distance = 0.0, fuse_time = 0.0, egg_speed = 0.0;
    std::vector<double> split_angles;  // radians
    Blast tnt, egg;
    double bird_still_time = 0.0, bird_still_speed = 0.0, bird_most_time = 0.0;
    double poll_time = 0.0;
    int32_t most_steps = 0;
};

// Until its first bird leaves the sling, a level does the same in every game. From the second game on
// the state of that moment is kept for the next ones to begin with, bit by bit the same.
class Opening {
  public:
    // A game begins: give it the state, if there is one.
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
    std::vector<Part> parts;  // one a body
    std::vector<Bird> birds;  // in the order of launch
    Body egg;
    Rules rules;
    std::shared_ptr<Opening> opening;  // none: every game begins at the beginning
};

// Throw a SceneError unless the game can be played.
void check(const Level& level);

struct Shot {
    double x = 0.0, y = 0.0;  // where the bird is let go, from the pivot
    double tap = -1.0;        // seconds after that; negative: never
    double delay = 0.0;       // seconds the bird waits on the sling before it is drawn
};

void check(const Shot& shot);

// The next bird, before it flies.
struct Perch {
    int32_t bird = -1;                 // which of the level; -1: none is left
    double way = 1.0;                  // how much of the way to the sling is still ahead
    double pull_x = 0.0, pull_y = 0.0; // on the sling: how far it is drawn
};

enum Outcome : int32_t { kPlaying = 0, kPassed = 1, kMissed = 2, kUnsettled = 3 };

// One body in play.
struct Thing {
    int32_t role = kGround;
    int32_t kind = -1;         // of a bird: which of the level
    double hp = 0.0;
    int32_t gone_step = -1;    // dying: when it is removed
    int32_t launch_step = -1;  // of a bird
    int32_t tap_step = -1;
    int32_t touch_step = -1;   // its first contact
    int32_t still_step = -1;   // when it is next asked whether it lies still
    int32_t spent = 0;         // its power is used
};

class Game {
  public:
    // The level has passed `check`.
    explicit Game(std::shared_ptr<const Level> level);
    ~Game();
    Game(const Game&) = delete;
    Game& operator=(const Game&) = delete;

    // A bird sits on the sling and waits for a shot.
    bool ready() const;
    // A shot could still matter: a bird is ready and a pig is left. `settled`: and all rests.
    bool awaits_shot(bool settled) const;
    void shoot(const Shot& shot);
    // The first bird is drawn and would be let go now, if its shot has no delay.
    bool opened() const;
    // Take another shot instead of the first; only while `opened`.
    void shoot_instead(const Shot& shot);
    // No shot will come any more: the verdict need not wait for one.
    void stop_shooting();
    void step();

    Outcome outcome() const { return static_cast<Outcome>(state_.outcome); }
    bool over() const { return state_.outcome != kPlaying; }
    int64_t score() const { return state_.score; }
    int birds_left() const;
    int pigs_left() const;
    Perch perch() const;
    const Sim& sim() const { return *sim_; }
    const std::vector<Thing>& things() const { return state_.things; }

    uint64_t digest() const;
    std::string snapshot() const;
    static std::unique_ptr<Game> restore(std::shared_ptr<const Level> level,
                                         const std::string& bytes);

  private:
    class Ears;
    // Two bodies met; velocities of before and after the step.
    struct Hit {
        int32_t first, second;
        b2Vec2 before_first, before_second;
        b2Vec2 after_first, after_second;
    };
    struct State {
        std::vector<Thing> things;
        int32_t next_bird = 0;
        int32_t ready_step = 0;     // when the next bird is on the sling; -1: not yet known
        int32_t release_step = -1;  // of the shot under way to its release
        Shot shot;
        int32_t current = -1;       // the body of the bird in flight, until it is used
        int32_t verdict_step = -1;
        int32_t stopped = 0;
        int32_t outcome = kPlaying;
        int64_t score = 0;
    };

    Game(std::shared_ptr<const Level> level, std::unique_ptr<Sim> sim);
    void start();
    int steps_of(double seconds) const;
    std::array<double, 2> pull() const;
    int32_t now() const { return sim_->steps(); }
    double mass_of(int body) const;
    bool alive(int body) const { return sim_->alive(body) && state_.things[body].gone_step < 0; }
    int put(const Body& body, Role role, int kind, const b2Vec2& at, const b2Vec2& velocity);
    void release();
    void tap(int body);
    void split(int body);
    void lay_egg(int body);
    void use(int body);
    void suffer(const Hit& hit, bool first);
    void hurt(int body, double damage);
    void die(int body);
    void explode(int body, const Blast& blast);
    void explode_all();
    void end_grace();
    void touch(const Hit& hit);
    void tend_bird(int body);
    bool outside(int body) const;
    void sweep();
    bool still() const;
    void judge();
    template <typename Archive>
    static void describe(Archive& archive, State& state);

    std::shared_ptr<const Level> level_;
    std::unique_ptr<Ears> ears_;
    std::unique_ptr<Sim> sim_;
    State state_;
    std::vector<std::pair<b2Vec2, Blast>> blasts_;  // of this step, not yet felt
};

struct Options {
    int32_t stride = 0;          // record all poses every so many steps; 0: never
    bool outcome_only = false;   // stop when the last pig is gone
};

// step, body, x, y, angle
using Track = std::array<double, 5>;

struct Play {
    Outcome outcome = kPlaying;
    int64_t score = 0;
    int32_t steps = 0, shots = 0, pigs_left = 0;
    uint64_t digest = 0;
    std::vector<Track> tracks;
    std::vector<double> lives;    // HP, as the tracks
    std::vector<Perch> perches;   // one a recorded step
    std::vector<Thing> things;
    std::string error;  // the engine gave up
};

// Let time pass until the game awaits a shot or is over. `go_on` is asked after every step.
void play_on(Game& game, bool settled, const std::function<bool(const Sim&)>& go_on = {});

// `go_on` is asked after every step.
Play play(std::shared_ptr<const Level> level, const std::vector<Shot>& shots,
          const Options& options, const std::function<bool(const Sim&)>& go_on = {});

}  // namespace topple::birds
