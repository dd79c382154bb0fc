#include "core/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace topple {

bool parallel(size_t count, int threads, const std::function<void(size_t)>& work,
              const std::function<bool()>& poll) {
    if (count == 1) {
        work(0);
        return true;
    }
    std::atomic<size_t> next{0};
    std::atomic<bool> stop{false};
    std::mutex lock;
    std::condition_variable finished;
    std::exception_ptr failure;
    size_t running = std::min(static_cast<size_t>(std::max(threads, 1)), std::max<size_t>(count, 1));

    const auto worker_loop = [&] {
        try {
            for (size_t i = next++; i < count && !stop; i = next++) work(i);
        } catch (...) {
            std::scoped_lock guard(lock);
            failure = std::current_exception();
            stop = true;
        }
        std::scoped_lock guard(lock);
        if (--running == 0) finished.notify_all();
    };
    std::vector<std::thread> workers;
    for (size_t i = running; i > 0; --i) workers.emplace_back(worker_loop);
    {
        std::unique_lock guard(lock);
        // Poll no more once it returned false: a later true would contradict it.
        bool polling = true;
        while (!finished.wait_for(guard, std::chrono::milliseconds(50), [&] { return running == 0; })) {
            guard.unlock();
            if (polling && !poll()) {
                polling = false;
                stop = true;
            }
            guard.lock();
        }
    }
    for (std::thread& worker : workers) worker.join();
    if (failure) std::rethrow_exception(failure);
    return !stop;
}

}  // namespace topple
