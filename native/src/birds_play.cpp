// Whole games: what may be played, played to the end, or kept halfway.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "birds.hpp"

namespace topple::birds {
namespace {

constexpr uint64_t kMagic = 0x0031534452494200;  // "\0BIRDS1\0"
constexpr double kLongest = 1e4;                 // seconds
constexpr double kLargest = 1e9;
// An egg, or the birds one splits into.
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
    need(between(rules.poll_time, 0.1, kLongest), "the verdict is looked for too often");
    for (double number :
         {rules.pivot_x, rules.pivot_y, rules.most_stretch, rules.speed_per_stretch, rules.grace_hp,
          rules.damage_scale, rules.other_share, rules.hit_score, rules.half_width, rules.lowest,
          rules.tap_distance, rules.egg_speed, rules.bird_still_speed})
        need(std::abs(number) <= kLargest, "a number of the rules is out of range");
    need(rules.most_stretch >= 0.0 && rules.most_stretch * rules.speed_per_stretch <= 1e3 &&
             rules.speed_per_stretch >= 0.0 && std::abs(rules.egg_speed) <= 1e3,
         "a launch is too fast");
    need(rules.split_angles.size() < kMostBodiesPerBird, "a bird splits into too many");
    for (double angle : rules.split_angles) need(between(angle, -10.0, 10.0), "a split angle");
    need(rules.events_per_hit >= 1 && rules.events_per_hit <= 16, "1 to 16 events a hit");
    need(rules.most_steps >= 1 && rules.most_steps <= 1'000'000, "a game has 1 to 1000000 steps");
    check(rules.tnt);
    check(rules.egg);
}

void check(const Bird& bird, const Level& level, int index) {
    topple::check(bird.body, *level.scene, index);
    need(bird.body.dynamic && bird.body.shapes[0].circle, "a bird is a disc that moves");
    need(bird.power >= Bird::kNone && bird.power <= Bird::kExplode, "no such power of a bird");
    for (double number : {bird.offset_x, bird.offset_y, bird.factors[0], bird.factors[1],
                          bird.factors[2], bird.impulse})
        need(std::abs(number) <= 1e5, "a number of a bird is out of range");
    need(between(bird.mass, 0.0, kLargest), "a bird's mass is out of range");
    need(between(bird.ready_time, 0.0, kLongest), "a bird's time to the sling is out of range");
    if (bird.power == Bird::kExplode) check(bird.blast);
}

struct Writer {
    std::string bytes;
    template <typename... T>
    void operator()(const T&... values) {
        static_assert((std::is_arithmetic_v<T> && ...));
        (bytes.append(reinterpret_cast<const char*>(&values), sizeof(T)), ...);
    }
};

struct Reader {
    const std::string& bytes;
    size_t at = 0;
    template <typename... T>
    void operator()(T&... values) {
        (get(values), ...);
    }
    template <typename T>
    void get(T& value) {
        need(bytes.size() - at >= sizeof(T), "the snapshot is cut short");
        std::memcpy(&value, bytes.data() + at, sizeof(T));
        at += sizeof(T);
    }
};

uint64_t mix(const std::string& bytes) {
    uint64_t hash = 0xcbf29ce484222325ull;
    for (unsigned char byte : bytes) hash = (hash ^ byte) * 0x100000001b3ull;
    return hash;
}

}  // namespace

void check(const Level& level) {
    need(level.scene && level.parts.size() == level.scene->bodies.size(),
         "a level has one part for every body");
    need(level.scene->scale == 1.0, "a level's scene is in metres");
    check(level.rules);
    for (const Part& part : level.parts) {
        need(part.role >= kGround && part.role <= kTnt, "no such role of a body");
        need(part.material >= 0 && part.material < kMaterials, "no such material");
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

template <typename Archive>
void Game::describe(Archive& archive, State& s) {
    for (Thing& t : s.things)
        archive(t.role, t.kind, t.hp, t.gone_step, t.launch_step, t.tap_step, t.touch_step,
                t.still_step, t.spent);
    archive(s.next_bird, s.ready_step, s.release_step, s.shot.x, s.shot.y, s.shot.tap,
            s.shot.delay, s.current, s.verdict_step, s.stopped, s.outcome, s.score);
}

uint64_t Game::digest() const {
    Writer out;
    State state = state_;
    describe(out, state);
    out(sim_->digest());
    return mix(out.bytes);
}

std::string Game::snapshot() const {
    Writer out;
    State state = state_;
    const std::string sim = sim_->snapshot();
    out(kMagic, static_cast<uint32_t>(level_->parts.size()),
        static_cast<uint32_t>(level_->birds.size()), static_cast<uint32_t>(state.things.size()));
    describe(out, state);
    out.bytes += sim;
    out(mix(out.bytes));
    return std::move(out.bytes);
}

std::unique_ptr<Game> Game::restore(std::shared_ptr<const Level> level, const std::string& bytes) {
    const std::string body = bytes.substr(0, bytes.size() - std::min<size_t>(bytes.size(), 8));
    Reader tail{bytes, body.size()};
    uint64_t seal = 0, magic = 0;
    tail(seal);
    Reader in{body};
    uint32_t parts = 0, birds = 0, things = 0;
    in(magic, parts, birds, things);
    need(magic == kMagic && seal == mix(body), "not a snapshot of a game, or a damaged one");
    need(parts == level->parts.size() && birds == level->birds.size(),
         "the snapshot is of another level");
    State state;
    need(things <= static_cast<uint32_t>(kMostBodies), "the snapshot contradicts itself");
    state.things.resize(things);
    describe(in, state);
    std::unique_ptr<Game> game(new Game(level, Sim::restore(body.substr(in.at))));
    need(game->sim_->size() == static_cast<int>(things), "the snapshot contradicts itself");
    const auto birds_there = static_cast<int32_t>(birds);
    for (uint32_t i = 0; i < things; ++i) {
        const Thing& thing = state.things[i];
        need(i < parts ? thing.role == level->parts[i].role : flies(thing.role),
             "the snapshot is of another level");
        need(thing.role != kBird || (thing.kind >= 0 && thing.kind < birds_there),
             "the snapshot contradicts itself");
    }
    need(state.next_bird >= 0 && state.next_bird <= birds_there &&
             (state.release_step < 0 || state.next_bird < birds_there),
         "the snapshot contradicts itself");
    game->state_ = std::move(state);
    game->start();
    return game;
}

std::shared_ptr<const std::string> Opening::find() {
    const std::lock_guard lock(mutex_);
    ++games_;
    return kept_;
}

bool Opening::wanted() const {
    const std::lock_guard lock(mutex_);
    return games_ > 1 && !kept_;
}

void Opening::keep(std::string snapshot) {
    auto kept = std::make_shared<const std::string>(std::move(snapshot));
    const std::lock_guard lock(mutex_);
    kept_ = std::move(kept);
}

void play_on(Game& game, bool settled, const std::function<bool(const Sim&)>& go_on) {
    while (!game.over() && !game.awaits_shot(settled)) {
        game.step();
        if (go_on && !go_on(game.sim())) break;
    }
}

namespace {

// Keep what can be seen now.
void record(const Game& game, Play& play) {
    const Sim& sim = game.sim();
    for (int i = 0; i < sim.size(); ++i)
        if (sim.alive(i)) {
            const Pose pose = sim.pose(i);
            play.tracks.push_back({static_cast<double>(sim.steps()), static_cast<double>(i), pose.x,
                                   pose.y, pose.angle});
            play.lives.push_back(game.things()[i].hp);
        }
    play.perches.push_back(game.perch());
}

// Begin with the first bird drawn, if that is known.
std::unique_ptr<Game> begin(const std::shared_ptr<const Level>& level, Opening* opening,
                            const Shot& first) {
    const auto kept = opening->find();
    if (!kept) return nullptr;
    auto game = Game::restore(level, *kept);
    game->shoot_instead(first);
    return game;
}

}  // namespace

Play play(std::shared_ptr<const Level> level, const std::vector<Shot>& shots,
          const Options& options, const std::function<bool(const Sim&)>& go_on) {
    Play result;
    try {
        // Without a shot a game opens in another way, and tracks want every step.
        Opening* opening = shots.empty() || options.stride > 0 ? nullptr : level->opening.get();
        std::unique_ptr<Game> game = opening ? begin(level, opening, shots[0]) : nullptr;
        if (game)
            result.shots = 1;
        else
            game = std::make_unique<Game>(level);
        while (!game->over()) {
            if (game->ready()) {
                if (result.shots < static_cast<int>(shots.size()))
                    game->shoot(shots[result.shots++]);
                else
                    game->stop_shooting();
            }
            if (opening && game->opened() && opening->wanted()) opening->keep(game->snapshot());
            game->step();
            const Sim& sim = game->sim();
            if (options.stride > 0 && sim.steps() % options.stride == 0) record(*game, result);
            result.pigs_left = game->pigs_left();
            if (options.outcome_only && result.pigs_left == 0) break;
            if (go_on && !go_on(sim)) break;
        }
        result.outcome = result.pigs_left == 0 ? kPassed : game->outcome();
        result.score = game->score();
        result.steps = game->sim().steps();
        result.digest = game->digest();
        result.things = game->things();
    } catch (const std::exception& error) {
        result.error = error.what();
    }
    return result;
}

}  // namespace topple::birds
