#include "worlds/birds/rules.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace topple::birds {
namespace {

int32_t index_of(const b2Fixture* fixture) {
    return static_cast<int32_t>(
        reinterpret_cast<intptr_t>(const_cast<b2Fixture*>(fixture)->GetBody()->GetUserData()));
}

}  // namespace

// Records which bodies meet, and keeps birds from meeting each other. A body may consist of several
// fixtures, so it counts them: only the first contact of two bodies is a hit.
class Game::Contacts : public b2ContactListener, public b2ContactFilter {
  public:
    explicit Contacts(const State& state) : state_(state) {}

    void BeginContact(b2Contact* contact) override {
        const int32_t a = index_of(contact->GetFixtureA()), b = index_of(contact->GetFixtureB());
        if (touching_[std::minmax(a, b)]++ > 0) return;
        hits_.push_back({a, b, contact->GetFixtureA()->GetBody()->GetLinearVelocity(),
                         contact->GetFixtureB()->GetBody()->GetLinearVelocity(), b2Vec2_zero,
                         b2Vec2_zero});
    }
    void EndContact(b2Contact* contact) override {
        const int32_t a = index_of(contact->GetFixtureA()), b = index_of(contact->GetFixtureB());
        const auto pair = touching_.find(std::minmax(a, b));
        if (pair != touching_.end() && --pair->second == 0) touching_.erase(pair);
    }
    bool ShouldCollide(b2Fixture* a, b2Fixture* b) override {
        return !(flies(state_.things[index_of(a)].role) && flies(state_.things[index_of(b)].role));
    }

    void start(b2World& world) {
        for (b2Contact* c = world.GetContactList(); c; c = c->GetNext())
            if (c->IsTouching())
                ++touching_[std::minmax(index_of(c->GetFixtureA()), index_of(c->GetFixtureB()))];
        world.SetContactListener(this);
        world.SetContactFilter(this);
    }
    std::vector<Hit> take() { return std::exchange(hits_, {}); }

  private:
    const State& state_;
    std::map<std::pair<int32_t, int32_t>, int> touching_;
    std::vector<Hit> hits_;
};

Game::Game(std::shared_ptr<const Level> level, std::unique_ptr<Sim> sim)
    : level_(std::move(level)), contacts_(std::make_unique<Contacts>(state_)), sim_(std::move(sim)) {}

Game::Game(std::shared_ptr<const Level> level) : Game(level, std::make_unique<Sim>(level->scene)) {
    for (const Part& part : level_->parts) {
        Thing thing;
        thing.role = part.role;
        thing.hp = level_->rules.grace_hp;
        state_.things.push_back(thing);
    }
    state_.ready_step = steps_of(level_->rules.first_ready_time);
    start();
}

void Game::start() { contacts_->start(sim_->engine()); }

Game::~Game() = default;

int Game::steps_of(double seconds) const {
    return static_cast<int>(std::lround(seconds / level_->scene->time_step));
}

double Game::mass_of(int body) const {
    const Thing& thing = state_.things[body];
    if (thing.role == kBird) return level_->birds[thing.kind].mass;
    if (thing.role == kEgg) return sim_->engine_body(body)->GetMass();
    return level_->parts[body].mass;
}

int Game::birds_left() const {
    return static_cast<int>(level_->birds.size()) - state_.next_bird;
}

int Game::pigs_left() const {
    int pigs = 0;
    for (int i = 0; i < sim_->size(); ++i) pigs += state_.things[i].role == kPig && alive(i);
    return pigs;
}

bool Game::ready() const {
    return !over() && !state_.stopped && state_.release_step < 0 && birds_left() > 0 &&
           state_.ready_step >= 0 && now() >= state_.ready_step;
}

bool Game::awaits_shot(bool settled) const {
    return ready() && pigs_left() > 0 && (!settled || sim_->resting());
}

void Game::shoot(const Shot& shot) {
    if (!ready()) throw SceneError("no bird is ready on the sling");
    check(shot);
    state_.shot = shot;
    state_.release_step = now() + steps_of(shot.delay) + steps_of(level_->rules.drag_time);
}

bool Game::opened() const {
    return state_.next_bird == 0 && state_.release_step >= 0 &&
           now() == state_.ready_step + steps_of(level_->rules.drag_time);
}

void Game::shoot_instead(const Shot& shot) {
    if (!opened()) throw SceneError("the first bird is not drawn");
    check(shot);
    state_.shot = shot;
    state_.release_step = now() + steps_of(shot.delay);
}

void Game::stop_shooting() { state_.stopped = 1; }

// Remove the bodies that left the world or died.
void Game::sweep() {
    for (int body = 0; body < sim_->size(); ++body) {
        const int32_t role = state_.things[body].role;
        if (!sim_->alive(body) || role == kGround || role == kPlatform) continue;
        if (alive(body) && outside(body)) die(body);
    }
    explode_all();
    for (int body = 0; body < sim_->size(); ++body)
        if (sim_->alive(body) && state_.things[body].gone_step >= 0 &&
            now() >= state_.things[body].gone_step)
            sim_->remove(body);
}

bool Game::still() const {
    for (int body = 0; body < sim_->size(); ++body) {
        if (!sim_->alive(body)) continue;
        const b2Body* b = sim_->engine_body(body);
        if (b->GetType() == b2_dynamicBody && b->IsAwake() &&
            !(b->GetLinearVelocity() == b2Vec2_zero && b->GetAngularVelocity() == 0.0f))
            return false;
    }
    return true;
}

void Game::judge() {
    const Rules& rules = level_->rules;
    const bool passed = pigs_left() == 0;
    if (passed) state_.release_step = -1;
    const bool birdless = (birds_left() == 0 || state_.stopped) && state_.current < 0 &&
                          state_.release_step < 0;
    if (state_.verdict_step < 0 && (passed || birdless))
        state_.verdict_step = now() + steps_of(rules.poll_time);
    if (state_.verdict_step >= 0 && now() >= state_.verdict_step) {
        if (still())
            state_.outcome = passed ? kPassed : kMissed;
        else
            state_.verdict_step += steps_of(rules.poll_time);
    }
    if (!over() && now() >= rules.most_steps) state_.outcome = passed ? kPassed : kUnsettled;
    if (state_.outcome == kPassed)
        state_.score += static_cast<int64_t>(rules.unused_score) * birds_left();
}

void Game::step() {
    if (over()) throw SceneError("the game is over");
    if (now() == steps_of(level_->rules.grace_time)) end_grace();
    if (state_.release_step >= 0 && now() >= state_.release_step) release();
    for (int body = static_cast<int>(level_->parts.size()); body < sim_->size(); ++body)
        if (alive(body) && tap_due(body)) tap(body);
    explode_all();
    for (int body = 0; body < sim_->size(); ++body)
        if (sim_->alive(body) && flies(state_.things[body].role) && !alive(body))
            sim_->remove(body);
    sim_->step();
    std::vector<Hit> hits = contacts_->take();
    for (Hit& hit : hits) {
        hit.after_first = sim_->engine_body(hit.first)->GetLinearVelocity();
        hit.after_second = sim_->engine_body(hit.second)->GetLinearVelocity();
    }
    for (const Hit& hit : hits) {
        suffer(hit, true);
        suffer(hit, false);
    }
    for (const Hit& hit : hits) touch(hit);
    for (int body = static_cast<int>(level_->parts.size()); body < sim_->size(); ++body)
        if (alive(body) && state_.things[body].role == kBird) tend_bird(body);
    sweep();
    judge();
}

}  // namespace topple::birds
