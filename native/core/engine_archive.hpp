// The engine's private state as bytes, for snapshots and digests. Everything read back is checked
// before it is used, because a forged number could crash the engine.
#pragma once

#include <cmath>
#include <cstring>
#include <vector>

#include "core/engine_access.hpp"

using EngineArchive = ToppleAccess::EngineArchive;

// `Archive` is a Writer or a Reader.
struct ToppleAccess::EngineArchive {
    template <typename Archive>
    static void body(Archive& archive, b2Body& b) {
        const auto flags = b.m_flags;
        const b2Vec2 centre = b.m_sweep.localCenter;
        archive(b.m_flags, b.m_xf, b.m_sweep, b.m_linearVelocity, b.m_angularVelocity, b.m_force,
                b.m_torque, b.m_sleepTime);
        constexpr int32 passing = b2Body::e_islandFlag | b2Body::e_awakeFlag | b2Body::e_toiFlag;
        archive.need(((b.m_flags ^ flags) & ~passing) == 0);
        archive.need(near(b.m_xf.p) && near(b.m_sweep.c0) && near(b.m_sweep.c));
        archive.need(std::abs(b.m_xf.q.s) <= 1.0f && std::abs(b.m_xf.q.c) <= 1.0f);
        archive.need(std::abs(b.m_sweep.a0) < kFar && std::abs(b.m_sweep.a) < kFar);
        archive.need(b.m_sweep.alpha0 >= 0.0f && b.m_sweep.alpha0 <= 1.0f);
        archive.need(b.m_sweep.localCenter == centre);
        archive.need(b.m_force == b2Vec2_zero && b.m_torque == 0.0f);
        archive.need(b.m_sleepTime >= 0.0f);
        for_fixtures(&b, [&](b2Fixture* f) {
            for (int i = 0; i < f->m_proxyCount; ++i) {
                archive(f->m_proxies[i].aabb, f->m_proxies[i].proxyId);
                archive.need(sound(f->m_proxies[i].aabb));
            }
        });
    }

    template <typename Archive>
    static void world(Archive& archive, b2World& w, float time_step) {
        archive(w.m_flags, w.m_inv_dt0, w.m_stepComplete);
        archive.need((w.m_flags & ~(b2World::e_newFixture | b2World::e_clearForces)) == 0);
        archive.need(w.m_inv_dt0 == 0.0f || w.m_inv_dt0 == 1.0f / time_step);
        archive.need(w.m_stepComplete);
    }

    template <typename Archive>
    static void contact(Archive& archive, b2Contact& c) {
        b2Manifold& m = c.m_manifold;
        const float friction = c.m_friction, restitution = c.m_restitution;
        archive(c.m_flags, c.m_toiCount, c.m_friction, c.m_restitution, c.m_tangentSpeed,
                m.pointCount);
        archive.need(c.m_flags < 2 * b2Contact::e_toiFlag);
        archive.need(c.m_toiCount >= 0 && c.m_toiCount <= b2_maxSubSteps + 1);
        archive.need(c.m_friction == friction && c.m_restitution == restitution);
        archive.need(c.m_tangentSpeed == 0.0f);
        archive.need(m.pointCount >= 0 && m.pointCount <= b2_maxManifoldPoints);
        archive.need(c.IsTouching() == (m.pointCount > 0));
        // The engine leaves the rest unset until its first use.
        if (c.m_flags & b2Contact::e_toiFlag) {
            archive(c.m_toi);
            archive.need(c.m_toi >= 0.0f && c.m_toi <= 1.0f);
        }
        if (m.pointCount > 0) {
            // A reader's manifold has no type yet, and loading one that is none is undefined.
            int32 type;
            static_assert(sizeof(type) == sizeof(m.type));
            std::memcpy(&type, &m.type, sizeof(type));
            archive(type, m.localNormal, m.localPoint);
            archive.need(type >= b2Manifold::e_circles && type <= b2Manifold::e_faceB);
            m.type = static_cast<b2Manifold::Type>(type);
        }
        for (int i = 0; i < m.pointCount; ++i) {
            archive(m.points[i].localPoint, m.points[i].normalImpulse, m.points[i].tangentImpulse,
                    m.points[i].id.key);
            archive.need(near(m.localNormal) && near(m.localPoint) && near(m.points[i].localPoint));
            archive.need(m.points[i].normalImpulse >= 0.0f);
        }
    }

    // The impulses that the solver starts from; every step sets the rest of a joint anew.
    template <typename Archive>
    static void joint(Archive& archive, b2Joint& j) {
        switch (j.GetType()) {
            case e_revoluteJoint: {
                auto& hinge = static_cast<b2RevoluteJoint&>(j);
                archive(hinge.m_impulse.x, hinge.m_impulse.y);
                return;
            }
            case e_distanceJoint:
                return archive(static_cast<b2DistanceJoint&>(j).m_impulse);
            default: {
                float& pull = static_cast<b2RopeJoint&>(j).m_impulse;
                archive(pull);
                archive.need(pull <= 0.0f);
            }
        }
    }

    template <typename Archive>
    static void tree_node(Archive& archive, b2TreeNode& node) {
        archive(node.height, node.next);
        if (node.height < 0) return;
        archive(node.aabb, node.child1, node.child2);
        archive.need(sound(node.aabb));
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
        archive.need(capacity >= 1 && capacity <= kMostNodes);
        archive.need(t.m_insertionCount >= 0 && t.m_insertionCount < INT32_MAX / 2);
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
        archive.need(check_tree(t) == broad.m_proxyCount);
        claim_leaves(archive, broad, bodies);
    }

    // The place of a fixture in the list of its body.
    static int32 ordinal(b2Fixture* fixture) {
        int32 i = 0;
        for (b2Fixture* f = fixture->GetBody()->m_fixtureList; f != fixture; f = f->m_next) ++i;
        return i;
    }

    // Returns null if the body has no such fixture.
    static b2Fixture* fixture_at(b2Body* body, int32 ordinal) {
        b2Fixture* f = ordinal < 0 ? nullptr : body->m_fixtureList;
        for (; f && ordinal > 0; --ordinal) f = f->m_next;
        return f;
    }

    // Contacts, oldest first. Creating them again in this order restores every list, because the
    // engine puts a new contact at the head of the world's list and of each body's list.
    static std::vector<b2Contact*> oldest_first(b2World& w) {
        std::vector<b2Contact*> contacts;
        for (b2Contact* c = w.GetContactList(); c; c = c->GetNext()) contacts.push_back(c);
        return {contacts.rbegin(), contacts.rend()};
    }

  private:
    // In metres and radians: more than any body reaches in 2^31 steps, and squares stay finite.
    static constexpr float kFar = 1e10f;
    // A power of two above twice the number of fixtures in the largest scene.
    static constexpr int32 kMostNodes = 1 << 18;

    static bool near(const b2Vec2& v) { return std::abs(v.x) < kFar && std::abs(v.y) < kFar; }

    static bool sound(const b2AABB& box) {
        return near(box.lowerBound) && near(box.upperBound) &&
               box.lowerBound.x <= box.upperBound.x && box.lowerBound.y <= box.upperBound.y;
    }

    // Check that every node is in the tree or in the free list, exactly once. Returns the number of
    // leaves, or -1.
    static int32 check_tree(const b2DynamicTree& t) {
        const int32 capacity = t.m_nodeCapacity;
        const auto known = [&](int32 node) { return node >= 0 && node < capacity; };
        std::vector<bool> seen(capacity);
        int32 used = 0, leaves = 0;
        std::vector<std::pair<int32, int32>> below = {{t.m_root, b2_nullNode}};
        if (t.m_root == b2_nullNode) below.clear();
        while (!below.empty()) {
            const auto [at, parent] = below.back();
            below.pop_back();
            if (!known(at) || seen[at]) return -1;
            seen[at] = true;
            ++used;
            const b2TreeNode& node = t.m_nodes[at];
            if (node.parent != parent || node.height < 0) return -1;
            if (node.IsLeaf()) {
                if (node.child2 != b2_nullNode || node.height != 0) return -1;
                ++leaves;
                continue;
            }
            if (!known(node.child1) || !known(node.child2)) return -1;
            const int32 tallest =
                b2Max(t.m_nodes[node.child1].height, t.m_nodes[node.child2].height);
            if (tallest == INT32_MAX || node.height != 1 + tallest) return -1;
            below.push_back({node.child1, at});
            below.push_back({node.child2, at});
        }
        if (used != t.m_nodeCount) return -1;
        for (int32 at = t.m_freeList; at != b2_nullNode; at = t.m_nodes[at].next) {
            if (!known(at) || seen[at] || t.m_nodes[at].height != -1) return -1;
            seen[at] = true;
            ++used;
        }
        return used == capacity ? leaves : -1;
    }

    // Check that every fixture proxy is a leaf of its own and that there are no other leaves.
    template <typename Archive>
    static void claim_leaves(Archive& archive, b2BroadPhase& broad,
                             const std::vector<b2Body*>& bodies) {
        b2DynamicTree& t = broad.m_tree;
        const auto is_leaf = [&](int32 node) {
            return node >= 0 && node < t.m_nodeCapacity && t.m_nodes[node].height == 0;
        };
        int32 claimed = 0;
        for (b2Body* b : bodies) {
            if (!b) continue;
            for_fixtures(b, [&](b2Fixture* f) {
                for (int i = 0; i < f->m_proxyCount; ++i, ++claimed) {
                    b2FixtureProxy& proxy = f->m_proxies[i];
                    archive.need(is_leaf(proxy.proxyId) && !t.m_nodes[proxy.proxyId].userData);
                    t.m_nodes[proxy.proxyId].userData = &proxy;
                }
            });
        }
        archive.need(claimed == broad.m_proxyCount);
        for (int i = 0; i < broad.m_moveCount; ++i)
            archive.need(broad.m_moveBuffer[i] == b2BroadPhase::e_nullProxy ||
                         is_leaf(broad.m_moveBuffer[i]));
    }
};
