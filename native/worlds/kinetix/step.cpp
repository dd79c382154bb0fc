// One step: gravity, contacts, motors, thrusters, solver, motion.
#include "worlds/kinetix/solver.hpp"

namespace topple::kinetix {
namespace {

constexpr Vec kGravity{0.0f, -9.81f};
constexpr int kIterations = 10;
constexpr float kMotorSpeed = 6.0f, kMotorPower = 900.0f, kMotorDecay = 0.1f;
constexpr float kLimitZone = 0.1f;  // radians before a limit in which a motor weakens
constexpr float kThrusterPower = 10.0f;
constexpr float kFarthest = 15.0f, kFastest = 100.0f, kFastestSpin = 50.0f;

// The share of its power that a motor has near the limits of its joint.
float share_of_power(const Joint& joint, float angle, float action) {
    const float beyond =
        angle - clamp(angle, joint.least + kLimitZone, joint.most - kLimitZone);
    if (beyond == 0.0f || !joint.limited) return 1.0f;
    const float share = most(0.0f, 1.0f - std::abs(beyond) / kLimitZone);
    return most(share, sign(beyond) != sign(action) ? 1.0f : 0.0f);
}

// The impulse that a motor turns body a with; body b gets the opposite.
float motor(const Level& level, const State& state, const Joint& joint, float action) {
    const Motion &a = state.bodies[joint.a], &b = state.bodies[joint.b];
    const float inertia = level.shapes[joint.a].inverse_inertia +
                          level.shapes[joint.b].inverse_inertia;
    const float power = kMotorPower * joint.power * kTimeStep * (1.0f / nonzero(inertia));
    const float error = b.spin - a.spin - joint.speed * action * kMotorSpeed;
    const float angle = b.rotation - a.rotation - joint.rest;
    return power * share_of_power(joint, angle, action) * tanh_rational(kMotorDecay * error);
}

void run_motors(const Level& level, State& state, const Drive& drive) {
    std::array<float, kMostJoints> turns{};
    const size_t count = level.joints.size();
    for (size_t i = 0; i < count; ++i) {
        const Joint& joint = level.joints[i];
        const float action = drive[joint.channel];
        if (level.linked[i] && joint.motor && !joint.fixed && action != 0.0f)
            turns[i] = motor(level, state, joint, action);
    }
    for (size_t i = 0; i < count; ++i) {
        const int a = level.joints[i].a;
        if (turns[i] != 0.0f) state.bodies[a].spin += turns[i] * level.shapes[a].inverse_inertia;
    }
    for (size_t i = 0; i < count; ++i) {
        const int b = level.joints[i].b;
        if (turns[i] != 0.0f) state.bodies[b].spin += -turns[i] * level.shapes[b].inverse_inertia;
    }
}

void run_thrusters(const Level& level, State& state, const Drive& drive,
                   const std::array<Rotation, kMostBodies>& rotations) {
    for (const Thruster& thruster : level.thrusters) {
        const float action = drive[kMotorChannels + thruster.channel];
        if (!thruster.active || action == 0.0f) continue;
        const Shape& shape = level.shapes[thruster.body];
        Motion& body = state.bodies[thruster.body];
        const Vec lever = turn(rotations[thruster.body], thruster.place);
        const Rotation way = rotation(thruster.rotation + body.rotation);
        const Vec direction{way.cosine, way.sine};
        const float force = thruster.power * kThrusterPower * action * kTimeStep;
        body.spin += shape.inverse_inertia * cross(lever, direction) * force;
        body.velocity = body.velocity + direction * shape.inverse_mass * force;
    }
}

void move(Motion& body) {
    const auto within = [](Vec v, float limit) {
        return Vec{clamp(v.x, -limit, limit), clamp(v.y, -limit, limit)};
    };
    body.position = within(body.position + body.velocity * kTimeStep, kFarthest);
    body.rotation += body.spin * kTimeStep;
    body.velocity = within(body.velocity, kFastest);
    body.spin = clamp(body.spin, -kFastestSpin, kFastestSpin);
}

}  // namespace

void step(const Level& level, State& state, const Drive& drive) {
    const int bodies = level.bodies();
    std::array<Rotation, kMostBodies> rotations;
    for (int i = 0; i < bodies; ++i) {
        Motion& body = state.bodies[i];
        if (level.shapes[i].inverse_mass != 0.0f)
            body.velocity = body.velocity + kGravity * kTimeStep;
        if (level.shapes[i].active) rotations[i] = rotation(body.rotation);
    }
    // Kept between calls for its memory alone.
    static thread_local Contacts contacts;
    find_contacts(level, state, rotations, contacts);
    run_motors(level, state, drive);
    run_thrusters(level, state, drive, rotations);
    const Links links = find_links(level, state, rotations);
    warm_start(level, state, contacts, links);
    for (int i = 0; i < kIterations; ++i) iterate(level, state, contacts, links);
    for (ContactList* list : contacts.lists())
        for (const Contact& contact : list->contacts) {
            state.touches[contact.slot].normal = contact.impulse;
            state.touches[contact.slot].tangent = contact.friction_impulse;
        }
    for (int i = 0; i < bodies; ++i) move(state.bodies[i]);
}

}  // namespace topple::kinetix
