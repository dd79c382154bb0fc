#include "core/undisturbed.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace topple {
namespace {

using Birth = Undisturbed::Birth;
using State = Undisturbed::State;

constexpr size_t kMostFixed = 64;  // bits of a mask
constexpr int kWorth = 3;          // rollouts for which a scene is recorded

int index_of(const b2Body* body) {
    return static_cast<int>(reinterpret_cast<intptr_t>(body->GetUserData()));
}

// One of the two that share the fixed bodies: what it does to them, and when its contacts were made.
class Party : public b2MoveListener, public b2ContactFilter {
  public:
    Party(Sim& sim, const std::vector<int>& fixed) : sim_(sim), fixed_(fixed) {
        uses_.last.assign(fixed.size(), -1);
    }

    void BeforePairs() override { ++searches_; }
    bool ShouldCollide(b2Fixture* a, b2Fixture* b) override {
        const auto pair = std::minmax({ToppleAccess::box_of(a), ToppleAccess::box_of(b)});
        births_[pair] = {step_, searches_, pair.first, pair.second};
        return true;
    }

    bool impacts() const { return searches_ > 1; }

  protected:
    void begin_step() {
        ++step_;
        searches_ = 0;
        woke_ = slept_ = 0;
    }

    // Note what the step did to a fixed body that was marked before it.
    void look_at_fixed(size_t i) {
        b2Body& body = *sim_.engine_body(fixed_[i]);
        if (ToppleAccess::changed(body)) note_use(i, body.IsAwake());
    }

    void note_use(size_t i, bool awake) {
        const uint64_t bit = uint64_t{1} << i;
        woke_ = awake ? woke_ | bit : woke_ & ~bit;
        slept_ = awake ? slept_ & ~bit : slept_ | bit;
        uses_.awake = awake ? uses_.awake | bit : uses_.awake & ~bit;
        uses_.last[i] = step_;
    }

    // The state of these bodies and of all contacts.
    void save(const std::vector<int>& bodies, State& to) {
        to.bodies.clear(), to.boxes.clear(), to.contacts.clear();
        for (int i : bodies) {
            b2Body* body = sim_.engine_body(i);
            to.bodies.push_back(ToppleAccess::state_of(*body));
            ToppleAccess::for_boxes(body, [&](b2AABB& box, int32) { to.boxes.push_back(box); });
        }
        for (b2Contact* c = sim_.engine().GetContactList(); c; c = c->GetNext()) {
            const int32 first = ToppleAccess::box_of(c->GetFixtureA());
            const int32 second = ToppleAccess::box_of(c->GetFixtureB());
            to.contacts.push_back({births_.at(std::minmax({first, second})), first, second,
                                   ToppleAccess::state_of(*c)});
        }
        std::reverse(to.contacts.begin(), to.contacts.end());
        to.uses = uses_;
        to.uses.impacts.clear();
        if (impacts())
            for (int i : fixed_)
                to.uses.impacts.push_back(ToppleAccess::impact_of(*sim_.engine_body(i)));
    }

    Sim& sim_;
    const std::vector<int>& fixed_;
    int step_ = 0, searches_ = 0;
    uint64_t woke_ = 0, slept_ = 0;  // fixed bodies, in this step
    Undisturbed::Uses uses_;

  private:
    std::map<std::pair<int32, int32>, Birth> births_;  // the last one of each pair
};

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
    return scene.joints.empty() && fixed <= kMostFixed;
}

}  // namespace

class Undisturbed::Recorder : Party {
  public:
    Recorder(Sim& sim, Undisturbed& to) : Party(sim, to.fixed_), to_(to) {}

    void run(const std::vector<Watcher>& watchers, int most_steps) {
        b2World& world = sim_.engine();
        ToppleAccess::listen(world, this, this);
        ToppleAccess::find_first_contacts(world);
        save(to_.moving_, to_.states_.emplace_back());
        std::vector<Watching> watching(watchers.begin(), watchers.end());
        bool met = false;
        while (step_ < most_steps && !met && !to_.rests_) {
            step();
            for (Watching& watch : watching) {
                met = watch.look(sim_) || met;
                to_.watched_.push_back(watch.state());
            }
        }
        ToppleAccess::listen(world, nullptr, nullptr);
    }

  private:
    void BeforePairs() override {
        Party::BeforePairs();
        if (step_ == 0) return;
        ToppleAccess::for_moves(sim_.engine(), [&](int32 box, const b2AABB& bounds) {
            to_.moves_.push_back({box, bounds});
        });
        if (searches_ == 1) solved_ = to_.moves_.size();
    }

    void step() {
        begin_step();
        solved_ = to_.moves_.size();
        for (int i : fixed_) ToppleAccess::mark(*sim_.engine_body(i));
        sim_.step();
        for (size_t i = 0; i < fixed_.size(); ++i) look_at_fixed(i);
        to_.steps_.push_back({solved_, to_.moves_.size(), impacts(), woke_, slept_});
        for (int i : to_.moving_) {
            const Pose pose = sim_.pose(i);
            to_.poses_.push_back({static_cast<float>(pose.x), static_cast<float>(pose.y),
                                  static_cast<float>(pose.angle)});
        }
        to_.rests_ = sim_.resting();
        if (to_.rests_ || step_ % kEvery == 0) save(to_.moving_, to_.states_.emplace_back());
    }

    Undisturbed& to_;
    size_t solved_ = 0;  // moves before the impacts of this step
};

std::shared_ptr<const Undisturbed> Undisturbed::record(const std::shared_ptr<const Scene>& scene,
                                                       const std::vector<Watcher>& watchers,
                                                       int most_steps) {
    if (!b2ContactManager::TellsMoves() || !shareable(*scene, watchers)) return nullptr;
    auto made = std::make_shared<Undisturbed>();
    made->scene_ = scene;
    made->watchers_ = watchers.size();
    for (size_t i = 0; i < scene->bodies.size(); ++i)
        (scene->bodies[i].dynamic ? made->moving_ : made->fixed_).push_back(static_cast<int>(i));
    try {
        Sim sim(scene);
        for (int i : made->moving_)
            ToppleAccess::for_boxes(sim.engine_body(i), [&](b2AABB&, int32 box) {
                made->moving_boxes_.push_back(box);
            });
        Recorder(sim, *made).run(watchers, most_steps);
    } catch (const std::exception&) {
        return nullptr;
    }
    return made;
}

// The bodies that a rollout adds, among the fixed bodies of the scene.
class Visit : Party {
  public:
    Visit(const Rollout& rollout, const Undisturbed& alone, Sim& sim)
        : Party(sim, alone.fixed_), rollout_(rollout), alone_(alone), world_(sim.engine()),
          last_(static_cast<int>(alone.steps_.size())) {
        const int own = static_cast<int>(rollout.scene->bodies.size());
        for (int i = own; i < sim.size(); ++i) {
            added_.push_back(i);
            ToppleAccess::for_boxes(sim.engine_body(i),
                                    [&](b2AABB&, int32 box) { added_boxes_.push_back(box); });
        }
        slots_.assign(sim.size(), -1);
        for (size_t i = 0; i < fixed_.size(); ++i) slots_[fixed_[i]] = static_cast<int>(i);
        for (int i = 0; i < own; ++i) still_.push_back(sim.pose(i));
    }

    Result run() {
        Result result;
        if (begins_near() || !play(result)) {
            std::vector<Watching> watching;
            for (size_t i = 0; i < rollout_.watchers.size(); ++i)
                watching.emplace_back(rollout_.watchers[i], watched(sim_.steps(), i));
            run_on(rollout_, sim_, watching, result);
        }
        return result;
    }

  private:
    bool begins_near() const {
        for (int32 box : alone_.moving_boxes_)
            if (near_added(ToppleAccess::broad_phase(world_).GetFatAABB(box))) return true;
        return false;
    }

    bool near_added(const b2AABB& bounds) const {
        const b2BroadPhase& broad = ToppleAccess::broad_phase(world_);
        for (int32 box : added_boxes_)
            if (b2TestOverlap(bounds, broad.GetFatAABB(box))) return true;
        return false;
    }

    // Returns whether the rollout ended without an encounter. Otherwise all bodies are in the world.
    bool play(Result& result) {
        ToppleAccess::listen(world_, this, this);
        ToppleAccess::move_only_last(world_, added_.size());
        ToppleAccess::find_first_contacts(world_);
        keep();
        bool over = false;
        while (!over) {
            if (step_ == last_ && !alone_.rests_) encounter_ = true;
            if (!encounter_) step();
            if (encounter_) {
                merge();
                const size_t frames = rollout_.stride > 0 ? (kept_step_ + rollout_.stride - 1) / rollout_.stride : 0;
                result.frames.resize(frames * sim_.size());
                return false;
            }
            if (rollout_.stride > 0 && (step_ - 1) % rollout_.stride == 0) record(result.frames);
            over = look(result) || step_ == rollout_.most_steps;
            if (step_ % Undisturbed::kEvery == 0 && !over && !(rests_ && step_ > last_)) keep();
        }
        end(result);
        return true;
    }

    // Look at the watchers; returns whether they end the rollout.
    bool look(Result& result) {
        const bool at_rest = rests_ && step_ >= last_ && alone_.rests_;
        bool possible = false;
        for (size_t i = 0; i < rollout_.watchers.size() && result.met < 0; ++i) {
            const Watching watching(rollout_.watchers[i], watched(step_, i));
            if (watching.met()) result.met = static_cast<int>(i);
            possible = possible || watching.possible(rollout_.most_steps - step_, at_rest);
        }
        return result.met >= 0 || (rollout_.outcome_only && !possible);
    }

    void end(Result& result) {
        for (size_t i = 0; i < rollout_.watchers.size() && result.met < 0; ++i)
            if (Watching(rollout_.watchers[i], watched(step_, i)).met_at_end())
                result.met = static_cast<int>(i);
        result.steps = step_;
        record(result.poses);
        if (!rollout_.digest) return;
        const int steps = step_;
        if (alone_.rests_ && step_ >= last_) keep();
        merge();
        while (sim_.steps() < steps) sim_.step();
        result.digest = sim_.digest();
    }

    void step() {
        begin_step();
        if (rests_) {
            replay_solved();
        } else {
            const bool asleep = !awake();
            uint64_t marked = 0;
            for (b2Contact* c = world_.GetContactList(); c; c = c->GetNext())
                for (const b2Fixture* f : {c->GetFixtureA(), c->GetFixtureB()})
                    if (const int slot = slots_[index_of(f->GetBody())]; slot >= 0) {
                        marked |= uint64_t{1} << slot;
                        ToppleAccess::mark(*sim_.engine_body(fixed_[slot]));
                    }
            const Scene& scene = *rollout_.scene;
            world_.Step(static_cast<float>(scene.time_step), scene.velocity_iterations,
                        scene.position_iterations);
            for (size_t i = 0; marked; ++i, marked >>= 1)
                if (marked & 1) look_at_fixed(i);
            rests_ = asleep && !awake();
        }
        if (step_ > last_) return;
        const Undisturbed::Step& theirs = alone_.steps_[step_ - 1];
        replay(theirs.moves, theirs.impact_moves);
        if ((theirs.impacts && impacts()) || (slept_ & (theirs.woke | theirs.slept)) ||
            (theirs.slept & (woke_ | slept_)))
            encounter_ = true;
    }

    void BeforePairs() override {
        Party::BeforePairs();
        if (searches_ == 1 && step_ > 0) replay_solved();
    }

    bool ShouldCollide(b2Fixture* a, b2Fixture* b) override {
        for (const b2Fixture* f : {a, b}) {
            const int body = index_of(f->GetBody());
            if (slots_[body] >= 0)
                note_use(slots_[body], true);
            else if (body < added_[0]) {
                encounter_ = true;
                return false;
            }
        }
        return Party::ShouldCollide(a, b);
    }

    void replay_solved() {
        if (step_ > last_) return;
        replay(step_ > 1 ? alone_.steps_[step_ - 2].impact_moves : 0, alone_.steps_[step_ - 1].moves);
    }

    void replay(size_t from, size_t to) {
        for (size_t i = from; i < to; ++i) {
            const Undisturbed::Move& move = alone_.moves_[i];
            ToppleAccess::set_bounds(world_, move.box, move.bounds);
            if (near_added(move.bounds)) encounter_ = true;
        }
    }

    bool awake() const {
        return std::any_of(added_.begin(), added_.end(),
                           [&](int i) { return sim_.engine_body(i)->IsAwake(); });
    }

    // Keep the state of this step to return to.
    void keep() {
        save(added_, kept_);
        ToppleAccess::copy_tree(world_, kept_tree_);
        kept_step_ = step_;
    }

    // Give the world the kept state of added bodies and that of the scene at the same step.
    void merge() {
        const State& theirs = alone_.rests_ && kept_step_ >= last_
                                  ? alone_.states_.back()
                                  : alone_.states_[kept_step_ / Undisturbed::kEvery];
        ToppleAccess::listen(world_, nullptr, nullptr);
        ToppleAccess::destroy_contacts(world_);
        ToppleAccess::set_tree(world_, kept_tree_);
        std::vector<Undisturbed::Contact> contacts;
        std::merge(theirs.contacts.begin(), theirs.contacts.end(), kept_.contacts.begin(),
                   kept_.contacts.end(), std::back_inserter(contacts),
                   [](const auto& a, const auto& b) { return a.birth < b.birth; });
        for (const Undisturbed::Contact& contact : contacts)
            ToppleAccess::set_state(
                *ToppleAccess::make_contact(world_, ToppleAccess::fixture_of(world_, contact.first),
                                            ToppleAccess::fixture_of(world_, contact.second)),
                contact.state);
        set_bodies(alone_.moving_, theirs);
        set_bodies(added_, kept_);
        for (size_t i = 0; i < fixed_.size(); ++i) set_fixed(i, theirs.uses, kept_.uses);
        ToppleAccess::move_all(world_);
        sim_.go_on_from(kept_step_);
    }

    void set_bodies(const std::vector<int>& bodies, const State& state) {
        size_t boxes = 0;
        for (size_t i = 0; i < bodies.size(); ++i) {
            b2Body* body = sim_.engine_body(bodies[i]);
            ToppleAccess::set_state(*body, state.bodies[i]);
            ToppleAccess::for_boxes(body, [&](b2AABB& box, int32) { box = state.boxes[boxes++]; });
        }
    }

    void set_fixed(size_t i, const Undisturbed::Uses& a, const Undisturbed::Uses& b) {
        const Undisturbed::Uses& later = a.last[i] > b.last[i] ? a : b;
        const bool awake = later.last[i] < 0 || (later.awake >> i & 1);
        const float impact = a.impacts.empty() ? b.impacts.empty() ? 0.0f : b.impacts[i] : a.impacts[i];
        ToppleAccess::set_fixed(*sim_.engine_body(fixed_[i]), awake, impact);
    }

    Watching::State watched(int step, size_t watcher) const {
        if (step == 0) return {};
        const int known = std::min(step, last_);
        Watching::State state = alone_.watched_[(known - 1) * alone_.watchers_ + watcher];
        if (state.held > 0) state.held += step - known;
        return state;
    }

    void record(std::vector<Pose>& to) {
        const size_t known = std::min(step_, last_) - 1;
        for (size_t i = 0; i < alone_.moving_.size(); ++i) {
            const auto& [x, y, angle] = alone_.poses_[known * alone_.moving_.size() + i];
            still_[alone_.moving_[i]] = {x, y, angle};
        }
        to.insert(to.end(), still_.begin(), still_.end());
        for (int i : added_) to.push_back(sim_.pose(i));
    }

    const Rollout& rollout_;
    const Undisturbed& alone_;
    b2World& world_;
    const int last_;  // steps of the scene that were recorded
    std::vector<int> added_, slots_;
    std::vector<int32> added_boxes_;
    std::vector<Pose> still_;
    State kept_;
    ToppleAccess::Tree kept_tree_;
    int kept_step_ = 0;
    bool rests_ = false, encounter_ = false;
};

std::shared_ptr<const Undisturbed> Recording::get(int steps) {
    if (expected_ < kWorth) return nullptr;
    const std::unique_lock guard(lock_, std::try_to_lock);
    if (!guard || !possible_) return nullptr;
    if (!made_ || !made_->covers(steps)) made_ = Undisturbed::record(scene_, watchers_, steps);
    possible_ = made_ != nullptr;
    return made_;
}

void Recording::drop() {
    const std::scoped_lock guard(lock_);
    made_.reset();
}

Result run(const Rollout& rollout, const Undisturbed& alone) {
    const auto& added = rollout.added;
    if (!rollout.commands.empty() || rollout.events || added.empty() ||
        std::any_of(added.begin(), added.end(), [](auto& b) { return b.bullet || !b.dynamic; }))
        return run(rollout);
    try {
        Sim sim(rollout.scene);
        for (const Body& body : rollout.added) sim.add(body);
        return Visit(rollout, alone, sim).run();
    } catch (const std::exception&) {
        return run(rollout);  // fails in the same way
    }
}

}  // namespace topple
