// Threads that stay alive between pieces of work, for batches that are stepped thousands of times per
// second: hiring threads for every step would cost more than the step.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace topple {

// Work of `count` rows is claimed in chunks, because some rows take longer than others. No result
// may depend on who claims a chunk, or when.
class Crew {
  public:
    // The thread that waits works, too, so there are `threads` - 1 others.
    explicit Crew(int threads);
    ~Crew();
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    // Begin to call work(i) for i in 0..count-1.
    void start(size_t count, std::function<void(size_t)> work);
    // Work until all is done, and call `poll` every 50 ms until it returns false; after that no
    // further row is begun. Return whether all were done; throw what a row threw.
    bool wait(const std::function<bool()>& poll);

  private:
    // What the threads share. Threads do not survive a fork, so a child leaves this to its parent.
    struct Job {
        std::function<void(size_t)> work;
        size_t count = 0, chunk = 1;
        std::atomic<size_t> next{0};
        std::atomic<int> working{0};
        std::atomic<bool> stop{false}, quit{false};
        std::atomic<uint32_t> number{0};  // of the job; a change wakes the threads
        std::mutex lock;
        std::exception_ptr failure;
        std::vector<std::thread> threads;

        template <typename Look>
        bool claim(const Look& look);
        void serve();
    };

    void hire();
    void dismiss();

    int threads_, process_ = 0;
    Job* job_ = nullptr;
};

}  // namespace topple
