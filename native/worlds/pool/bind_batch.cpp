#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>

#include "core/bind/interrupt.hpp"
#include "worlds/pool/bind.hpp"

namespace topple::pool {
namespace {

using Tables = nb::ndarray<const double, nb::ndim<3>, nb::c_contig, nb::device::cpu>;

// Whole shots and, if they were asked for, their records.
struct Batch {
    size_t balls = 0;
    std::vector<Shot> shots;
    std::vector<Record> records;

    const Record& record(size_t index) const {
        if (index >= records.size()) throw nb::index_error("no such record");
        return records[index];
    }
};

// One number per shot, as an array.
template <typename Get>
auto column(const char* name, nb::class_<Batch>& batch, Get get) {
    batch.def(name, [get](const Batch& b) {
        std::vector<decltype(get(b.shots[0]))> values;
        values.reserve(b.shots.size());
        for (const Shot& shot : b.shots) values.push_back(get(shot));
        return owned(std::move(values), b.shots.size());
    });
}

// `count` numbers per shot, or one per ball if `count` is 0.
template <typename Get>
auto columns(const char* name, nb::class_<Batch>& batch, size_t count, Get get) {
    batch.def(name, [get, count](const Batch& b) {
        const size_t width = count ? count : b.balls;
        std::vector<decltype(get(b.shots[0], size_t{}))> values;
        values.reserve(b.shots.size() * width);
        for (const Shot& shot : b.shots)
            for (size_t i = 0; i < width; ++i) values.push_back(get(shot, i));
        return owned(std::move(values), b.shots.size(), width);
    });
}

Batch play_all(const Tables& tables, int cue, const Rows& strikes, int model, bool recorded,
               int threads) {
    const size_t count = strikes.shape(0), balls = tables.shape(1);
    if (tables.shape(0) != count && tables.shape(0) != 1)
        throw SceneError("give one table, or one per strike");
    if (tables.shape(2) != 2) throw SceneError("a place is two numbers");
    if (strikes.shape(1) != 5) throw SceneError("a strike is five numbers");
    const Model chosen = model_of(model);
    topple::count(static_cast<int64_t>(count));
    Batch batch{balls, std::vector<Shot>(count), std::vector<Record>(recorded ? count : 0)};
    const size_t stride = tables.shape(0) == 1 ? 0 : 2 * balls;
    const double *places = tables.data(), *rows = strikes.data();
    std::atomic<bool> stopped{false};
    const auto one = [&](size_t i) {
        Record* record = recorded ? &batch.records[i] : nullptr;
        batch.shots[i] = play(at_rest(places + i * stride, balls), cue, strike_of(rows + 5 * i),
                              chosen, record, [&] { return !stopped; });
    };
    const auto poll = [&] {
        stopped = !not_interrupted();
        return !stopped.load();
    };
    bool done = true;
    {
        nb::gil_scoped_release released;
        done = parallel(count, threads, one, poll);
    }
    if (!done) throw nb::python_error();
    return batch;
}

auto final_balls(const Batch& batch, size_t index) {
    if (index >= batch.shots.size()) throw nb::index_error("no such shot");
    const auto& balls = batch.shots[index].balls;
    const std::vector<Ball> present(balls.begin(), balls.begin() + batch.balls);
    return std::make_pair(ball_rows(present), state_list(present));
}

auto event_list(const Batch& batch, size_t index) {
    std::vector<EventRow> rows;
    for (const Event& event : batch.record(index).events) rows.push_back(event_row(event));
    return rows;
}

auto recorded_places(const Batch& batch, size_t index, const std::vector<double>& times) {
    const int balls = static_cast<int>(batch.balls);
    std::vector<double> numbers;
    for (double time : times)
        for (const Vec& r : places_at(batch.record(index).moments, balls, time))
            numbers.insert(numbers.end(), {r.x, r.y, r.z});
    return owned(std::move(numbers), times.size(), batch.balls, 3);
}

}  // namespace

void bind_batch(nb::module_& m) {
    m.def("play", &play_all);
    nb::class_<Batch> batch(m, "Batch");
    batch.def("__len__", [](const Batch& b) { return b.shots.size(); });
    batch.def("final", &final_balls);
    batch.def("event_list", &event_list);
    batch.def("places_at", &recorded_places);
    columns("pocket", batch, 0, [](const Shot& s, size_t i) { return s.summary.pocket[i]; });
    columns("rails", batch, 0, [](const Shot& s, size_t i) { return s.summary.rails[i]; });
    columns("first_rail", batch, 0, [](const Shot& s, size_t i) { return s.summary.first_rail[i]; });
    const auto lies = [](const Ball& ball) { return ball.state != kPocketed; };
    columns("x", batch, 0,
            [=](const Shot& s, size_t i) { return lies(s.balls[i]) ? s.balls[i].r.x : NAN; });
    columns("y", batch, 0,
            [=](const Shot& s, size_t i) { return lies(s.balls[i]) ? s.balls[i].r.y : NAN; });
    columns("hit", batch, 2, [](const Shot& s, size_t i) { return s.summary.hit[i]; });
    columns("rails_before", batch, 2,
            [](const Shot& s, size_t i) { return s.summary.rails_before[i]; });
    columns("hit_place", batch, 2,
            [](const Shot& s, size_t i) { return i ? s.summary.hit_y : s.summary.hit_x; });
    column("rail_after_hit", batch, [](const Shot& s) { return uint8_t{s.summary.rail_after_hit}; });
    column("capped", batch, [](const Shot& s) { return uint8_t{s.summary.capped}; });
    column("events", batch, [](const Shot& s) { return s.summary.events; });
    column("seconds", batch, [](const Shot& s) { return s.summary.seconds; });
    column("digests", batch, [](const Shot& s) { return s.summary.digest; });
}

}  // namespace topple::pool
