#include "portable/portable.hpp"

#include <cstdio>
#include <exception>

namespace topple::portable {

std::map<std::string, Simulate>& worlds() {
    static std::map<std::string, Simulate> known;
    return known;
}

std::string answer(const std::string& request) {
    try {
        const Json asked = Json::parse(request);
        const auto name = asked.at("world").get<std::string>();
        const auto found = worlds().find(name);
        if (found == worlds().end()) return Json{{"error", "no world named " + name}}.dump();
        return Json{{"results", found->second(asked)}}.dump();
    } catch (const std::exception& error) {
        return Json{{"error", error.what()}}.dump();
    }
}

std::string hex(uint64_t digest) {
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(digest));
    return text;
}

}  // namespace topple::portable

// For JavaScript: the answer stays valid until the next call.
extern "C" const char* topple_simulate(const char* request) {
    static std::string answered;
    answered = topple::portable::answer(request);
    return answered.c_str();
}
