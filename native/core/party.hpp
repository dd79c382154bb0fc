// What a recording and a rollout over it have in common.
#pragma once

#include <algorithm>
#include <map>

#include "core/undisturbed.hpp"

namespace topple {

inline constexpr size_t kMostEach = 64;  // bodies of a kind: bits of a mask

inline uint64_t bit(size_t i) { return uint64_t{1} << i; }

inline int index_of(const b2Body* body) {
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
        const auto pair = std::minmax({EngineControl::box_of(a), EngineControl::box_of(b)});
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
        if (EngineControl::changed(body)) note_use(i, body.IsAwake());
    }

    void note_use(size_t i, bool awake) {
        woke_ = awake ? woke_ | bit(i) : woke_ & ~bit(i);
        slept_ = awake ? slept_ & ~bit(i) : slept_ | bit(i);
        uses_.awake = awake ? uses_.awake | bit(i) : uses_.awake & ~bit(i);
        uses_.last[i] = step_;
    }

    // The state of these bodies and of all contacts.
    void save(const std::vector<int>& bodies, Undisturbed::State& to) {
        to.bodies.clear(), to.boxes.clear(), to.contacts.clear();
        for (int i : bodies) {
            b2Body* body = sim_.engine_body(i);
            to.bodies.push_back(EngineControl::state_of(*body));
            EngineControl::for_boxes(body, [&](b2AABB& box, int32) { to.boxes.push_back(box); });
        }
        for (b2Contact* c = sim_.engine().GetContactList(); c; c = c->GetNext()) {
            const int32 first = EngineControl::box_of(c->GetFixtureA());
            const int32 second = EngineControl::box_of(c->GetFixtureB());
            to.contacts.push_back({births_.at(std::minmax({first, second})), first, second,
                                   EngineControl::state_of(*c)});
        }
        std::reverse(to.contacts.begin(), to.contacts.end());
        to.uses = uses_;
    }

    Sim& sim_;
    const std::vector<int>& fixed_;
    int step_ = 0, searches_ = 0;
    uint64_t woke_ = 0, slept_ = 0;  // fixed bodies, in this step
    Undisturbed::Uses uses_;
    std::map<std::pair<int32, int32>, Undisturbed::Birth> births_;  // the last one of each pair
};

}  // namespace topple
