// Independent work on several threads.
#pragma once

#include <cstddef>
#include <functional>

namespace topple {

// Call work(i) for i in 0..count-1 on `threads` threads. The calling thread calls `poll` every 50 ms
// until it returns false; after that no further work is started. Returns whether all work was done.
bool parallel(size_t count, int threads, const std::function<void(size_t)>& work,
              const std::function<bool()>& poll);

}  // namespace topple
