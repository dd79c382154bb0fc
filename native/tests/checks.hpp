// A test framework of one page, and scenes to test with.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "core/sim.hpp"

namespace testing {

struct Test {
    const char* name;
    void (*body)();
};

std::vector<Test>& tests();
void fail(const char* file, int line, const std::string& what);

struct Registered {
    Registered(const char* name, void (*body)()) { tests().push_back({name, body}); }
};

// splitmix64: the same numbers on every machine.
class Random {
  public:
    explicit Random(uint64_t seed) : state_(seed) {}
    uint64_t bits() {
        uint64_t z = (state_ += 0x9e3779b97f4a7c15ull);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        return z ^ (z >> 31);
    }
    int below(int count) { return static_cast<int>(bits() % static_cast<uint64_t>(count)); }
    bool one_in(int count) { return below(count) == 0; }
    double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }
    double between(double low, double high) { return low + (high - low) * unit(); }

  private:
    uint64_t state_;
};

// Return `usual`, or TOPPLE_FUZZ times as many if that is set.
int rounds(int usual);

// Units are pixels, six per metre.
topple::Scene empty_scene();
topple::Body ball(double x, double y, double radius);
topple::Body box(double x, double y, double width, double height, bool dynamic = false);
std::shared_ptr<const topple::Scene> shared(topple::Scene scene);
// A floor, a wall, and a heap of balls and boxes above.
topple::Scene heap();
// The same with joints of all kinds.
topple::Scene tied_heap();
topple::Joint tie(int kind, int first, int second, double length = 0.0, bool collide = true);

}  // namespace testing

#define TEST(name)                                                \
    static void name();                                           \
    static const testing::Registered registered_##name(#name, &name); \
    static void name()

#define CHECK(condition) \
    ((condition) ? void() : testing::fail(__FILE__, __LINE__, #condition))

// The expression throws this error, and its text contains these words.
#define CHECK_THROWS(expression, Error, words)                                          \
    do {                                                                                \
        std::string found_ = "nothing";                                                 \
        try {                                                                           \
            (void)(expression);                                                         \
        } catch (const Error& error) {                                                  \
            found_ = error.what();                                                      \
        }                                                                               \
        if (found_.find(words) == std::string::npos)                                    \
            testing::fail(__FILE__, __LINE__, #expression " threw: " + found_);         \
    } while (0)
