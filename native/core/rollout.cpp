#include "core/rollout.hpp"

#include <cmath>
#include <exception>

namespace topple {
namespace {

b2AABB box_around(const b2Body* body) {
    b2AABB box;
    bool first = true;
    for (const b2Fixture* f = body->GetFixtureList(); f; f = f->GetNext()) {
        b2AABB part;
        f->GetShape()->ComputeAABB(&part, body->GetTransform(), 0);
        if (f->GetType() == b2Shape::e_polygon) {
            // Leave out the skin that the engine adds to polygons.
            const b2Vec2 skin(b2_polygonRadius, b2_polygonRadius);
            part.lowerBound += skin;
            part.upperBound -= skin;
        }
        if (first)
            box = part;
        else
            box.Combine(part);
        first = false;
    }
    return box;
}

bool within(const b2Vec2& point, const Shape& region, const b2Transform& frame, float scale) {
    const b2Vec2 p = b2MulT(frame, point);
    const size_t n = region.vertices.size();
    for (size_t i = 0; i < n; ++i) {
        const auto& u = region.vertices[i];
        const auto& v = region.vertices[(i + 1) % n];
        const b2Vec2 a(static_cast<float>(u[0]) / scale, static_cast<float>(u[1]) / scale);
        const b2Vec2 b(static_cast<float>(v[0]) / scale, static_cast<float>(v[1]) / scale);
        if (b2Cross(b - a, p - a) < 0.0f) return false;
    }
    return true;
}

bool inside(const b2Body* body, const Shape& region, const b2Transform& frame, float scale) {
    for (const b2Fixture* f = body->GetFixtureList(); f; f = f->GetNext()) {
        if (f->GetType() == b2Shape::e_circle) {
            const float r = f->GetShape()->m_radius;
            for (const b2Vec2& d : {b2Vec2(r, 0), b2Vec2(-r, 0), b2Vec2(0, r), b2Vec2(0, -r)})
                if (!within(body->GetPosition() + d, region, frame, scale)) return false;
        } else {
            const auto* polygon = static_cast<const b2PolygonShape*>(f->GetShape());
            for (int i = 0; i < polygon->m_count; ++i)
                if (!within(b2Mul(body->GetTransform(), polygon->m_vertices[i]), region, frame,
                            scale))
                    return false;
        }
    }
    return true;
}

float radius_of(const b2Body* body) { return body->GetFixtureList()->GetShape()->m_radius; }

}  // namespace

bool holds(const Watcher& w, const Sim& sim) {
    // A removed body touches nothing and has no place.
    if (!sim.alive(w.a) || !sim.alive(w.b)) return false;
    const b2Body* a = sim.engine_body(w.a);
    const b2Body* b = sim.engine_body(w.b);
    const float scale = static_cast<float>(sim.scene().scale);
    const float value = static_cast<float>(w.value / sim.scene().scale);
    switch (w.kind) {
        case Watcher::kTouching:
            return sim.touching(w.a, w.b);
        case Watcher::kNear: {
            const b2Vec2 d = a->GetPosition() - b->GetPosition();
            return std::sqrt(d.x * d.x + d.y * d.y) < radius_of(a) + radius_of(b) + value;
        }
        case Watcher::kAbove:
            return box_around(a).lowerBound.y > box_around(b).upperBound.y;
        case Watcher::kLeftOf:
            return box_around(a).upperBound.x < box_around(b).lowerBound.x;
        case Watcher::kInside:
            return inside(a, w.region, b->GetTransform(), scale);
        case Watcher::kBelow:
            return a->GetWorldCenter().y < value;
        case Watcher::kOutside: {
            const b2Vec2 c = scale * a->GetWorldCenter();
            return !(c.x >= 0 && c.y >= 0 && c.x <= sim.scene().width &&
                     c.y <= sim.scene().height);
        }
    }
    return false;
}

bool Watching::look(const Sim& sim) {
    const bool plain = holds(*watcher_, sim);
    state_.seen = state_.seen || plain;
    const bool counts = watcher_->negate ? !plain && (state_.seen || !watcher_->after_seen) : plain;
    state_.held = counts ? state_.held + 1 : 0;
    return met();
}

void check(const Watcher& w, const Scene& scene, int bodies) {
    for (int body : {w.a, w.b})
        if (body < 0 || body >= bodies)
            throw SceneError("a watcher names a body that is not there");
    if (w.hold < 1) throw SceneError("a watcher holds for at least one step");
    if (w.kind < Watcher::kTouching || w.kind > Watcher::kOutside)
        throw SceneError("there is no kind of watcher " + std::to_string(w.kind));
    if (!std::isfinite(w.value)) throw SceneError("the value of a watcher must be finite");
    if (w.kind == Watcher::kInside) check_region(w.region, scene);
}

namespace {

void check_place(const Rollout& rollout, const Command& command) {
    const auto& own = rollout.scene->bodies;
    const auto index = static_cast<size_t>(command.body);
    Body moved = index < own.size() ? own[index] : rollout.added[index - own.size()];
    moved.x = command.x, moved.y = command.y, moved.angle = command.angle;
    check(moved, *rollout.scene, command.body);
}

}  // namespace

void check(const Rollout& rollout) {
    const int count = static_cast<int>(rollout.scene->bodies.size() + rollout.added.size());
    if (rollout.most_steps < 1 || rollout.most_steps > 1'000'000)
        throw SceneError("a rollout has 1 to 1000000 steps");
    if (rollout.stride < 0) throw SceneError("a stride is not negative");
    if (count > kMostBodies) throw SceneError("the added bodies are too many for the scene");
    size_t shapes = 0;
    for (const auto* bodies : {&rollout.scene->bodies, &rollout.added})
        for (const Body& body : *bodies) shapes += body.shapes.size();
    check_total(shapes);
    for (const Watcher& w : rollout.watchers) check(w, *rollout.scene, count);
    int last = 0;
    for (const Command& c : rollout.commands) {
        if (c.kind < Command::kRemove || c.kind > Command::kCut)
            throw SceneError("there is no kind of command " + std::to_string(c.kind));
        const bool cut = c.kind == Command::kCut;
        if (c.body < 0 || c.body >= (cut ? static_cast<int>(rollout.scene->joints.size()) : count))
            throw SceneError(cut ? "a command names a joint that is not there"
                                 : "a command names a body that is not there");
        if (c.kind == Command::kPush) check_impulse(c.x, c.y);
        if (c.kind == Command::kPlace) check_place(rollout, c);
        if (c.step < last) throw SceneError("commands must be in order of their steps, from 0 on");
        last = c.step;
    }
}

namespace {

void apply(Sim& sim, const Command& command) {
    switch (command.kind) {
        case Command::kRemove:
            return sim.remove(command.body);
        case Command::kPush:
            return sim.push(command.body, command.x, command.y);
        case Command::kPlace:
            return sim.place(command.body, command.x, command.y, command.angle);
        case Command::kCut:
            return sim.cut(command.body);
    }
}

void record(const Sim& sim, std::vector<Pose>& out) {
    for (int i = 0; i < sim.size(); ++i)
        out.push_back(sim.alive(i) ? sim.pose(i) : Pose{NAN, NAN, NAN});
}

}  // namespace

void run_on(const Rollout& rollout, Sim& sim, std::vector<Watching>& watching, Result& result,
            const std::function<bool(const Sim&)>& go_on) {
    size_t next_command = 0;
    for (int k = sim.steps(); k < rollout.most_steps && result.met < 0; ++k) {
        while (next_command < rollout.commands.size() && rollout.commands[next_command].step <= k)
            apply(sim, rollout.commands[next_command++]);
        sim.step();
        if (rollout.stride > 0 && k % rollout.stride == 0) record(sim, result.frames);
        bool possible = false;
        const bool still = sim.resting() && next_command == rollout.commands.size();
        for (size_t i = 0; i < watching.size() && result.met < 0; ++i) {
            if (watching[i].look(sim)) result.met = static_cast<int>(i);
            possible = possible || watching[i].possible(rollout.most_steps - k - 1, still);
        }
        if (rollout.outcome_only && !possible) break;
        if (go_on && !go_on(sim)) break;
    }
    for (size_t i = 0; i < watching.size() && result.met < 0; ++i)
        if (watching[i].met_at_end()) result.met = static_cast<int>(i);
    result.steps = sim.steps();
    record(sim, result.poses);
    result.events = sim.take_events();
    if (rollout.digest) result.digest = sim.digest();
}

Result run(const Rollout& rollout, const std::function<bool(const Sim&)>& go_on) {
    Result result;
    try {
        Sim sim(rollout.scene);
        for (const Body& body : rollout.added) sim.add(body);
        if (rollout.events) sim.record_events(rollout.least_impulse);
        std::vector<Watching> watching(rollout.watchers.begin(), rollout.watchers.end());
        run_on(rollout, sim, watching, result, go_on);
    } catch (const std::exception& error) {
        result.error = error.what();
    }
    return result;
}

}  // namespace topple
