#include <string>

#include "core/maths.hpp"
#include "worlds/iphyre/level.hpp"

namespace topple::iphyre {
namespace {

constexpr double kFarthest = 10'000.0;
constexpr double kLargestBall = 300.0;
constexpr int kHighestRate = 1000;
constexpr int kMostResets = 1'000'000;

void need(bool holds, const std::string& what) {
    if (!holds) throw SceneError(what);
}

void check_blocks(const Level& level) {
    for (size_t i = 0; i < level.blocks.size(); ++i) {
        const std::string name = "block " + std::to_string(i);
        const auto& [x1, y1, x2, y2] = level.blocks[i];
        for (double number : level.blocks[i])
            need(std::abs(number) <= kFarthest, name + " has an end farther than 10000 from the origin");
        need(maths::hypot(x2 - x1, y2 - y1) >= 1.0, name + " is shorter than 1");
    }
}

void check_balls(const Level& level) {
    for (size_t i = 0; i < level.balls.size(); ++i) {
        const std::string name = "ball " + std::to_string(i);
        const auto& [x, y, radius] = level.balls[i];
        need(std::abs(x) <= kFarthest && std::abs(y) <= kFarthest,
             name + " is farther than 10000 from the origin");
        need(radius >= 1.0 && radius <= kLargestBall, name + " needs a radius from 1 to 300");
    }
}

void check_pairs(const Level& level, const std::vector<std::pair<int, int>>& pairs,
                 const std::string& name) {
    need(pairs.size() <= kMostObjects, "there are more than 12 " + name + "s");
    for (const auto& [first, second] : pairs) {
        for (int object : {first, second})
            need(object >= 0 && object < level.objects(),
                 "a " + name + " names object " + std::to_string(object) + ", which is not there");
        need(first != second, "a " + name + " ties an object to itself");
        need(level.moving[first] || level.moving[second], "a " + name + " ties two fixed objects");
    }
}

}  // namespace

void check(const Level& level) {
    const auto objects = static_cast<size_t>(level.objects());
    need(!level.balls.empty(), "a level needs a ball");
    need(objects <= kMostObjects, "a level has at most 12 objects");
    need(level.eliminable.size() == objects && level.moving.size() == objects,
         "every object needs two flags, eliminable and moving");
    int removable = 0;
    for (size_t i = 0; i < objects; ++i) {
        const bool block = level.is_block(static_cast<int>(i));
        need(block || level.moving[i], "a ball must move");
        need(!level.eliminable[i] || (block && !level.moving[i]), "only fixed blocks are eliminable");
        removable += level.eliminable[i];
    }
    need(removable <= kMostEliminable, "a level has at most 6 eliminable blocks");
    check_blocks(level);
    check_balls(level);
    check_pairs(level, level.links, "link");
    check_pairs(level, level.springs, "spring");
    need(level.rate >= 1 && level.rate <= kHighestRate, "the rate is 1 to 1000 steps per second");
    need(level.prior_resets >= 0 && level.prior_resets <= kMostResets,
         "the number of prior resets is 0 to 1000000");
}

}  // namespace topple::iphyre
