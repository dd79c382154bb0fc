// What was simulated, as a number for the record of a run: src/topple/sim/counting.py says what it
// counts. The bindings count once per rollout or batch, so that no loop over steps pays for it.
#pragma once

#include <atomic>
#include <cstdint>

namespace topple {

// Of all threads of this process, since it began.
inline std::atomic<int64_t> simulated{0};
// Of this thread: whether it does not count now, and what it simulated all the same.
inline thread_local bool held = false;
inline thread_local int64_t run_by_thread = 0;

// Add simulations; return whether they count.
inline bool count(int64_t simulations) {
    run_by_thread += simulations;
    if (held) return false;
    simulated.fetch_add(simulations, std::memory_order_relaxed);
    return true;
}

// What a game or a simulation begins with: it counts once, when time first passes in it. A copy is
// a course of its own.
class Course {
  public:
    Course() = default;
    Course(const Course&) {}
    Course& operator=(const Course&) {
        counted_ = false;
        return *this;
    }
    // Call before time passes.
    void pass() {
        if (!counted_) counted_ = count(1);
    }
    // Call when the state is set to another one.
    void restart() { counted_ = false; }

  private:
    bool counted_ = false;
};

}  // namespace topple
