// Random scenes and rollouts: each is refused, fails with an error or has an outcome in finite
// numbers. Nothing crashes or hangs. TOPPLE_FUZZ multiplies their number.
#include <atomic>
#include <chrono>
#include <thread>

#include "core/parallel.hpp"
#include "tests/random_scenes.hpp"

using namespace topple;
using namespace testing;

namespace {

struct Counts {
    std::atomic<int> refused_scenes{0}, refused_rollouts{0}, failed{0}, met{0}, unmet{0};
    std::atomic<int> nowhere{0};
    std::atomic<long> slowest_ms{0};
};

void one_case(uint64_t seed, Counts& counts) {
    Maker maker(seed);
    const Scene scene = maker.scene();
    try {
        check(scene);
    } catch (const SceneError&) {
        ++counts.refused_scenes;
        return;
    }
    const Rollout rollout = maker.rollout(scene);
    try {
        check(rollout);
    } catch (const SceneError&) {
        ++counts.refused_rollouts;
        return;
    }
    const Result result = run(rollout);
    if (!result.error.empty())
        ++counts.failed;
    else if (!finite(result.poses, rollout))
        ++counts.nowhere;
    else
        ++(result.met >= 0 ? counts.met : counts.unmet);
}

}  // namespace

TEST(every_case_has_an_end) {
    Counts counts;
    const auto now = std::chrono::steady_clock::now;
    const auto work = [&](size_t i) {
        const auto start = now();
        one_case(i, counts);
        const std::chrono::duration<double, std::milli> duration = now() - start;
        const long took = std::lround(duration.count());
        long before = counts.slowest_ms;
        while (took > before && !counts.slowest_ms.compare_exchange_weak(before, took)) {
        }
    };
    const int threads = static_cast<int>(std::max(std::thread::hardware_concurrency(), 1u));
    warm_up_engine();
    CHECK(parallel(static_cast<size_t>(rounds(25'000)), threads, work, [] { return true; }));
    std::printf("scenes refused %d, rollouts refused %d, failed %d, met %d, not met %d\n",
                counts.refused_scenes.load(), counts.refused_rollouts.load(), counts.failed.load(),
                counts.met.load(), counts.unmet.load());
    std::printf("slowest case %ld ms\n", counts.slowest_ms.load());
    CHECK(counts.nowhere == 0);
    CHECK(counts.met + counts.unmet > 5'000);
    CHECK(counts.refused_scenes > 2'500);
}
