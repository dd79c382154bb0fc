// A rollout over a recorded scene.
#include "core/party.hpp"

namespace topple {

using State = Undisturbed::State;

// The bodies that a rollout adds, and those that have joined them.
class Visit : Party {
  public:
    Visit(const Rollout& rollout, const Undisturbed& alone, Sim& sim)
        : Party(sim, alone.fixed_),
          rollout_(rollout),
          alone_(alone),
          world_(sim.engine()),
          own_(static_cast<int>(rollout.scene->bodies.size())),
          last_(static_cast<int>(alone.steps_.size())),
          all_(alone.moving_.size() == kMostEach ? ~uint64_t{0} : bit(alone.moving_.size()) - 1) {
        slots_.resize(own_);
        for (size_t i = 0; i < fixed_.size(); ++i) slots_[fixed_[i]] = static_cast<int>(i);
        for (size_t i = 0; i < alone.moving_.size(); ++i)
            slots_[alone.moving_[i]] = static_cast<int>(i);
        for (int i = 0; i < own_; ++i) poses_.push_back(sim.pose(i));
        for (int i = own_; i < sim.size(); ++i) take_in(i);
        for (const Watcher& watcher : rollout.watchers)
            for (int body : {watcher.a, watcher.b})
                if (rollout.scene->bodies[body].dynamic) {
                    watched_bodies_ |= bit(slots_[body]);
                    if (watcher.kind > Watcher::kNear) posed_bodies_ |= bit(slots_[body]);
                }
    }

    Result run() {
        Result result;
        if (all_met_at_first()) {
            run_on(rollout_, sim_, watching_, result);
            return result;
        }
        begin();
        while (!over(result)) {
            if (step_ == last_ && !alone_.rests_) met_ = all_;
            if (met_ == 0) step();
            if (met_ == 0) {
                look(result);
                continue;
            }
            join();
            result.frames.resize(rollout_.stride > 0 ? frames_until(step_) * sim_.size() : 0);
            if (joined_ == all_) {
                run_on(rollout_, sim_, watching_, result);
                return result;
            }
        }
        end(result);
        return result;
    }

  private:
    // Let the bodies join that are near at the start; returns whether these are all.
    bool all_met_at_first() {
        for (size_t box = 0; box < alone_.owners_.size(); ++box)
            if (alone_.owners_[box] >= 0)
                look_out(alone_.owners_[box],
                         EngineControl::broad_phase(world_).GetFatAABB(static_cast<int32>(box)));
        if (met_ != 0) take_in_moving(companions(alone_.states_[0]));
        met_ = 0;
        return joined_ == all_;
    }

    void begin() {
        EngineControl::listen(world_, this, this);
        EngineControl::move_only(world_, [&](b2Body* body) { return in_world(body); });
        EngineControl::set_moves(world_, boxes_);
        EngineControl::find_first_contacts(world_);
        keep();
    }

    bool over(const Result& result) const {
        return result.met >= 0 || step_ >= rollout_.most_steps || given_up_;
    }

    // Bodies of the scene that are not simulated.
    uint64_t recorded() const { return all_ & ~joined_; }

    bool in_world(const b2Body* body) const {
        const int i = index_of(body);
        return i >= own_ || (rollout_.scene->bodies[i].dynamic && (joined_ & bit(slots_[i])));
    }

    void take_in(int body) {
        bodies_.push_back(body);
        EngineControl::for_boxes(sim_.engine_body(body),
                                [&](b2AABB&, int32 box) { boxes_.push_back(box); });
    }

    void take_in_moving(uint64_t joining) {
        joined_ |= joining;
        for (size_t i = 0; i < alone_.moving_.size(); ++i)
            if (joining & bit(i)) take_in(alone_.moving_[i]);
    }

    // A recorded body has moved a box: does it come near a simulated one?
    void look_out(int owner, const b2AABB& bounds) {
        const b2BroadPhase& broad = EngineControl::broad_phase(world_);
        for (int32 box : boxes_)
            if (b2TestOverlap(bounds, broad.GetFatAABB(box))) met_ |= bit(owner);
    }

    void step() {
        begin_step();
        if (rests_)
            replay_solved();
        else
            simulate();
        const uint64_t before = step_ == 1 ? all_ : awake_after(step_ - 1);
        at_rest_ = rests_ && ((before | awake_after(step_)) & recorded()) == 0;
        if (step_ > last_) return;
        const Undisturbed::Step& theirs = alone_.steps_[step_ - 1];
        replay(theirs.moves, theirs.impact_moves);
        for (size_t i = step_ > 1 ? alone_.steps_[step_ - 2].meetings : 0; i < theirs.meetings; ++i) {
            const uint64_t two = bit(alone_.meetings_[i][0]) | bit(alone_.meetings_[i][1]);
            if (two & joined_) met_ |= two & recorded();
        }
        if (impacts() || (theirs.hit & joined_)) met_ |= theirs.hit & recorded();
        if ((slept_ & (theirs.woke | theirs.slept)) || (theirs.slept & (woke_ | slept_))) met_ = all_;
    }

    void simulate() {
        const bool asleep = !awake();
        uint64_t marked = 0;
        if (rollout_.digest) marked = mark_fixed();
        const Scene& scene = *rollout_.scene;
        world_.Step(static_cast<float>(scene.time_step), scene.velocity_iterations,
                    scene.position_iterations);
        for (size_t i = 0; marked; ++i, marked >>= 1)
            if (marked & 1) look_at_fixed(i);
        rests_ = asleep && !awake();
    }

    // Returns the fixed bodies that have contacts.
    uint64_t mark_fixed() {
        uint64_t marked = 0;
        for (b2Contact* c = world_.GetContactList(); c; c = c->GetNext())
            for (b2Fixture* f : {c->GetFixtureA(), c->GetFixtureB()})
                if (f->GetBody()->GetType() == b2_staticBody) {
                    marked |= bit(slots_[index_of(f->GetBody())]);
                    EngineControl::mark(*f->GetBody());
                }
        return marked;
    }

    uint64_t awake_after(int step) const {
        return step > last_ ? 0 : alone_.steps_[step - 1].awake;
    }

    bool awake() const {
        return std::any_of(bodies_.begin(), bodies_.end(),
                           [&](int i) { return sim_.engine_body(i)->IsAwake(); });
    }

    void BeforePairs() override {
        Party::BeforePairs();
        if (searches_ == 1 && step_ > 0) replay_solved();
    }

    // Two bodies are about to get a contact.
    bool ShouldCollide(b2Fixture* a, b2Fixture* b) override {
        for (b2Fixture* f : {a, b}) {
            const b2Body* body = f->GetBody();
            if (in_world(body)) continue;
            const int slot = slots_[index_of(body)];
            if (body->GetType() != b2_staticBody) {
                met_ |= bit(slot);
                return false;
            }
            if (rollout_.digest) note_use(slot, true);
        }
        return Party::ShouldCollide(a, b);
    }

    void replay_solved() {
        if (step_ > last_) return;
        replay(step_ > 1 ? alone_.steps_[step_ - 2].impact_moves : 0,
               alone_.steps_[step_ - 1].moves);
    }

    void replay(size_t from, size_t to) {
        for (size_t i = from; i < to; ++i) {
            const Undisturbed::Move& move = alone_.moves_[i];
            const int owner = alone_.owners_[move.box];
            if (joined_ & bit(owner)) continue;
            EngineControl::set_bounds(world_, move.box, move.bounds);
            look_out(owner, move.bounds);
        }
    }

    // Look at the bodies after a step.
    void look(Result& result) {
        if (rollout_.stride > 0 && (step_ - 1) % rollout_.stride == 0) record(result.frames);
        bool possible = false;
        const bool live = joined_ & watched_bodies_;
        for (size_t i = 0; live && i < alone_.moving_.size(); ++i)
            if (watched_bodies_ & recorded() & bit(i))
                EngineControl::set_position(*sim_.engine_body(alone_.moving_[i]), place(i).p);
        for (size_t i = 0; i < watching_.size() && result.met < 0; ++i) {
            if (live)
                watching_[i].look(sim_);
            else
                watching_[i] = recorded_watching(i);
            if (watching_[i].met()) result.met = static_cast<int>(i);
            possible = possible || watching_[i].possible(rollout_.most_steps - step_, at_rest_);
        }
        given_up_ = rollout_.outcome_only && !possible;
        if (step_ % Undisturbed::kEvery == 0 && !at_rest_ && !over(result)) keep();
    }

    Watching recorded_watching(size_t i) const {
        const int known = std::min(step_, last_);
        Watching::State state = alone_.watched_[(known - 1) * alone_.watchers_ + i];
        if (state.held > 0) state.held += step_ - known;
        return {rollout_.watchers[i], state};
    }

    void end(Result& result) {
        for (size_t i = 0; i < watching_.size() && result.met < 0; ++i)
            if (watching_[i].met_at_end()) result.met = static_cast<int>(i);
        result.steps = step_;
        record(result.poses);
        if (!rollout_.digest) return;
        if (alone_.rests_ && step_ >= last_) keep();
        met_ = all_;
        join();
        while (sim_.steps() < result.steps) sim_.step();
        result.digest = sim_.digest();
    }

    void record(std::vector<Pose>& to) {
        for (size_t i = 0; i < alone_.moving_.size(); ++i) {
            const int body = alone_.moving_[i];
            poses_[body] = joined_ & bit(i) ? sim_.pose(body) : sim_.pose(place(i).p, place(i).angle);
        }
        to.insert(to.end(), poses_.begin(), poses_.end());
        for (int i = own_; i < sim_.size(); ++i) to.push_back(sim_.pose(i));
    }

    // Where a recorded body is after this step.
    const Undisturbed::Place& place(size_t i) const {
        return alone_.places_[(std::min(step_, last_) - 1) * alone_.moving_.size() + i];
    }

    size_t frames_until(int step) const { return (step + rollout_.stride - 1) / rollout_.stride; }

    // Keep the state of this step to return to. A step follows, or nothing moves any more: so it does
    // not matter when in this step fixed bodies were hit.
    void keep() {
        save(bodies_, kept_);
        EngineControl::copy_tree(world_, kept_tree_);
        kept_watching_.clear();
        for (const Watching& watching : watching_) kept_watching_.push_back(watching.state());
        kept_step_ = step_;
    }

    // Return to the last kept state, with the bodies that have been met.
    void join() {
        const State& theirs = alone_.rests_ && kept_step_ >= last_
                                  ? alone_.states_.back()
                                  : alone_.states_[kept_step_ / Undisturbed::kEvery];
        const uint64_t joining = companions(theirs);
        join_contacts(theirs, joining);
        set_bodies(bodies_, kept_, ~uint64_t{0});
        set_bodies(alone_.moving_, theirs, joining);
        take_in_moving(joining);
        for (size_t i = 0; i < fixed_.size(); ++i) set_fixed(i, theirs.uses, kept_.uses);
        watching_.clear();
        for (size_t i = 0; i < kept_watching_.size(); ++i)
            watching_.emplace_back(rollout_.watchers[i], kept_watching_[i]);
        sim_.go_on_from(kept_step_);
        step_ = kept_step_;
        met_ = 0;
        rests_ = false;
        if (joined_ == all_) {
            EngineControl::listen(world_, nullptr, nullptr);
            EngineControl::move_all(world_);
        } else {
            EngineControl::move_only(world_, [&](b2Body* body) { return in_world(body); });
            keep();
        }
    }

    // The bodies that have been met, and those that are simulated with them.
    uint64_t companions(const State& theirs) const {
        if (rollout_.digest) return recorded();
        uint64_t found = met_, before = 0;
        while (found != before) {
            before = found;
            if ((found | joined_) & watched_bodies_) found |= posed_bodies_;
            for (const Undisturbed::Contact& contact : theirs.contacts) {
                const int a = alone_.owners_[contact.first], b = alone_.owners_[contact.second];
                if (a >= 0 && b >= 0 && ((bit(a) | bit(b)) & found)) found |= bit(a) | bit(b);
            }
        }
        return found & recorded();
    }

    // Give the world the kept contacts and those of joining bodies, the oldest first.
    void join_contacts(const State& theirs, uint64_t joining) {
        EngineControl::listen(world_, nullptr, nullptr);
        EngineControl::destroy_contacts(world_);
        EngineControl::set_tree(world_, kept_tree_);
        std::vector<Undisturbed::Contact> contacts = kept_.contacts;
        for (const Undisturbed::Contact& contact : theirs.contacts)
            for (int32 box : {contact.first, contact.second})
                if (alone_.owners_[box] >= 0 && (joining & bit(alone_.owners_[box]))) {
                    contacts.push_back(contact);
                    break;
                }
        std::sort(contacts.begin(), contacts.end(),
                  [](const auto& a, const auto& b) { return a.birth < b.birth; });
        births_.clear();
        for (const Undisturbed::Contact& contact : contacts) {
            births_[std::minmax({contact.first, contact.second})] = contact.birth;
            EngineControl::set_state(
                *ToppleAccess::make_contact(world_, EngineControl::fixture_of(world_, contact.first),
                                            EngineControl::fixture_of(world_, contact.second)),
                contact.state);
        }
        EngineControl::listen(world_, this, this);
    }

    // Give those of the bodies that are chosen the states that they have there.
    void set_bodies(const std::vector<int>& bodies, const State& state, uint64_t chosen) {
        size_t boxes = 0;
        for (size_t i = 0; i < bodies.size(); ++i) {
            b2Body* body = sim_.engine_body(bodies[i]);
            const bool set = i >= kMostEach || (chosen & bit(i));
            if (set) EngineControl::set_state(*body, state.bodies[i]);
            EngineControl::for_boxes(body, [&](b2AABB& box, int32) {
                if (set) box = state.boxes[boxes];
                ++boxes;
            });
        }
    }

    void set_fixed(size_t i, const Undisturbed::Uses& a, const Undisturbed::Uses& b) {
        const Undisturbed::Uses& later = a.last[i] > b.last[i] ? a : b;
        const bool awake = later.last[i] < 0 || (later.awake & bit(i));
        EngineControl::set_awake(*sim_.engine_body(fixed_[i]), awake);
    }

    const Rollout& rollout_;
    const Undisturbed& alone_;
    b2World& world_;
    const int own_, last_;  // bodies of the scene, recorded steps
    const uint64_t all_;    // moving bodies of the scene
    uint64_t joined_ = 0, met_ = 0;
    // Those that watchers look at. Touching and distances can be told of recorded bodies as well, the
    // rest takes more than their positions.
    uint64_t watched_bodies_ = 0, posed_bodies_ = 0;
    std::vector<int> slots_;   // of the scene's bodies among those of their kind
    std::vector<int> bodies_;  // that are simulated
    std::vector<int32> boxes_;
    std::vector<Pose> poses_;
    std::vector<Watching> watching_{rollout_.watchers.begin(), rollout_.watchers.end()};
    bool rests_ = false, at_rest_ = false, given_up_ = false;

    State kept_;
    EngineControl::Tree kept_tree_;
    std::vector<Watching::State> kept_watching_;
    int kept_step_ = 0;
};

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
