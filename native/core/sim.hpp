// A scene in motion: one Box2D world and the bookkeeping that a testbed needs.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <Box2D/Box2D.h>

#include "core/course.hpp"
#include "core/scene.hpp"

namespace topple {

// x, y in units of the scene, angle in radians, unwrapped.
struct Pose {
    double x, y, angle;
};

// A contact event between two bodies.
struct Event {
    enum Kind : int32_t { kBegin = 0, kEnd = 1, kHit = 2 };
    int32_t step;
    int32_t kind;
    int32_t first, second;
    float impulse;  // for kHit: the normal impulse in N s
};

class Sim {
  public:
    // The scene must have passed `check`.
    explicit Sim(std::shared_ptr<const Scene> scene);
    ~Sim();
    Sim(const Sim&) = delete;
    Sim& operator=(const Sim&) = delete;

    void step();
    int steps() const { return steps_; }
    // Whether all bodies sleep and nothing can wake them, so that further steps change nothing.
    bool resting() const { return resting_; }
    // After the engine was given the state of that step.
    void go_on_from(int steps) { steps_ = steps, resting_ = false; }

    int size() const { return static_cast<int>(bodies_.size()); }
    bool alive(int body) const { return bodies_[body] != nullptr; }
    Pose pose(int body) const;
    Pose pose(const b2Vec2& position, float angle) const {
        return {static_cast<double>(position.x * scale_), static_cast<double>(position.y * scale_),
                static_cast<double>(angle)};
    }
    void velocity(int body, double out[3]) const;  // units/s, units/s, rad/s
    bool touching(int first, int second) const;
    const Body& definition(int body) const {
        const int own = static_cast<int>(scene_->bodies.size());
        return body < own ? scene_->bodies[body] : added_[body - own];
    }
    const Scene& scene() const { return *scene_; }
    const b2Body* engine_body(int body) const { return bodies_[body]; }
    // For the rules of worlds. A snapshot does not keep listeners.
    b2Body* engine_body(int body) { return bodies_[body]; }
    b2World& engine() { return *world_; }

    int add(const Body& body);
    void remove(int body);
    void push(int body, double impulse_x, double impulse_y);  // N s, at the centre of mass
    void place(int body, double x, double y, double angle);

    // Joints have numbers, too. A joint is gone when it is cut or one of its bodies is removed.
    int joints() const { return static_cast<int>(joints_.size()); }
    bool holds(int joint) const { return joints_[joint] != nullptr; }
    void cut(int joint);

    // Record contact events from now on, without hits below `least_impulse`.
    void record_events(float least_impulse);
    std::vector<Event> take_events();

    // A 64-bit hash of everything that the next steps depend on.
    uint64_t digest() const;
    std::string snapshot() const;
    static std::unique_ptr<Sim> restore(const std::string& bytes);

  private:
    class Listener;
    b2Body* build(const Body& body, int index);
    b2Joint* build(const Joint& joint, int index);
    b2Body* living(int body) const;
    bool any_awake() const;
    void check_tied() const;

    std::shared_ptr<const Scene> scene_;
    std::vector<Body> added_;
    std::unique_ptr<Listener> listener_;
    std::unique_ptr<b2World> world_;
    std::vector<b2Body*> bodies_;  // null once removed
    std::vector<b2Joint*> joints_;  // null once gone
    float scale_;
    int steps_ = 0;
    bool resting_ = false;

    friend struct Snapshot;

  public:
    Course course;  // last, so that it moves nothing that every step reads
};

// Throw a SceneError if the impulse is out of range.
void check_impulse(double x, double y);

// Create the engine's global tables before any thread can race for them.
void warm_up_engine();

}  // namespace topple
