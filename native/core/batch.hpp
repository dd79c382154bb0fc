// Many episodes of one world that are stepped together and begin again in place.
//
// What must hold: the numbers of a row follow from its own schedule and actions alone, never from
// the thread that plays it or from when it does. So rows share only constants (the table of tasks),
// and each writes its own places of the columns. A step allocates nothing.
//
// A world supplies `Play`, one running episode:
//
//     Task                          what episodes begin with, built once
//     Number                        of a row of an observation
//     kActions, kFacts              how many numbers an action and the facts of an episode have
//     Play(Setting)                 what all episodes share, such as how long an action is held
//     begin(const Task&)            start, or start again
//     Gain step(const double*)      play an action
//     observe(Number*)              write a row
//     facts(double*)                write the numbers behind an info
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "core/course.hpp"
#include "core/crew.hpp"
#include "core/scene.hpp"

namespace topple {

// What a step earned, and whether it ended the episode.
struct Gain {
    double reward = 0.0;
    bool terminated = false, truncated = false;
};

// Arrays that the caller allocated, with one row per environment.
template <typename Number>
struct Columns {
    size_t count = 0, width = 0;  // of environments; of numbers per observation
    Number* observations = nullptr;
    // The last observations of episodes that ended; null if an episode that ended begins again only
    // at the next step, whose action is then ignored.
    Number* finals = nullptr;
    double* rewards = nullptr;
    bool* terminated = nullptr;
    bool* truncated = nullptr;
    // Of the episode in which the last step was played, also if it ended there:
    int32_t* tasks = nullptr;    // its number in the table
    int64_t* lengths = nullptr;  // its steps so far
    double* returns = nullptr;   // the sum of its rewards so far
    double* facts = nullptr;
};

template <class Play>
class Batch {
  public:
    using Task = typename Play::Task;
    using Number = typename Play::Number;

    Batch(const Columns<Number>& columns, const typename Play::Setting& setting, int threads)
        : columns_(columns), crew_(threads), rows_(columns.count) {
        for (size_t i = 0; i < columns.count; ++i) plays_.emplace_back(setting);
    }

    size_t size() const { return rows_.size(); }
    size_t width() const { return columns_.width; }  // numbers of an observation

    // Add a task to the table; return its number.
    int add(Task task) {
        tasks_.push_back(std::move(task));
        return static_cast<int>(tasks_.size()) - 1;
    }

    // Tasks at which a row begins its next episodes, after those that it has already.
    void schedule(size_t row, const int32_t* tasks, size_t count) {
        for (size_t i = 0; i < count; ++i) {
            known(tasks[i]);
            rows_.at(row).next.push_back(tasks[i]);
        }
    }
    void forget_schedule(size_t row) { rows_.at(row).next.clear(); }
    // The rows that have no next task.
    std::vector<int32_t> idle() const {
        std::vector<int32_t> found;
        for (size_t i = 0; i < rows_.size(); ++i)
            if (rows_[i].next.empty()) found.push_back(static_cast<int32_t>(i));
        return found;
    }

    // Begin an episode in every row: at its next task, or at one of the table.
    void reset(int task = -1) {
        if (task >= 0) known(task);
        for (size_t i = 0; i < rows_.size(); ++i) {
            begin(i, task >= 0 ? task : next(i));
            clear(i);
            show(i);
        }
        ready_ = true;
    }

    // Begin to play an action in every row; the actions must stay until `wait` has returned.
    void start(const double* actions) {
        if (!ready_) throw SceneError("call reset first");
        ready_ = false;  // until all rows are played
        first_steps_ = 0;
        crew_.start(rows_.size(), [this, actions](size_t i) { step(i, actions + i * Play::kActions); });
    }

    bool wait(const std::function<bool()>& poll) {
        ready_ = crew_.wait(poll);
        // Simulations count where the step was asked for, which may be where nothing counts.
        count(first_steps_);
        return ready_;
    }

    const Play& play(size_t row) const { return plays_.at(row); }
    // The task of the episode that goes on in a row.
    int task(size_t row) const { return rows_.at(row).task; }

  private:
    struct Row {
        std::deque<int32_t> next;
        int32_t task = -1;
        bool ended = false;
    };

    void known(int task) const {
        if (task < 0 || static_cast<size_t>(task) >= tasks_.size())
            throw SceneError("no task " + std::to_string(task) + " in the table");
    }

    int next(size_t i) {
        Row& row = rows_[i];
        if (row.next.empty()) throw SceneError("no next task is scheduled");
        const int task = row.next.front();
        row.next.pop_front();
        return task;
    }

    void begin(size_t i, int task) {
        plays_[i].begin(tasks_[task]);
        rows_[i].task = task;
        rows_[i].ended = false;
    }

    // Set the columns of a row to those of an episode that begins.
    void clear(size_t i) {
        columns_.rewards[i] = columns_.returns[i] = 0.0;
        columns_.terminated[i] = columns_.truncated[i] = false;
        columns_.lengths[i] = 0;
    }

    void show(size_t i) {
        columns_.tasks[i] = rows_[i].task;
        plays_[i].observe(columns_.observations + i * columns_.width);
        plays_[i].facts(columns_.facts + i * Play::kFacts);
    }

    void step(size_t i, const double* action) {
        Row& row = rows_[i];
        if (row.ended) {
            clear(i);
            if (!columns_.finals) {
                begin(i, next(i));
                show(i);
                return;
            }
            row.ended = false;
        }
        const Gain gain = plays_[i].step(action);
        if (++columns_.lengths[i] == 1) first_steps_.fetch_add(1, std::memory_order_relaxed);
        columns_.returns[i] += gain.reward;
        columns_.rewards[i] = gain.reward;
        columns_.terminated[i] = gain.terminated;
        columns_.truncated[i] = gain.truncated;
        show(i);
        row.ended = gain.terminated || gain.truncated;
        if (!row.ended || !columns_.finals) return;
        Number* seen = columns_.observations + i * columns_.width;
        std::copy_n(seen, columns_.width, columns_.finals + i * columns_.width);
        begin(i, next(i));
        row.ended = true;  // the other columns are still those of the episode before
        plays_[i].observe(seen);
    }

    Columns<Number> columns_;
    Crew crew_;
    std::deque<Task> tasks_;  // where they are, while others are added
    std::vector<Play> plays_;
    std::vector<Row> rows_;
    std::atomic<int64_t> first_steps_{0};
    bool ready_ = false;
};

}  // namespace topple
