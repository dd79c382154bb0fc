#include "core/undisturbed.hpp"

#include <cmath>

#include "core/party.hpp"

namespace topple {
namespace {

constexpr int kWorth = 3;        // rollouts for which a scene is recorded
constexpr int kLongest = 2'000;  // steps of a record; what comes later is simulated

bool minus_zero(double number) { return number == 0.0 && std::signbit(number); }

// An impact turns -0 into 0, also where a fixed body is.
bool shareable(const Scene& scene, const std::vector<Watcher>& watchers) {
    const int count = static_cast<int>(scene.bodies.size());
    for (const Watcher& watcher : watchers)
        if (watcher.a >= count || watcher.b >= count) return false;
    size_t fixed = 0;
    for (const Body& body : scene.bodies) {
        if (body.bullet) return false;
        if (body.dynamic) continue;
        if (minus_zero(body.x) || minus_zero(body.y) || minus_zero(body.angle)) return false;
        ++fixed;
    }
    return scene.joints.empty() && fixed <= kMostEach && scene.bodies.size() - fixed <= kMostEach;
}

}  // namespace

class Undisturbed::Recorder : Party, b2ContactListener {
  public:
    Recorder(Sim& sim, Undisturbed& to) : Party(sim, to.fixed_), to_(to) {}

    void run(const std::vector<Watcher>& watchers, int most_steps) {
        b2World& world = sim_.engine();
        EngineControl::listen(world, this, this);
        world.SetContactListener(this);
        EngineControl::find_first_contacts(world);
        save(to_.moving_, to_.states_.emplace_back());
        std::vector<Watching> watching(watchers.begin(), watchers.end());
        while (step_ < most_steps && !to_.met_ && !to_.rests_) {
            step();
            for (Watching& watch : watching) {
                to_.met_ = watch.look(sim_) || to_.met_;
                to_.watched_.push_back(watch.state());
            }
        }
        world.SetContactListener(nullptr);
        EngineControl::listen(world, nullptr, nullptr);
    }

  private:
    int owner(const b2Fixture* fixture) const {
        return to_.owners_[EngineControl::box_of(fixture)];
    }

    bool ShouldCollide(b2Fixture* a, b2Fixture* b) override {
        if (step_ > 0 && owner(a) >= 0 && owner(b) >= 0)
            to_.meetings_.push_back({owner(a), owner(b)});
        return Party::ShouldCollide(a, b);
    }

    // The first search for pairs comes between the islands of a step and its impacts.
    void PostSolve(b2Contact* contact, const b2ContactImpulse*) override {
        for (const b2Fixture* f : {contact->GetFixtureA(), contact->GetFixtureB()})
            if (searches_ > 0 && owner(f) >= 0) hit_ |= bit(owner(f));
    }

    void BeforePairs() override {
        Party::BeforePairs();
        if (step_ == 0) return;
        EngineControl::for_moves(sim_.engine(), [&](int32 box, const b2AABB& bounds) {
            to_.moves_.push_back({box, bounds});
        });
        if (searches_ == 1) solved_ = to_.moves_.size();
    }

    void step() {
        begin_step();
        hit_ = 0;
        solved_ = to_.moves_.size();
        for (int i : fixed_) EngineControl::mark(*sim_.engine_body(i));
        sim_.step();
        for (size_t i = 0; i < fixed_.size(); ++i) look_at_fixed(i);
        uint64_t awake = 0;
        for (size_t i = 0; i < to_.moving_.size(); ++i) {
            const b2Body* body = sim_.engine_body(to_.moving_[i]);
            to_.places_.push_back({body->GetPosition(), body->GetAngle()});
            if (body->IsAwake()) awake |= bit(i);
        }
        to_.steps_.push_back({solved_, to_.moves_.size(), to_.meetings_.size(), hit_, awake, woke_,
                              slept_});
        to_.rests_ = sim_.resting();
        if (to_.rests_ || step_ % kEvery == 0) save(to_.moving_, to_.states_.emplace_back());
    }

    Undisturbed& to_;
    size_t solved_ = 0;  // moves before the impacts of this step
    uint64_t hit_ = 0;
};

std::shared_ptr<const Undisturbed> Undisturbed::record(const std::shared_ptr<const Scene>& scene,
                                                       const std::vector<Watcher>& watchers,
                                                       int most_steps) {
    if (!b2ContactManager::TellsMoves() || !shareable(*scene, watchers)) return nullptr;
    auto made = std::make_shared<Undisturbed>();
    made->watchers_ = watchers.size();
    for (size_t i = 0; i < scene->bodies.size(); ++i)
        (scene->bodies[i].dynamic ? made->moving_ : made->fixed_).push_back(static_cast<int>(i));
    try {
        Sim sim(scene);
        made->owners_.assign(EngineControl::boxes(sim.engine()), -1);
        for (size_t i = 0; i < made->moving_.size(); ++i)
            EngineControl::for_boxes(
                sim.engine_body(made->moving_[i]),
                [&](b2AABB&, int32 box) { made->owners_[box] = static_cast<int>(i); });
        Recorder(sim, *made).run(watchers, most_steps);
    } catch (const std::exception&) {
        return nullptr;
    }
    return made;
}

std::shared_ptr<const Undisturbed> Recording::get(int steps) {
    if (expected_ < kWorth) return nullptr;
    const std::unique_lock guard(lock_, std::try_to_lock);
    if (!guard || !possible_) return nullptr;
    steps = std::min(steps, kLongest);
    if (!made_ || !made_->covers(steps)) made_ = Undisturbed::record(scene_, watchers_, steps);
    possible_ = made_ != nullptr;
    return made_;
}

void Recording::drop() {
    const std::scoped_lock guard(lock_);
    made_.reset();
}

}  // namespace topple
