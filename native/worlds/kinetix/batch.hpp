// Kinetix for `Batch`: an episode drives all channels for some steps of the game at a time.
#pragma once

#include <optional>

#include "core/batch.hpp"
#include "worlds/kinetix/observe.hpp"

namespace topple::kinetix {

class Episode {
  public:
    using Task = Stage;
    using Number = float;
    struct Setting {
        int hold = 1;       // steps of the game per action
        bool dense = true;  // whether steps pay; else 1 or -1 at the end and nothing else
    };
    static constexpr size_t kActions = kChannels;
    static constexpr size_t kFacts = 3;  // outcome, steps, distance

    explicit Episode(const Setting& setting) : setting_(setting) {}

    void begin(const Stage& stage) {
        stage_ = &stage;
        game_.emplace(stage.level);
        total_ = 0.0;
    }

    Gain step(const double* drives) {
        Drive drive;
        for (int i = 0; i < kChannels; ++i) drive[i] = static_cast<float>(drives[i]);
        double earned = 0.0;
        for (int i = 0; i < setting_.hold && !game_->over(); ++i) earned += game_->step(drive);
        // As games add it up, so that no last bit differs.
        const double before = total_;
        total_ += earned;
        const Outcome outcome = game_->outcome();
        const double end = outcome == kSolved ? 1.0 : game_->over() && outcome != kTimeOut ? -1.0 : 0.0;
        return {setting_.dense ? total_ - before : end, game_->over() && outcome != kTimeOut,
                outcome == kTimeOut};
    }

    void observe(float* row) const { kinetix::observe(*game_, *stage_, row); }

    void facts(double* row) const {
        row[0] = game_->outcome(), row[1] = game_->steps(), row[2] = game_->distance();
    }

    const Game& game() const { return *game_; }

  private:
    Setting setting_;
    const Stage* stage_ = nullptr;
    std::optional<Game> game_;
    double total_ = 0.0;
};

}  // namespace topple::kinetix
