// Work on several threads: all of it is done, errors are rethrown, and it can be stopped.
#include <atomic>
#include <chrono>
#include <thread>

#include "core/parallel.hpp"
#include "core/rollout.hpp"
#include "tests/checks.hpp"

using namespace topple;
using namespace testing;

namespace {

bool carry_on() { return true; }

}  // namespace

TEST(every_piece_is_done_once) {
    for (int threads : {-3, 0, 1, 2, 7, 64})
        for (size_t count : {size_t(0), size_t(1), size_t(2), size_t(1000)}) {
            std::vector<std::atomic<int>> done(count);
            CHECK(parallel(count, threads, [&](size_t i) { ++done[i]; }, carry_on));
            for (const auto& times : done) CHECK(times == 1);
        }
}

TEST(an_exception_comes_back_and_stops_the_rest) {
    std::atomic<int> done{0};
    const auto work = [&](size_t i) {
        if (i == 10) throw SceneError("piece ten");
        ++done;
        std::this_thread::sleep_for(std::chrono::microseconds(100));
    };
    CHECK_THROWS(parallel(100000, 3, work, carry_on), SceneError, "piece ten");
    CHECK(done < 1000);
    CHECK_THROWS(parallel(1, 3, [](size_t) { throw SceneError("alone"); }, carry_on), SceneError,
                 "alone");
}

TEST(the_poll_stops_it) {
    std::atomic<int> done{0};
    const auto slow = [&](size_t) {
        ++done;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    };
    const auto start = std::chrono::steady_clock::now();
    CHECK(!parallel(1'000'000, 2, slow, [] { return false; }));
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(5));
    CHECK(done < 10000);
}

TEST(a_poll_that_said_stop_is_not_asked_again) {
    std::atomic<int> polls{0};
    const auto slow = [](size_t) { std::this_thread::sleep_for(std::chrono::milliseconds(300)); };
    CHECK(!parallel(2, 2, slow, [&] { return ++polls > 1; }));
    CHECK(polls == 1);
}

TEST(the_poll_runs_on_the_calling_thread) {
    const auto here = std::this_thread::get_id();
    std::atomic<int> polls{0};
    const auto slow = [](size_t) { std::this_thread::sleep_for(std::chrono::milliseconds(60)); };
    const auto poll = [&] {
        CHECK(std::this_thread::get_id() == here);
        ++polls;
        return true;
    };
    CHECK(parallel(4, 2, slow, poll));
    CHECK(polls > 0);
}

TEST(rollouts_on_many_threads_equal_those_on_one) {
    Rollout rollout;
    rollout.scene = shared(heap());
    rollout.most_steps = 200;
    rollout.digest = true;
    const uint64_t expected = run(rollout).digest;
    std::vector<uint64_t> found(40);
    CHECK(parallel(found.size(), 7, [&](size_t i) { found[i] = run(rollout).digest; }, carry_on));
    for (uint64_t digest : found) CHECK(digest == expected);
}
