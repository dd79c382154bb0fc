// The rules of rope: how a state changes in a step and by a call.
//
// Candies are point masses, ropes are massless tethers that only pull. A step uses nothing but
// + - * / sqrt and comparisons, and counts time in whole steps, so that every machine gives the
// same bits. A state is plain memory: a copy is a snapshot.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "worlds/rope/level.hpp"

namespace topple::rope {

constexpr double kGravity = 100.0, kDrag = 0.1;
constexpr double kCord = 6000.0, kCordRatio = 0.5, kElasticRatio = 0.03;  // stiffness, damping ratios
constexpr double kMouth = 6.0, kStar = 5.5, kHazard = 2.5, kMerge = 5.0;  // reach
constexpr double kCatch = 4.5, kRise = 22.0, kLift = 4.0;                 // bubbles
constexpr double kJet = 80.0, kJetReach = 45.0, kJetHalf = 8.0;           // cushions
constexpr double kHatHalf = 5.0, kHatKeeps = 0.95, kHatLeast = 5.0;
constexpr double kHatTransit = 0.1, kHatRest = 0.5;                       // seconds
constexpr double kCrawl = 12.0, kCrawlWait = 0.6, kCrawlEnd = 3.0;
constexpr double kSlide = 30.0;  // pulleys, units per second
constexpr int kTicks = 60, kMostTaps = 5;                       // calls: moments per second, taps
constexpr double kTapEvery = 0.1, kAfter = 0.2, kRunOn = 10.0;  // seconds: taps, calls, the last call
constexpr double kSettle = 6.0, kSettleDrag = 5.0;  // seconds, per second
constexpr double kLeft = -8.0, kRight = 108.0, kBottom = -8.0, kTop = 112.0;

enum class Ending : int32_t { none, eaten, lost, spiked, sparked, stolen, timeout };

enum class Verb : int32_t { cut_pin, cut_active_pin, pop, tap, move_pulley, cut_pulley };

// A call before a step; `value` is the position of a pulley.
struct Call {
    int32_t step = 0;
    Verb verb = Verb::cut_pin;
    int32_t item = 0;
    double value = 0.0;
};

enum class What : int32_t {
    cut_pin, cut_active_pin, pop, tap, move_pulley, cut_pulley,  // the order of `Verb`
    attach, catch_bubble, use_up, star, enter_hat, leave_hat, bounce, merge,
    eaten, lost, spiked, sparked, stolen, timeout,
};

// An event of the step that ends at `step`, or by a call at `step`; -1 where nothing applies.
// `effect` is false for a call that changed nothing, such as a second cut of the same pin.
struct Event {
    int32_t step;
    What what;
    int32_t item, candy;
    bool effect = true;
};
using Events = std::vector<Event>;

constexpr int32_t kNone = -1;

struct Body {
    double x = 0.0, y = 0.0, vx = 0.0, vy = 0.0;
    int32_t bubble = kNone;   // the one that carries it
    int32_t exit = kNone;     // the hat that it will leave; hidden until then
    int32_t until = 0;        // the step at which it leaves a hat, then the one from which it may enter
    int32_t gone = 0;         // 1 once merged into the other half
};

struct Tie {
    double length = 0.0;
    int32_t candy = kNone;    // none once cut, or before an active pin fires
    int32_t crawled = kNone;  // steps since a crawler saw the rope; none without a crawler
};

struct State {
    std::array<Body, kMostCandies> bodies{};
    std::array<Tie, kMostRopes> ties{};
    std::array<double, kMostPulleys> places{}, targets{};  // one per pulley
    uint32_t bubbles = 0;  // bits of those still free
    uint32_t stars = 0;    // bits of those taken
    uint32_t armed = 0;    // bits of active pins that have not fired
    int32_t steps = 0;
    Ending ending = Ending::none;
};

State start(const Level& level);

// The state in which the candies hang quietly: they swing out in thick air and meet nothing.
State settled(const Level& level);

// Advance by one step; a state that has ended stays as it is.
void step(const Level& level, State& state, Events* events = nullptr);

// Carry out a call now; return whether it had an effect. The item must exist.
bool act(const Level& level, State& state, const Call& call, Events* events = nullptr);

inline bool taken(const State& state, size_t star) { return state.stars >> star & 1; }

// Whether a cushion would move a candy now.
bool in_jet(const Level& level, const State& state, int cushion, int candy);

uint64_t digest(const Level& level, const State& state);

}  // namespace topple::rope
