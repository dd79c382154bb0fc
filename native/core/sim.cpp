#include "core/sim.hpp"

#include <cmath>
#include <mutex>

namespace topple {

class Sim::Listener : public b2ContactListener {
  public:
    explicit Listener(const int& steps) : steps_(steps) {}

    void BeginContact(b2Contact* contact) override { note(contact, Event::kBegin, 0.0f); }
    void EndContact(b2Contact* contact) override { note(contact, Event::kEnd, 0.0f); }
    void PostSolve(b2Contact* contact, const b2ContactImpulse* impulse) override {
        float total = 0.0f;
        for (int i = 0; i < impulse->count; ++i) total += impulse->normalImpulses[i];
        if (total >= least_) note(contact, Event::kHit, total);
    }

    float least_ = 0.0f;
    std::vector<Event> events_;

  private:
    void note(b2Contact* contact, Event::Kind kind, float impulse) {
        const auto index = [](b2Fixture* fixture) {
            return static_cast<int32_t>(
                reinterpret_cast<intptr_t>(fixture->GetBody()->GetUserData()));
        };
        events_.push_back({steps_, kind, index(contact->GetFixtureA()),
                           index(contact->GetFixtureB()), impulse});
    }

    const int& steps_;
};

Sim::Sim(std::shared_ptr<const Scene> scene)
    : scene_(std::move(scene)),
      world_(std::make_unique<b2World>(b2Vec2(static_cast<float>(scene_->gravity_x),
                                              static_cast<float>(scene_->gravity_y)))),
      scale_(static_cast<float>(scene_->scale)) {
    world_->SetContactListener(nullptr);
    bodies_.reserve(scene_->bodies.size() + 2);
    for (const Body& body : scene_->bodies) bodies_.push_back(build(body, size()));
    for (const Joint& joint : scene_->joints) joints_.push_back(build(joint, joints()));
}

Sim::~Sim() = default;

void Sim::step() {
    if (!resting_) {
        const bool asleep = !any_awake();
        try {
            world_->Step(static_cast<float>(scene_->time_step), scene_->velocity_iterations,
                         scene_->position_iterations);
        } catch (const std::logic_error& error) {
            for (size_t i = 0; i < bodies_.size(); ++i)
                if (bodies_[i] && !bodies_[i]->GetWorldCenter().IsValid())
                    throw EngineError("body " + std::to_string(i) + " is nowhere: " + error.what());
            throw EngineError(error.what());
        }
        // A step that began with every body asleep has only cleared the flags of the step before.
        // The next step would do nothing.
        resting_ = asleep && !any_awake();
        if (!joints_.empty()) check_tied();
    }
    ++steps_;
}

// Joints between bodies of very different mass can send them to infinity without failing any
// assertion of the engine.
void Sim::check_tied() const {
    for (size_t i = 0; i < bodies_.size(); ++i) {
        const b2Body* body = bodies_[i];
        if (body && !(body->GetWorldCenter().IsValid() && body->GetLinearVelocity().IsValid() &&
                      b2IsValid(body->GetAngle()) && b2IsValid(body->GetAngularVelocity())))
            throw EngineError("body " + std::to_string(i) + " is nowhere: its joints tore it away");
    }
}

bool Sim::any_awake() const {
    for (const b2Body* body : bodies_)
        if (body && body->GetType() == b2_dynamicBody && body->IsAwake()) return true;
    return false;
}

b2Body* Sim::living(int body) const {
    if (body < 0 || body >= size() || !bodies_[body])
        throw SceneError("there is no body " + std::to_string(body) + " in this simulation");
    return bodies_[body];
}

Pose Sim::pose(int body) const {
    const b2Body* b = living(body);
    return pose(b->GetPosition(), b->GetAngle());
}

void Sim::velocity(int body, double out[3]) const {
    const b2Body* b = living(body);
    out[0] = static_cast<double>(b->GetLinearVelocity().x * scale_);
    out[1] = static_cast<double>(b->GetLinearVelocity().y * scale_);
    out[2] = static_cast<double>(b->GetAngularVelocity());
}

bool Sim::touching(int first, int second) const {
    const b2Body* other = living(second);
    for (const b2ContactEdge* edge = living(first)->GetContactList(); edge; edge = edge->next)
        if (edge->other == other && edge->contact->IsTouching()) return true;
    return false;
}

int Sim::add(const Body& body) {
    if (size() >= kMostBodies) throw SceneError("the simulation is full");
    check(body, *scene_, size());
    b2Body* made = build(body, size());
    added_.push_back(body);
    bodies_.push_back(made);
    resting_ = false;
    return size() - 1;
}

void Sim::remove(int body) {
    b2Body* b = living(body);
    for (const b2JointEdge* edge = b->GetJointList(); edge; edge = edge->next)
        joints_[reinterpret_cast<intptr_t>(edge->joint->GetUserData())] = nullptr;
    world_->DestroyBody(b);
    bodies_[body] = nullptr;
    resting_ = false;
}

void Sim::cut(int joint) {
    if (joint < 0 || joint >= joints() || !joints_[joint])
        throw SceneError("there is no joint " + std::to_string(joint) + " in this simulation");
    world_->DestroyJoint(joints_[joint]);
    joints_[joint] = nullptr;
    resting_ = false;
}

void Sim::push(int body, double impulse_x, double impulse_y) {
    b2Body* b = living(body);
    check_impulse(impulse_x, impulse_y);
    b->ApplyLinearImpulse(b2Vec2(static_cast<float>(impulse_x), static_cast<float>(impulse_y)),
                          b->GetWorldCenter(), true);
    resting_ = false;
}

void Sim::place(int body, double x, double y, double angle) {
    b2Body* b = living(body);
    Body moved = definition(body);
    moved.x = x, moved.y = y, moved.angle = angle;
    check(moved, *scene_, body);
    b->SetTransform(b2Vec2(static_cast<float>(x) / scale_, static_cast<float>(y) / scale_),
                    static_cast<float>(angle));
    b->SetAwake(true);
    // Bodies that leaned on it must notice that it has moved.
    for (b2ContactEdge* edge = b->GetContactList(); edge; edge = edge->next)
        edge->other->SetAwake(true);
    resting_ = false;
}

void Sim::record_events(float least_impulse) {
    if (!listener_) listener_ = std::make_unique<Listener>(steps_);
    listener_->least_ = least_impulse;
    world_->SetContactListener(listener_.get());
}

std::vector<Event> Sim::take_events() {
    std::vector<Event> events;
    if (listener_) events.swap(listener_->events_);
    return events;
}

void check_impulse(double x, double y) {
    if (!(std::abs(x) < 1e6 && std::abs(y) < 1e6))
        throw SceneError("an impulse must be finite, at most 1e6 N s");
}

void warm_up_engine() {
    static std::once_flag once;
    std::call_once(once, [] {
        Scene scene;
        scene.width = scene.height = scene.scale = 1.0;
        scene.gravity_y = -1.0;
        scene.time_step = 0.01;
        scene.velocity_iterations = scene.position_iterations = 1;
        Body ball;
        ball.dynamic = true;
        ball.density = 1.0;
        ball.shapes.push_back({true, 0.1, {}});
        scene.bodies = {ball, ball};
        Sim(std::make_shared<const Scene>(scene)).step();
    });
}

}  // namespace topple
