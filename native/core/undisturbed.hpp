// The scene of many attempts, simulated once for all of them.
//
// As long as no added body comes near a moving body of the scene, both go their own ways: the scene
// moves as if nothing had been added, and the added bodies as if its moving bodies were not there.
// So a rollout simulates its added bodies only. When one of them is about to get a contact with a
// moving body, that body joins them, with all that it leans on, and is simulated from there on.
//
// Every bit is that of a rollout from the start, because in the engine
// - an island ends at fixed bodies, so bodies without contacts between them are solved separately;
//   so are impacts, because no body is a bullet;
// - pairs are sorted by the numbers of their boxes, so bodies elsewhere do not change the order of
//   contacts; contacts of bodies that join are put among the others in the order of their making.
// Fixed bodies are all that is shared. An impact leaves its time there, which later impacts of the
// same step start from: if bodies that were recorded have impacts in a step in which simulated ones
// have some, too, or had some when they were recorded, they join.
//
// A digest contains two things more that have no effect on any motion. One is the shape of the tree
// of boxes. Bodies move their boxes in the order of the bodies, the last one first; so a rollout makes
// the recorded moves again, in each step after those of the added bodies. The other is whether fixed
// bodies are awake; that is what the last island said. With a digest, all bodies join as soon as
// one does, so that these orders stay simple, and also if one side puts a fixed body to sleep in a
// step in which the other uses it.
//
// tests/native/test_undisturbed.py and native/tests/core/undisturbed.cpp compare all this with plain
// rollouts.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "core/engine_control.hpp"
#include "core/rollout.hpp"

namespace topple {

class Undisturbed {
  public:
    // Simulate the scene alone until it rests, a watcher is met or `most_steps` are over. Returns
    // null if rollouts cannot share it.
    static std::shared_ptr<const Undisturbed> record(const std::shared_ptr<const Scene>& scene,
                                                     const std::vector<Watcher>& watchers,
                                                     int most_steps);
    // Whether a record of so many steps would not be longer.
    bool covers(int steps) const {
        return rests_ || met_ || static_cast<int>(steps_.size()) >= steps;
    }

    // Numbers order contacts by their making: step, search for pairs within the step, boxes.
    struct Birth {
        int32_t step = 0, search = 0, low = 0, high = 0;
        auto operator<=>(const Birth&) const = default;
    };
    struct Contact {
        Birth birth;
        int32_t first = 0, second = 0;  // boxes
        EngineControl::ContactState state;
    };
    // How a party used the fixed bodies.
    struct Uses {
        std::vector<int32_t> last;  // the step of the last change of being awake; -1: none
        uint64_t awake = 0;         // what it was changed to
    };
    // The state of one party after a step.
    struct State {
        std::vector<EngineControl::BodyState> bodies;
        std::vector<b2AABB> boxes;
        std::vector<Contact> contacts;
        Uses uses;
    };
    struct Move {
        int32_t box;
        b2AABB bounds;
    };
    struct Place {
        b2Vec2 p;
        float angle;
    };
    struct Step {
        size_t moves = 0, impact_moves = 0, meetings = 0;  // where those of the next phase begin
        uint64_t hit = 0, awake = 0;   // moving bodies: with an impact; awake at the end
        uint64_t woke = 0, slept = 0;  // fixed bodies
    };

  private:
    friend class Visit;
    class Recorder;
    static constexpr int kEvery = 16;  // steps between two states

    std::vector<int> fixed_, moving_;  // bodies; masks count them in this order
    std::vector<int> owners_;          // the moving body of each box; -1: none
    std::vector<Move> moves_;
    std::vector<std::array<int, 2>> meetings_;  // new contacts of two moving bodies
    std::vector<Step> steps_;                   // from step 1 on
    std::vector<State> states_;  // after step 0, kEvery, 2 kEvery, ..., and the last one at rest
    std::vector<Place> places_;             // of the moving bodies after each step
    std::vector<Watching::State> watched_;  // the watchers after each step
    size_t watchers_ = 0;
    bool rests_ = false, met_ = false;  // how it ended
};

// Records a scene when it is worth it, for rollouts on any thread.
class Recording {
  public:
    Recording(std::shared_ptr<const Scene> scene, std::vector<Watcher> watchers)
        : scene_(std::move(scene)), watchers_(std::move(watchers)) {}

    // So many more rollouts are coming.
    void expect(int64_t rollouts) { expected_ += rollouts; }
    // The record of at least so many steps; null if there is none, or another thread is making it.
    std::shared_ptr<const Undisturbed> get(int steps);
    // Free the memory; the next call makes a new one.
    void drop();

  private:
    const std::shared_ptr<const Scene> scene_;
    const std::vector<Watcher> watchers_;
    std::atomic<int64_t> expected_ = 0;
    std::mutex lock_;
    std::shared_ptr<const Undisturbed> made_;
    bool possible_ = true;
};

// The same result as `run(rollout)`. The scene and the watchers are those that were recorded.
Result run(const Rollout& rollout, const Undisturbed& alone);

}  // namespace topple
