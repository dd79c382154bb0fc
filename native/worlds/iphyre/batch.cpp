#include "worlds/iphyre/batch.hpp"

#include <algorithm>
#include <cmath>

namespace topple::iphyre {
namespace {

constexpr double kSize = 600.0;     // of a scene, by which coordinates are divided
constexpr size_t kCoordinates = 5;  // of the numbers of an object
constexpr int kNever = 0;           // a tenth: the original never removes a block at time 0

int step_at(double seconds, int rate) {
    return static_cast<int>(std::floor(seconds * rate + 0.5));
}

}  // namespace

void Episode::begin(const Stage& stage) {
    stage_ = &stage;
    game_ = std::make_unique<Game>(stage.level);
    removed_.fill(-1.0);
}

int Episode::tick() const {
    const double seconds = static_cast<double>(game_->steps()) / stage_->level->rate;
    return static_cast<int>(std::nearbyint(seconds * kDecisions));
}

bool Episode::play(int slot) {
    const int rate = stage_->level->rate;
    const double seconds = static_cast<double>(game_->steps()) / rate;
    const bool known = slot >= 0 && slot < static_cast<int>(stage_->blocks.size());
    const bool there = known && game_->there(stage_->blocks[slot]);
    if (there) {
        const double tenth = static_cast<double>(tick()) / kDecisions;
        removed_[slot] = step_at(tenth, rate) == game_->steps() ? tenth : seconds;
        game_->remove(stage_->blocks[slot]);
    }
    const int later = step_at(seconds * kDecisions, 1) + 1;
    const int until = step_at(static_cast<double>(later) / kDecisions, rate);
    while (game_->steps() < until && !game_->over()) game_->step();
    return there;
}

// At each moment the first slot that is due, and no other.
void Episode::follow(const std::array<int, kMostEliminable>& tenths) {
    while (!game_->over()) {
        const int now = tick();
        const auto due = std::find(tenths.begin(), tenths.end(), now);
        const bool any = now != kNever && due != tenths.end();
        const int slot = any ? static_cast<int>(due - tenths.begin()) : -1;
        if (play(slot) && setting_.mode == kCombined) return;
    }
}

Gain Episode::step(const double* action) {
    const double before = game_->reward();
    if (setting_.mode == kOnTheFly) {
        play(static_cast<int>(action[0]) - 1);
    } else {
        std::array<int, kMostEliminable> tenths;
        for (int i = 0; i < kMostEliminable; ++i)
            tenths[i] = static_cast<int>(std::nearbyint(action[i] * kSeconds * kDecisions));
        follow(tenths);
    }
    const bool solved = game_->solved();
    return {0.0 + setting_.scale * (game_->reward() - before), solved, game_->over() && !solved};
}

void Episode::observe(float* row) const {
    std::copy(stage_->still.begin(), stage_->still.end(), row);
    for (const Row& object : game_->table())
        for (size_t i = 0; i < object.size(); ++i)
            *row++ = static_cast<float>(
                std::clamp(i < kCoordinates ? object[i] / kSize : object[i], 0.0, 1.0));
}

void Episode::facts(double* row) const {
    row[0] = game_->over() ? game_->solved() ? 1.0 : 2.0 : 0.0;
    row[1] = static_cast<double>(game_->steps()) / stage_->level->rate;
    row[2] = game_->reward();
    std::copy(removed_.begin(), removed_.end(), row + 3);
}

}  // namespace topple::iphyre
