#include "core/crew.hpp"

#include <algorithm>
#include <chrono>

#if defined(_WIN32)
#include <process.h>
#define getpid _getpid
#else
#include <unistd.h>
#endif

namespace topple {
namespace {

constexpr int kSpins = 2000;          // looks at the number of the job before a thread sleeps
constexpr size_t kChunksPerThread = 8;
constexpr auto kBetweenPolls = std::chrono::milliseconds(50);

}  // namespace

Crew::Crew(int threads) : threads_(std::max(threads, 1)) {}

Crew::~Crew() {
    if (job_ && process_ == getpid()) dismiss();
}

void Crew::hire() {
    process_ = getpid();
    job_ = new Job;
    for (int i = 1; i < threads_; ++i) job_->threads.emplace_back([job = job_] { job->serve(); });
}

void Crew::dismiss() {
    job_->stop = job_->quit = true;
    ++job_->number;
    job_->number.notify_all();
    for (std::thread& thread : job_->threads) thread.join();
    delete job_;
}

// Play the next chunk of rows, and call `look` after each; return whether there was one.
template <typename Look>
bool Crew::Job::claim(const Look& look) {
    const size_t first = next.fetch_add(chunk);
    if (first >= count) return false;
    try {
        for (size_t i = first, end = std::min(first + chunk, count); i < end && !stop; ++i) {
            work(i);
            look();
        }
    } catch (...) {
        std::scoped_lock guard(lock);
        failure = std::current_exception();
        stop = true;
    }
    return !stop;
}

void Crew::Job::serve() {
    for (uint32_t seen = 0;;) {
        for (int spin = 0; spin < kSpins && number == seen; ++spin) std::this_thread::yield();
        number.wait(seen);
        seen = number;
        if (quit) return;
        while (claim([] {})) {
        }
        if (--working == 0) working.notify_all();
    }
}

void Crew::start(size_t count, std::function<void(size_t)> work) {
    if (!job_ || process_ != getpid()) hire();
    job_->work = std::move(work);
    job_->count = count;
    job_->chunk = std::max<size_t>(1, count / (kChunksPerThread * threads_));
    job_->next = 0;
    job_->stop = false;
    job_->failure = nullptr;
    job_->working = threads_ - 1;
    if (threads_ > 1) {
        ++job_->number;
        job_->number.notify_all();
    }
}

bool Crew::wait(const std::function<bool()>& poll) {
    auto polled = std::chrono::steady_clock::now();
    bool polling = true;
    const auto look = [&] {
        const auto now = std::chrono::steady_clock::now();
        if (!polling || now - polled < kBetweenPolls) return;
        polled = now;
        if (!poll()) {
            polling = false;
            job_->stop = true;
        }
    };
    while (job_->claim(look)) {
    }
    // Those that still work are at their last chunk.
    for (int left = job_->working; left != 0; left = job_->working) {
        look();
        std::this_thread::yield();
    }
    job_->work = nullptr;
    if (job_->failure) std::rethrow_exception(job_->failure);
    return polling;
}

}  // namespace topple
