// The rules of the slingshot game: turns, powers, damage, explosions and the verdict.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/sim.hpp"
#include "worlds/birds/level.hpp"

namespace topple::birds {

// The next bird, before it flies.
struct Perch {
    int32_t bird = -1;                 // number in the level; -1: none is left
    double way = 1.0;                  // share of the way to the sling still ahead
    double pull_x = 0.0, pull_y = 0.0; // on the sling: how far it is drawn
};

enum Outcome : int32_t { kPlaying = 0, kPassed = 1, kMissed = 2, kUnsettled = 3 };

// One body in play.
struct Thing {
    int32_t role = kGround;
    int32_t kind = -1;         // a bird's number in the level
    double hp = 0.0;
    int32_t gone_step = -1;    // once it has died: when it is removed
    int32_t launch_step = -1;  // a bird's
    int32_t tap_step = -1;
    int32_t touch_step = -1;   // its first contact
    int32_t still_step = -1;   // when to check next whether it lies still
    int32_t spent = 0;         // its power is used
};

class Game {
  public:
    // The level has passed `check`.
    explicit Game(std::shared_ptr<const Level> level);
    ~Game();
    Game(const Game&) = delete;
    Game& operator=(const Game&) = delete;

    // Whether a bird is on the sling and waits for a shot.
    bool ready() const;
    // Whether a bird is ready and a pig is left; with `settled`, also that all bodies rest.
    bool awaits_shot(bool settled) const;
    void shoot(const Shot& shot);
    // Whether the first bird is drawn and, without a delay, would be released now.
    bool opened() const;
    // Replace the first shot; only while `opened`.
    void shoot_instead(const Shot& shot);
    // Announce that no shot will follow, so that the verdict need not wait for one.
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
    // By body: the one whose hit killed it. A restored game knows nothing of earlier hits.
    const std::map<int32_t, int32_t>& killers() const { return killers_; }

    uint64_t digest() const;
    std::string snapshot() const;
    static std::unique_ptr<Game> restore(std::shared_ptr<const Level> level,
                                         const std::string& bytes);

    Course course;

  private:
    class Contacts;
    // Two bodies met; their velocities before and after the step.
    struct Hit {
        int32_t first, second;
        b2Vec2 before_first, before_second;
        b2Vec2 after_first, after_second;
    };
    struct State {
        std::vector<Thing> things;
        int32_t next_bird = 0;
        int32_t ready_step = 0;     // when the next bird is on the sling; -1: not yet known
        int32_t release_step = -1;  // the drawn bird's
        Shot shot;
        int32_t current = -1;       // the body of the bird in flight, until its turn ends
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
    bool tap_due(int body) const;
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
    bool bursts(int body) const;
    void tend_bird(int body);
    bool outside(int body) const;
    void sweep();
    bool still() const;
    void judge();
    template <typename Archive>
    static void describe(Archive& archive, State& state);

    std::shared_ptr<const Level> level_;
    std::unique_ptr<Contacts> contacts_;
    std::unique_ptr<Sim> sim_;
    State state_;
    std::vector<std::pair<b2Vec2, Blast>> blasts_;  // this step's, not yet applied
    std::map<int32_t, int32_t> killers_;            // no part of the state: no rule reads it
};

struct Options {
    int32_t stride = 0;          // record all poses every `stride` steps; 0: never
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
    std::vector<double> lives;    // hp, one per track
    std::vector<Perch> perches;   // one per recorded step
    std::vector<Thing> things;
    std::map<int32_t, int32_t> killers;
    std::string error;  // why the engine stopped; empty if it did not
};

// Step until the game awaits a shot, is over, or `go_on` returns false.
void play_on(Game& game, bool settled, const std::function<bool(const Sim&)>& go_on = {});

// Play the shots to the end of the game, or until `go_on` returns false.
Play play(std::shared_ptr<const Level> level, const std::vector<Shot>& shots,
          const Options& options, const std::function<bool(const Sim&)>& go_on = {});

}  // namespace topple::birds
