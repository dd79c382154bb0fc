// Simulate from JSON, without Python: what WebAssembly and other machines run.
//
// A request is {"world": NAME, "task": ..., "actions": [...], "stride": N}. The answer is
// {"results": [...]}, one for each action, or {"error": TEXT}. A world answers in its portable.cpp.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "portable/json_reader.hpp"

namespace topple::portable {

using Simulate = std::function<Json(const Json& request)>;

std::map<std::string, Simulate>& worlds();

std::string answer(const std::string& request);

std::string hex(uint64_t digest);

}  // namespace topple::portable

#define TOPPLE_PORTABLE(name)                                                                  \
    static topple::Json simulate_##name(const topple::Json& request);                          \
    [[maybe_unused]] static const bool registered_##name =                                     \
        topple::portable::worlds().emplace(#name, simulate_##name).second;                     \
    static topple::Json simulate_##name(const topple::Json& request)
