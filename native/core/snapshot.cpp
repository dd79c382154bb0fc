// Snapshot, restore and digest: every number that the next step reads, caches included.
#include <algorithm>
#include <cstring>

#include "core/archive.hpp"
#include "core/engine_archive.hpp"
#include "core/sim.hpp"

namespace topple {
namespace {

constexpr uint64_t kMagic = 0x33454c50504f5400;  // "\0TOPPLE3"

uint64_t hash_of(std::string_view bytes) {
    uint64_t hash = bytes.size();
    for (size_t at = 0; at < bytes.size(); at += sizeof(uint64_t)) {
        uint64_t word = 0;
        std::memcpy(&word, bytes.data() + at, std::min(sizeof(word), bytes.size() - at));
        hash = (hash ^ word) * 0x9e3779b97f4a7c15ull;
        hash ^= hash >> 32;
    }
    return hash;
}

constexpr uint32_t kMostContacts = 50000;  // the number patched into the engine

template <typename Archive>
void describe(Archive& archive, Body& body) {
    archive(body.dynamic, body.x, body.y, body.angle, body.density, body.friction,
            body.restitution, body.linear_damping, body.angular_damping, body.gravity_scale,
            body.bullet, body.colour);
    auto shapes = static_cast<uint32_t>(body.shapes.size());
    archive(shapes);
    archive.need(shapes <= static_cast<uint32_t>(kMostShapes));
    body.shapes.resize(shapes);
    for (Shape& shape : body.shapes) {
        auto vertices = static_cast<uint32_t>(shape.vertices.size());
        archive(shape.circle, shape.radius, vertices);
        archive.need(vertices <= static_cast<uint32_t>(kMostVertices));
        shape.vertices.resize(vertices);
        for (auto& v : shape.vertices) archive(v[0], v[1]);
    }
}

template <typename Archive>
void describe(Archive& archive, Scene& scene) {
    archive(scene.width, scene.height, scene.scale, scene.gravity_x, scene.gravity_y,
            scene.time_step, scene.velocity_iterations, scene.position_iterations);
    auto count = static_cast<uint32_t>(scene.bodies.size());
    archive(count);
    archive.need(count <= static_cast<uint32_t>(kMostBodies));
    scene.bodies.resize(count);
    for (Body& body : scene.bodies) describe(archive, body);
    auto joints = static_cast<uint32_t>(scene.joints.size());
    archive(joints);
    archive.need(joints <= static_cast<uint32_t>(kMostJoints));
    scene.joints.resize(joints);
    for (Joint& joint : scene.joints)
        archive(joint.kind, joint.first, joint.second, joint.first_x, joint.first_y,
                joint.second_x, joint.second_y, joint.length, joint.collide);
}

int32_t index_of(b2Fixture* fixture) {
    return static_cast<int32_t>(reinterpret_cast<intptr_t>(fixture->GetBody()->GetUserData()));
}

}  // namespace

struct Snapshot {
    // The moving part of a simulation. Joints come first, because they decide who may touch, then
    // contacts: cutting and making them wakes bodies, and what is read later puts that right.
    static void write(Writer& out, const Sim& sim) {
        b2World& world = *sim.world_;
        const auto contacts = EngineArchive::oldest_first(world);
        for (b2Joint* joint : sim.joints_) {
            out(joint != nullptr);
            if (joint) EngineArchive::joint(out, *joint);
        }
        out(sim.steps_, static_cast<uint32_t>(contacts.size()));
        for (b2Contact* contact : contacts) {
            b2Fixture* a = contact->GetFixtureA();
            b2Fixture* b = contact->GetFixtureB();
            out(index_of(a), EngineArchive::ordinal(a), index_of(b), EngineArchive::ordinal(b));
            EngineArchive::contact(out, *contact);
        }
        for (b2Body* body : sim.bodies_)
            if (body) EngineArchive::body(out, *body);
        EngineArchive::write_tree(out, world);
        EngineArchive::world(out, world, static_cast<float>(sim.scene_->time_step));
    }

    static void read(Reader& in, Sim& sim) {
        b2World& world = *sim.world_;
        for (int i = 0; i < sim.joints(); ++i) {
            bool holds = false;
            in(holds);
            in.need(!holds || sim.holds(i));
            if (holds)
                EngineArchive::joint(in, *sim.joints_[i]);
            else if (sim.holds(i))
                sim.cut(i);
        }
        uint32_t contacts = 0;
        in(sim.steps_, contacts);
        in.need(sim.steps_ >= 0 && sim.steps_ < INT32_MAX / 2 && contacts <= kMostContacts);
        for (uint32_t i = 0; i < contacts; ++i) {
            int32_t a = 0, ordinal_a = 0, b = 0, ordinal_b = 0;
            in(a, ordinal_a, b, ordinal_b);
            b2Contact* contact = ToppleAccess::make_contact(
                world, EngineArchive::fixture_at(sim.living(a), ordinal_a),
                EngineArchive::fixture_at(sim.living(b), ordinal_b));
            in.need(contact != nullptr);
            EngineArchive::contact(in, *contact);
        }
        for (b2Body* body : sim.bodies_)
            if (body) EngineArchive::body(in, *body);
        EngineArchive::read_tree(in, world, sim.bodies_);
        EngineArchive::world(in, world, static_cast<float>(sim.scene_->time_step));
    }
};

uint64_t Sim::digest() const {
    Writer out;
    Snapshot::write(out, *this);
    return hash_of(out.bytes);
}

std::string Sim::snapshot() const {
    Writer out;
    Scene all = *scene_;
    all.bodies.insert(all.bodies.end(), added_.begin(), added_.end());
    out(kMagic);
    describe(out, all);
    for (const b2Body* body : bodies_) out(body != nullptr);
    out(resting_);
    Snapshot::write(out, *this);
    out(hash_of(out.bytes));
    return std::move(out.bytes);
}

std::unique_ptr<Sim> Sim::restore(const std::string& bytes) {
    uint64_t magic = 0, seal = 0;
    const size_t size = bytes.size() - std::min(bytes.size(), sizeof(seal));
    const std::string_view sealed = std::string_view(bytes).substr(0, size);
    if (size >= sizeof(magic)) {
        std::memcpy(&magic, bytes.data(), sizeof(magic));
        std::memcpy(&seal, bytes.data() + size, sizeof(seal));
    }
    if (magic != kMagic || seal != hash_of(sealed))
        throw SceneError("not a snapshot, one of another version, or a damaged one");
    Reader in(sealed.substr(sizeof(magic)));
    Scene scene;
    describe(in, scene);
    check(scene);
    auto sim = std::make_unique<Sim>(std::make_shared<const Scene>(std::move(scene)));
    for (int i = 0; i < sim->size(); ++i) {
        bool alive = false;
        in(alive);
        if (!alive) sim->remove(i);
    }
    bool resting = false;
    in(resting);
    Snapshot::read(in, *sim);
    in.need(in.rest().empty() && !(resting && sim->any_awake()));
    sim->resting_ = resting;
    return sim;
}

}  // namespace topple
