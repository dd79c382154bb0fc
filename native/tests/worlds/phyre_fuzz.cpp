// Random actions on random scenes: each is refused, fails with an error or has an outcome in finite
// numbers.
#include <atomic>
#include <thread>

#include "core/parallel.hpp"
#include "tests/random_scenes.hpp"
#include "worlds/phyre/rules.hpp"

using namespace topple;
using namespace testing;

namespace {

struct Counts {
    std::atomic<int> refused{0}, actions{0}, invalid{0}, nowhere{0};
};

// Play actions on a random scene as if it were a scene of PHYRE.
void act(Maker& maker, const Rollout& rollout, Counts& counts) {
    phyre::Task task{rollout.scene, maker.watcher(rollout)};
    Rollout watched;
    watched.scene = rollout.scene;
    watched.watchers = {task.goal};
    check(watched);
    phyre::Options options;
    options.most_steps = 12;
    options.stride = 4;
    options.images = rollout.scene->scale <= phyre::kSize && maker.one_in(3);
    options.stability = maker.one_in(4);
    for (int balls : {1, 2}) {
        const auto action = maker.action(balls);
        const std::vector<float> narrow(action.begin(), action.end());
        phyre::Attempt attempt;
        attempt.reason = maker.one_in(2) ? phyre::map_action(action.data(), balls, attempt.balls)
                                         : phyre::map_action(narrow.data(), balls, attempt.balls);
        if (attempt.reason == phyre::kNone) phyre::play(task, attempt, options);
        ++counts.actions;
        counts.invalid += attempt.reason != phyre::kNone;
        if (attempt.result.error.empty())
            counts.nowhere += !finite(attempt.result.poses, watched);
    }
}

void one_case(uint64_t seed, Counts& counts) {
    Maker maker(seed);
    const Scene scene = maker.scene();
    try {
        check(scene);
        const Rollout rollout = maker.rollout(scene);
        check(rollout);
        act(maker, rollout, counts);
    } catch (const SceneError&) {
        ++counts.refused;
    }
}

}  // namespace

TEST(ten_thousand_scenes_with_two_actions_each) {
    Counts counts;
    const int threads = static_cast<int>(std::max(std::thread::hardware_concurrency(), 1u));
    warm_up_engine();
    CHECK(parallel(
        static_cast<size_t>(rounds(10'000)), threads, [&](size_t i) { one_case(i, counts); },
        [] { return true; }));
    std::printf("refused %d, actions %d, of them invalid %d\n", counts.refused.load(),
                counts.actions.load(), counts.invalid.load());
    CHECK(counts.nowhere == 0);
    CHECK(counts.actions - counts.invalid > 500);
}
