// I-PHYRE for `Batch`, in the three modes of its environment.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "core/batch.hpp"
#include "worlds/iphyre/game.hpp"

namespace topple::iphyre {

inline constexpr int kDecisions = 10;  // moments per second at which a block may be removed

enum Mode : int { kOnTheFly = 0, kInAdvance = 1, kCombined = 2 };

// A level, the row of its numbers that never change, and its eliminable blocks by slot.
struct Stage {
    std::shared_ptr<const Level> level;
    std::vector<float> still;
    std::vector<int> blocks;
};

class Episode {
  public:
    using Task = Stage;
    using Number = float;
    struct Setting {
        Mode mode = kOnTheFly;
        double scale = 1.0;  // of rewards
    };
    static constexpr size_t kActions = kMostEliminable;
    static constexpr size_t kFacts = 3 + kMostEliminable;  // outcome, seconds, score, times of removal

    explicit Episode(const Setting& setting) : setting_(setting) {}

    void begin(const Stage& stage);
    // On the fly: 0 for nothing, or the number of a slot from 1. Otherwise when each slot is removed,
    // as a share of the time of a game.
    Gain step(const double* action);
    void observe(float* row) const;
    void facts(double* row) const;

    const Game& game() const { return *game_; }

  private:
    // Tenths of a second that have passed.
    int tick() const;
    // Remove a block, unless there is none, and let time pass until the next tenth; return whether
    // one was removed.
    bool play(int slot);
    void follow(const std::array<int, kMostEliminable>& tenths);

    Setting setting_;
    const Stage* stage_ = nullptr;
    std::unique_ptr<Game> game_;
    std::array<double, kMostEliminable> removed_{};  // when; -1 for a block that is there
};

}  // namespace topple::iphyre
