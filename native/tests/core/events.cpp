// Events that a rollout records, and rollouts that are stopped early.
#include <algorithm>

#include "core/rollout.hpp"
#include "tests/checks.hpp"

using namespace topple;
using namespace testing;

namespace {

Rollout rollout() {
    Rollout rollout;
    rollout.scene = shared(heap());
    rollout.most_steps = 200;
    return rollout;
}

}  // namespace

TEST(a_rollout_ends_when_it_may_not_go_on) {
    const Result result = run(rollout(), [](const Sim& sim) { return sim.steps() < 50; });
    CHECK(result.steps == 50 && result.met == -1 && result.error.empty());
}

TEST(events_are_those_of_the_simulation) {
    Rollout noted = rollout();
    CHECK(run(noted).events.empty());
    noted.events = true, noted.least_impulse = 0.05f;
    Sim sim(noted.scene);
    sim.record_events(0.05f);
    for (int i = 0; i < 200; ++i) sim.step();
    const auto expected = sim.take_events();
    const auto found = run(noted).events;
    CHECK(expected.size() > 3 && found.size() == expected.size());
    for (size_t i = 0; i < std::min(found.size(), expected.size()); ++i)
        CHECK(found[i].step == expected[i].step && found[i].impulse == expected[i].impulse);
}
