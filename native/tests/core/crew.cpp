// Threads that stay between pieces of work.
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "core/crew.hpp"
#include "tests/checks.hpp"

using namespace testing;
using topple::Crew;

namespace {

bool go_on() { return true; }

}  // namespace

TEST(every_row_is_played_once_however_many_threads_there_are) {
    for (int threads : {1, 2, 7}) {
        Crew crew(threads);
        for (size_t count : {0, 1, 5, 1000}) {
            std::vector<int> played(count);
            crew.start(count, [&](size_t i) { ++played[i]; });
            CHECK(crew.wait(go_on));
            CHECK(played == std::vector<int>(count, 1));
        }
    }
}

TEST(a_crew_serves_many_jobs) {
    Crew crew(3);
    std::vector<int> played(10);
    for (int job = 0; job < 2000; ++job) {
        crew.start(played.size(), [&](size_t i) { ++played[i]; });
        CHECK(crew.wait(go_on));
    }
    CHECK(played == std::vector<int>(10, 2000));
}

TEST(what_a_row_throws_reaches_the_caller_and_the_crew_lives_on) {
    for (int threads : {1, 4}) {
        Crew crew(threads);
        crew.start(100, [](size_t i) {
            if (i == 42) throw std::runtime_error("row 42");
        });
        CHECK_THROWS(crew.wait(go_on), std::runtime_error, "row 42");
        int played = 0;
        crew.start(1, [&](size_t) { ++played; });
        CHECK(crew.wait(go_on) && played == 1);
    }
}

TEST(a_caller_that_stops_is_obeyed) {
    for (int threads : {1, 2}) {
        Crew crew(threads);
        std::atomic<int> played{0};
        crew.start(1'000'000, [&](size_t) {
            ++played;
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        });
        CHECK(!crew.wait([] { return false; }));
        CHECK(played < 1'000'000);
    }
}
