#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>

#include "core/bind/bindings.hpp"
#include "core/bind/interrupt.hpp"
#include "core/course.hpp"
#include "core/json_writer.hpp"
#include "worlds/phyre/fields.hpp"

using namespace topple;
using namespace topple::phyre;

namespace topple::phyre {

// The results of a batch of attempts; arrays are made on demand.
struct Batch {
    Batch() = default;
    Batch(Batch&&) = default;
    Batch(const Batch&) = delete;

    std::vector<Attempt> attempts;
    int balls = 1;

    const Attempt& at(size_t i) const {
        if (i >= attempts.size()) throw nb::index_error();
        return attempts[i];
    }

    template <typename T, typename Get>
    auto column(Get get) const {
        std::vector<T> values;
        values.reserve(attempts.size());
        for (const Attempt& attempt : attempts) values.push_back(get(attempt));
        const size_t count = values.size();
        return owned(std::move(values), count);
    }
};

}  // namespace topple::phyre

namespace {

template <typename T>
using Column = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <typename T>
using Table = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// Return the pose, or one that is not drawn if it is far from the scene.
Pose drawable(const Pose& pose) {
    for (double number : {pose.x, pose.y, pose.angle})
        if (!(std::abs(number) < 1e9)) return {NAN, NAN, NAN};
    return pose;
}

void check_numbers(Column<int64_t> which, size_t tasks) {
    for (size_t i = 0; i < which.shape(0); ++i)
        if (which(i) < 0 || static_cast<size_t>(which(i)) >= tasks)
            throw SceneError("a task number is out of range");
}

template <typename Number>
Reason prepare(const Number* action, int balls, std::vector<Ball>& out) {
    return balls == 0 ? kNone : map_action(action, balls, out);
}

// Attempts at a task in one batch that are worth a record of its scene for themselves.
constexpr int kMany = 32;

std::vector<int> attempts_each(Column<int64_t> which, size_t tasks) {
    std::vector<int> attempts(tasks);
    for (size_t i = 0; i < which.shape(0); ++i) ++attempts[which(i)];
    return attempts;
}

template <typename Number>
Batch simulate(const std::vector<std::shared_ptr<Task>>& tasks, Column<int64_t> which,
               Table<Number> actions, const Options& options, int threads) {
    const size_t count = which.shape(0), width = actions.shape(1);
    if (actions.shape(0) != count) throw SceneError("as many actions as task numbers are needed");
    if (width != 0 && width != 3 && width != 6)
        throw SceneError("an action has 3 numbers a ball, for one ball or two");
    check_numbers(which, tasks.size());

    Batch batch;
    batch.balls = static_cast<int>(width / 3);
    batch.attempts.resize(count);
    const auto attempts = attempts_each(which, tasks.size());
    for (size_t i = 0; i < tasks.size() && batch.balls > 0; ++i)
        tasks[i]->alone->expect(attempts[i]);
    bool done = false;
    {
        nb::gil_scoped_release free;
        const auto work = [&](size_t i) {
            Attempt& attempt = batch.attempts[i];
            attempt.reason = prepare(actions.data() + i * width, batch.balls, attempt.balls);
            if (attempt.reason == kNone) play(*tasks[which(i)], attempt, options);
        };
        done = parallel(count, threads, work, not_interrupted);
    }
    int64_t simulations = 0;
    for (const Attempt& attempt : batch.attempts) simulations += attempt.simulations;
    topple::count(simulations);
    for (size_t i = 0; i < tasks.size(); ++i)
        if (attempts[i] >= kMany) tasks[i]->alone->drop();
    if (!done) throw nb::python_error();
    return batch;
}

template <typename Number>
nb::object validate(const std::vector<std::shared_ptr<Task>>& tasks, Column<int64_t> which,
                    Table<Number> actions) {
    const size_t count = which.shape(0), width = actions.shape(1);
    if (actions.shape(0) != count || (width != 3 && width != 6))
        throw SceneError("as many actions as task numbers are needed, of 3 or 6 numbers");
    check_numbers(which, tasks.size());
    std::vector<uint8_t> reasons(count);
    for (size_t i = 0; i < count; ++i) {
        std::vector<Ball> balls;
        Reason reason =
            map_action(actions.data() + i * width, static_cast<int>(width / 3), balls);
        for (const Ball& ball : balls)
            if (reason == kNone && occluded(ball, *tasks[which(i)]->scene)) reason = kOccluded;
        reasons[i] = reason;
    }
    return nb::cast(owned(std::move(reasons), count));
}

nb::object ball_array(const Batch& batch) {
    std::vector<double> values;
    for (const Attempt& attempt : batch.attempts)
        for (int i = 0; i < batch.balls; ++i) {
            const bool there = i < static_cast<int>(attempt.balls.size());
            const Ball ball = there ? attempt.balls[i] : Ball{NAN, NAN, NAN};
            values.insert(values.end(), {ball.x, ball.y, ball.radius});
        }
    return nb::cast(owned(std::move(values), batch.attempts.size(), batch.balls, 3));
}

}  // namespace

TOPPLE_WORLD(phyre, m) {
    nb::class_<Task>(m, "Task")
        .def("__init__", [](Task* self, SharedScene scene, const Watcher& goal) {
            Task task{std::move(scene), goal};
            check(task);
            task.alone = std::make_shared<Recording>(task.scene, std::vector<Watcher>{goal});
            new (self) Task(task);
        })
        .def("json", [](const Task& task) { return JsonWriter::text(task); });

    nb::class_<Options>(m, "Options")
        .def(nb::init<>())
        .def_rw("most_steps", &Options::most_steps)
        .def_rw("stride", &Options::stride)
        .def_rw("images", &Options::images)
        .def_rw("outcome_only", &Options::outcome_only)
        .def_rw("stability", &Options::stability)
        .def_rw("digest", &Options::digest)
        .def_rw("share", &Options::share);

    nb::class_<Batch>(m, "Batch")
        .def("__len__", [](const Batch& b) { return b.attempts.size(); })
        .def("status",
             [](const Batch& b) {
                 return b.column<int8_t>([](const Attempt& a) { return a.status; });
             })
        .def("reason",
             [](const Batch& b) {
                 return b.column<uint8_t>([](const Attempt& a) { return a.reason; });
             })
        .def("steps",
             [](const Batch& b) {
                 return b.column<int32_t>([](const Attempt& a) { return a.result.steps; });
             })
        .def("digest",
             [](const Batch& b) {
                 return b.column<uint64_t>([](const Attempt& a) { return a.result.digest; });
             })
        .def("balls", &ball_array)
        .def("error", [](const Batch& b, size_t i) { return b.at(i).result.error; })
        .def("poses", [](const Batch& b, size_t i) { return pose_array(b.at(i).result.poses); })
        .def("frames", [](const Batch& b, size_t i) { return frame_array(b.at(i).result); })
        .def(
            "images",
            [](const Batch& b, size_t i) {
                const ImageBuffer& images = b.at(i).images;
                return nb::ndarray<nb::numpy, const uint8_t>(
                    images.image(0), {images.images(), size_t(kSize), size_t(kSize)}, nb::find(b));
            },
            nb::rv_policy::reference_internal);

    m.def("simulate", &simulate<double>);
    m.def("simulate_float32", &simulate<float>);
    m.def("validate", &validate<double>);
    m.def("validate_float32", &validate<float>);
    m.def("image", [](SharedScene scene, Table<double> poses) {
        if (poses.shape(0) != scene->bodies.size() || poses.shape(1) != 3)
            throw SceneError("one row of x, y, angle per body is needed");
        check_frame(*scene);
        std::vector<const Body*> bodies;
        for (const Body& body : scene->bodies) bodies.push_back(&body);
        std::vector<Pose> at;
        for (size_t i = 0; i < poses.shape(0); ++i)
            at.push_back(drawable({poses(i, 0), poses(i, 1), poses(i, 2)}));
        std::vector<uint8_t> image(kSize * kSize);
        Painter(bodies).paint(at.data(), image.data());
        return owned(std::move(image), kSize, kSize);
    });
}
