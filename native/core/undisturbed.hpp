// The scene of many attempts, simulated once for all of them.
//
// As long as no added body comes near a moving body of the scene, both go their own ways: the scene
// moves as if nothing had been added, and the added bodies as if its moving bodies were not there.
// So a rollout simulates its added bodies only, until one of them is about to get a contact with a
// moving body of the scene. Then the states of both are put together, and everything is simulated.
//
// Every bit is that of a rollout from the start, digests included, because in the engine
// - an island ends at fixed bodies, so those of the scene and those of added bodies are solved
//   separately; so are impacts, because no body is a bullet;
// - pairs are sorted by the numbers of their boxes and added bodies come last, so neither changes the
//   order of the other's contacts, and in a merged list they are in the order of their making;
// - bodies move their boxes in the order of the bodies, the last one first, so the shape of the tree
//   of boxes is found by making the scene's moves again, in each step after those of added bodies.
// Fixed bodies are all that the two share. There it matters who used one last: an impact leaves its
// time, which later impacts of the same step start from, and an island leaves whether it is awake.
// A step in which both have impacts, or one puts a fixed body to sleep that the other uses, counts as
// an encounter, too. All this is compared with plain rollouts by tests/native/test_undisturbed.py.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "core/engine_state.hpp"
#include "core/rollout.hpp"

namespace topple {

class Undisturbed {
  public:
    // Simulate the scene alone until it rests, a watcher is met or `most_steps` are over. Returns
    // null if rollouts cannot share it.
    static std::shared_ptr<const Undisturbed> record(const std::shared_ptr<const Scene>& scene,
                                                     const std::vector<Watcher>& watchers,
                                                     int most_steps);
    // Whether it goes on for so many steps.
    bool covers(int steps) const { return rests_ || static_cast<int>(steps_.size()) >= steps; }

    // Numbers order contacts by their making: step, search for pairs within the step, boxes.
    struct Birth {
        int32_t step = 0, search = 0, low = 0, high = 0;
        auto operator<=>(const Birth&) const = default;
    };
    struct Contact {
        Birth birth;
        int32_t first = 0, second = 0;  // boxes
        ToppleAccess::ContactState state;
    };
    // How a party used the fixed bodies.
    struct Uses {
        std::vector<int32_t> last;     // the step of the last change of being awake; -1: none
        uint64_t awake = 0;            // what it was changed to
        std::vector<float> impacts;    // when in this step each was hit; empty if none was
    };
    // The state of one party after a step.
    struct State {
        std::vector<ToppleAccess::BodyState> bodies;
        std::vector<b2AABB> boxes;
        std::vector<Contact> contacts;
        Uses uses;
    };
    struct Move {
        int32_t box;
        b2AABB bounds;
    };
    struct Step {
        size_t moves = 0, impact_moves = 0;  // where those of the next phase begin
        bool impacts = false;
        uint64_t woke = 0, slept = 0;  // fixed bodies
    };

  private:
    friend class Visit;
    class Recorder;
    static constexpr int kEvery = 16;  // steps between two states

    std::shared_ptr<const Scene> scene_;
    std::vector<int> fixed_, moving_;
    std::vector<int32_t> moving_boxes_;
    std::vector<Move> moves_;
    std::vector<Step> steps_;   // from step 1 on
    std::vector<State> states_;  // after step 0, kEvery, 2 kEvery, ..., and the last one at rest
    std::vector<std::array<float, 3>> poses_;  // of the moving bodies after each step
    std::vector<Watching::State> watched_;     // the watchers after each step
    size_t watchers_ = 0;
    bool rests_ = false;
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
