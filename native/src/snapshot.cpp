// Snapshot, restore and digest: every number the next step reads, caches included.
#include <algorithm>
#include <cstring>
#include <type_traits>

#include "sim.hpp"

// Patched in as a friend of the engine's classes.
struct ToppleAccess {
    template <typename Each>
    static void for_fixtures(b2Body* body, Each each) {
        for (b2Fixture* f = body->m_fixtureList; f; f = f->m_next) each(f);
    }

    template <typename Archive>
    static void body(Archive& archive, b2Body& b) {
        archive(b.m_flags, b.m_xf, b.m_sweep, b.m_linearVelocity, b.m_angularVelocity, b.m_force,
                b.m_torque, b.m_sleepTime);
        for_fixtures(&b, [&](b2Fixture* f) {
            for (int i = 0; i < f->m_proxyCount; ++i)
                archive(f->m_proxies[i].aabb, f->m_proxies[i].proxyId);
        });
    }

    template <typename Archive>
    static void world(Archive& archive, b2World& w) {
        archive(w.m_flags, w.m_inv_dt0, w.m_stepComplete);
    }

    template <typename Archive>
    static void contact(Archive& archive, b2Contact& c) {
        b2Manifold& m = c.m_manifold;
        archive(c.m_flags, c.m_toiCount, c.m_friction, c.m_restitution, c.m_tangentSpeed,
                m.pointCount);
        // The rest is not set before it is first used.
        if (c.m_flags & b2Contact::e_toiFlag) archive(c.m_toi);
        if (m.pointCount > 0) archive(m.type, m.localNormal, m.localPoint);
        for (int i = 0; i < m.pointCount; ++i)
            archive(m.points[i].localPoint, m.points[i].normalImpulse, m.points[i].tangentImpulse,
                    m.points[i].id.key);
    }

    template <typename Archive>
    static void tree_node(Archive& archive, b2TreeNode& node) {
        archive(node.height, node.next);
        if (node.height >= 0) archive(node.aabb, node.child1, node.child2);
    }

    template <typename Archive>
    static void write_tree(Archive& archive, b2World& w) {
        b2BroadPhase& broad = w.m_contactManager.m_broadPhase;
        b2DynamicTree& t = broad.m_tree;
        archive(t.m_root, t.m_nodeCount, t.m_nodeCapacity, t.m_freeList, t.m_path,
                t.m_insertionCount, broad.m_proxyCount, broad.m_moveCount);
        for (int i = 0; i < broad.m_moveCount; ++i) archive(broad.m_moveBuffer[i]);
        for (int i = 0; i < t.m_nodeCapacity; ++i) tree_node(archive, t.m_nodes[i]);
    }

    template <typename Archive>
    static void read_tree(Archive& archive, b2World& w, const std::vector<b2Body*>& bodies) {
        b2BroadPhase& broad = w.m_contactManager.m_broadPhase;
        b2DynamicTree& t = broad.m_tree;
        int32 moves = 0, capacity = 0;
        archive(t.m_root, t.m_nodeCount, capacity, t.m_freeList, t.m_path, t.m_insertionCount,
                broad.m_proxyCount, moves);
        broad.m_moveCount = 0;
        for (int i = 0; i < moves; ++i) {
            int32 proxy = 0;
            archive(proxy);
            broad.BufferMove(proxy);
        }
        b2Free(t.m_nodes);
        t.m_nodes = static_cast<b2TreeNode*>(b2Alloc(capacity * sizeof(b2TreeNode)));
        std::memset(static_cast<void*>(t.m_nodes), 0, capacity * sizeof(b2TreeNode));
        t.m_nodeCapacity = capacity;
        for (int i = 0; i < capacity; ++i) tree_node(archive, t.m_nodes[i]);
        for (b2Body* b : bodies)
            if (b)
                for_fixtures(b, [&](b2Fixture* f) {
                    for (int i = 0; i < f->m_proxyCount; ++i)
                        t.m_nodes[f->m_proxies[i].proxyId].userData = &f->m_proxies[i];
                });
    }

    // Which fixture of its body, in list order.
    static int32 ordinal(b2Fixture* fixture) {
        int32 found = -1, i = 0;
        for_fixtures(fixture->GetBody(), [&](b2Fixture* f) {
            if (f == fixture) found = i;
            ++i;
        });
        return found;
    }

    static b2Fixture* fixture_at(b2Body* body, int32 ordinal) {
        b2Fixture* found = nullptr;
        int32 i = 0;
        for_fixtures(body, [&](b2Fixture* f) {
            if (i++ == ordinal) found = f;
        });
        return found;
    }

    // Contacts oldest first: made again in that order, every list comes out as it was, because
    // the engine puts new contacts at the head of the world's list and of each body's.
    static std::vector<b2Contact*> oldest_first(b2World& w) {
        std::vector<b2Contact*> contacts;
        for (b2Contact* c = w.GetContactList(); c; c = c->GetNext()) contacts.push_back(c);
        return {contacts.rbegin(), contacts.rend()};
    }

    static b2Contact* make_contact(b2World& w, b2Fixture* a, b2Fixture* b) {
        b2ContactManager& manager = w.m_contactManager;
        manager.AddPair(&a->m_proxies[0], &b->m_proxies[0]);
        return manager.m_contactList;
    }
};

namespace topple {
namespace {

constexpr uint64_t kMagic = 0x31454c50504f5400;  // "\0TOPPLE1"

uint64_t mix(const char* bytes, size_t count) {
    uint64_t hash = count;
    for (size_t at = 0; at < count; at += sizeof(uint64_t)) {
        uint64_t word = 0;
        std::memcpy(&word, bytes + at, std::min(sizeof(word), count - at));
        hash = (hash ^ word) * 0x9e3779b97f4a7c15ull;
        hash ^= hash >> 32;
    }
    return hash;
}

struct Writer {
    std::string bytes;
    template <typename... T>
    void operator()(const T&... values) {
        (put(values), ...);
    }
    template <typename T>
    void put(const T& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        bytes.append(reinterpret_cast<const char*>(&value), sizeof(T));
    }
};

struct Reader {
    const std::string& bytes;
    size_t at = 0;
    template <typename... T>
    void operator()(T&... values) {
        (get(values), ...);
    }
    template <typename T>
    void get(T& value) {
        if (bytes.size() - at < sizeof(T)) throw SceneError("the snapshot is cut short");
        std::memcpy(static_cast<void*>(&value), bytes.data() + at, sizeof(T));
        at += sizeof(T);
    }
};

template <typename Archive>
void describe(Archive& archive, Body& body) {
    archive(body.dynamic, body.x, body.y, body.angle, body.density, body.friction,
            body.restitution, body.linear_damping, body.angular_damping, body.colour);
    auto shapes = static_cast<uint32_t>(body.shapes.size());
    archive(shapes);
    body.shapes.resize(shapes);
    for (Shape& shape : body.shapes) {
        auto vertices = static_cast<uint32_t>(shape.vertices.size());
        archive(shape.circle, shape.radius, vertices);
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
    scene.bodies.resize(count);
    for (Body& body : scene.bodies) describe(archive, body);
}

int32_t index_of(b2Fixture* fixture) {
    return static_cast<int32_t>(reinterpret_cast<intptr_t>(fixture->GetBody()->GetUserData()));
}

}  // namespace

struct Snapshot {
    // The moving part of a simulation. Contacts come first: making them again wakes bodies, and
    // what is read later puts that right.
    static void write(Writer& out, const Sim& sim) {
        b2World& world = *sim.world_;
        const auto contacts = ToppleAccess::oldest_first(world);
        out(sim.steps_, static_cast<uint32_t>(contacts.size()));
        for (b2Contact* contact : contacts) {
            b2Fixture* a = contact->GetFixtureA();
            b2Fixture* b = contact->GetFixtureB();
            out(index_of(a), ToppleAccess::ordinal(a), index_of(b), ToppleAccess::ordinal(b));
            ToppleAccess::contact(out, *contact);
        }
        for (b2Body* body : sim.bodies_)
            if (body) ToppleAccess::body(out, *body);
        ToppleAccess::write_tree(out, world);
        ToppleAccess::world(out, world);
    }

    static void read(Reader& in, Sim& sim) {
        b2World& world = *sim.world_;
        uint32_t contacts = 0;
        in(sim.steps_, contacts);
        for (uint32_t i = 0; i < contacts; ++i) {
            int32_t a = 0, ordinal_a = 0, b = 0, ordinal_b = 0;
            in(a, ordinal_a, b, ordinal_b);
            b2Contact* contact = ToppleAccess::make_contact(
                world, ToppleAccess::fixture_at(sim.living(a), ordinal_a),
                ToppleAccess::fixture_at(sim.living(b), ordinal_b));
            ToppleAccess::contact(in, *contact);
        }
        for (b2Body* body : sim.bodies_)
            if (body) ToppleAccess::body(in, *body);
        ToppleAccess::read_tree(in, world, sim.bodies_);
        ToppleAccess::world(in, world);
    }
};

uint64_t Sim::digest() const {
    Writer out;
    Snapshot::write(out, *this);
    return mix(out.bytes.data(), out.bytes.size());
}

std::string Sim::snapshot() const {
    Writer out;
    Scene all = *scene_;
    all.bodies.insert(all.bodies.end(), added_.begin(), added_.end());
    out(kMagic);
    describe(out, all);
    for (const b2Body* body : bodies_) out(body != nullptr);
    Snapshot::write(out, *this);
    out(mix(out.bytes.data(), out.bytes.size()));
    return std::move(out.bytes);
}

std::unique_ptr<Sim> Sim::restore(const std::string& bytes) {
    uint64_t magic = 0, seal = 0;
    if (bytes.size() > sizeof(seal))
        std::memcpy(&seal, bytes.data() + bytes.size() - sizeof(seal), sizeof(seal));
    Reader in{bytes};
    in(magic);
    if (magic != kMagic || seal != mix(bytes.data(), bytes.size() - sizeof(seal)))
        throw SceneError("not a snapshot, one of another version, or a damaged one");
    Scene scene;
    describe(in, scene);
    check(scene);
    auto sim = std::make_unique<Sim>(std::make_shared<const Scene>(std::move(scene)));
    for (int i = 0; i < sim->size(); ++i) {
        bool alive = false;
        in(alive);
        if (!alive) sim->remove(i);
    }
    Snapshot::read(in, *sim);
    return sim;
}

}  // namespace topple
