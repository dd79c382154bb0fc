// What a rollout over a recorded scene reads and sets in the engine: states to return to, and which
// bodies move.
#pragma once

#include <cstring>
#include <vector>

#include "core/engine_access.hpp"

using EngineControl = ToppleAccess::EngineControl;

struct ToppleAccess::EngineControl {
    // What a body or a contact takes along from one world to an equal one.
    struct BodyState {
        decltype(b2Body::m_flags) flags;
        b2Transform xf;
        b2Sweep sweep;
        b2Vec2 velocity;
        float spin, sleep_time;
    };
    struct ContactState {
        uint32 flags;
        int32 impacts;
        float impact;
        b2Manifold manifold;
    };

    static BodyState state_of(const b2Body& b) {
        return {b.m_flags,         b.m_xf,       b.m_sweep, b.m_linearVelocity,
                b.m_angularVelocity, b.m_sleepTime};
    }

    static void set_state(b2Body& b, const BodyState& s) {
        b.m_flags = s.flags;
        b.m_xf = s.xf;
        b.m_sweep = s.sweep;
        b.m_linearVelocity = s.velocity;
        b.m_angularVelocity = s.spin;
        b.m_sleepTime = s.sleep_time;
    }

    static void set_position(b2Body& b, const b2Vec2& p) { b.m_xf.p = p; }

    // Copies bytes, because the engine leaves parts unset until their first use.
    static ContactState state_of(const b2Contact& c) {
        ContactState s;
        s.flags = c.m_flags, s.impacts = c.m_toiCount;
        std::memcpy(&s.impact, &c.m_toi, sizeof(s.impact));
        std::memcpy(static_cast<void*>(&s.manifold), &c.m_manifold, sizeof(s.manifold));
        return s;
    }

    static void set_state(b2Contact& c, const ContactState& s) {
        c.m_flags = s.flags, c.m_toiCount = s.impacts;
        std::memcpy(&c.m_toi, &s.impact, sizeof(s.impact));
        std::memcpy(static_cast<void*>(&c.m_manifold), &s.manifold, sizeof(s.manifold));
    }

    // The tight boxes around the fixtures of a body, and their numbers in the tree.
    template <typename Each>
    static void for_boxes(b2Body* body, Each each) {
        for_fixtures(body, [&](b2Fixture* f) { each(f->m_proxies[0].aabb, box_of(f)); });
    }

    static int32 box_of(const b2Fixture* fixture) { return fixture->m_proxies[0].proxyId; }

    static b2Fixture* fixture_of(b2World& w, int32 box) {
        return static_cast<b2FixtureProxy*>(broad_phase(w).GetUserData(box))->fixture;
    }

    static b2BroadPhase& broad_phase(b2World& w) { return w.m_contactManager.m_broadPhase; }

    // More than the largest number of a box.
    static int32 boxes(b2World& w) { return broad_phase(w).m_tree.m_nodeCapacity; }

    // Give a box other bounds, as the engine does when a body has left them.
    static void set_bounds(b2World& w, int32 box, const b2AABB& bounds) {
        b2DynamicTree& t = broad_phase(w).m_tree;
        t.RemoveLeaf(box);
        t.m_nodes[box].aabb = bounds;
        t.InsertLeaf(box);
    }

    // Boxes that have moved since the last search for pairs, in the order of their moves.
    template <typename Each>
    static void for_moves(b2World& w, Each each) {
        b2BroadPhase& broad = broad_phase(w);
        for (int32 i = 0; i < broad.m_moveCount; ++i)
            each(broad.m_moveBuffer[i], broad.GetFatAABB(broad.m_moveBuffer[i]));
    }

    static void listen(b2World& w, b2ContactFilter* filter, b2MoveListener* listener) {
        w.m_contactManager.m_contactFilter = filter;
        w.m_contactManager.m_moveListener = listener;
    }

    // The first search for pairs, which is otherwise a part of the first step.
    static void find_first_contacts(b2World& w) {
        w.m_contactManager.FindNewContacts();
        w.m_flags &= ~b2World::e_newFixture;
    }

    // Simulate these bodies only, in the order of all bodies.
    template <typename Moves>
    static void move_only(b2World& w, Moves moves) {
        b2Body** end = &w.m_movingList;
        for (b2Body* b = w.m_bodyList; b; b = b->m_next)
            if (moves(b)) {
                *end = b;
                end = &b->m_nextMoving;
            }
        *end = nullptr;
        w.m_bodiesChanged = false;
        w.m_sweepsAdvanced = true;
    }

    static void move_all(b2World& w) { w.m_bodiesChanged = w.m_sweepsAdvanced = true; }

    // Look for pairs of these boxes only.
    static void set_moves(b2World& w, const std::vector<int32>& boxes) {
        b2BroadPhase& broad = broad_phase(w);
        broad.m_moveCount = 0;
        for (int32 box : boxes) broad.BufferMove(box);
    }

    // Whether a fixed body is awake has no effect, but a digest contains it. `mark` makes changes
    // visible, `changed` tells whether there was one.
    static void mark(b2Body& b) {
        b.m_flags &= ~b2Body::e_awakeFlag;
        b.m_sleepTime = 1.0f;
    }
    static bool changed(b2Body& b) {
        const bool changed = b.IsAwake() || b.m_sleepTime == 0.0f;
        b.m_sleepTime = 0.0f;
        return changed;
    }
    static void set_awake(b2Body& b, bool awake) {
        b.m_flags = awake ? b.m_flags | b2Body::e_awakeFlag : b.m_flags & ~b2Body::e_awakeFlag;
    }

    // A copy of the tree of boxes, to return to.
    struct Tree {
        std::vector<b2TreeNode> nodes;
        int32 root, count, free, insertions;
        float inverse_step;
    };

    static void copy_tree(b2World& w, Tree& to) {
        const b2DynamicTree& t = broad_phase(w).m_tree;
        to.nodes.assign(t.m_nodes, t.m_nodes + t.m_nodeCapacity);
        to.root = t.m_root, to.count = t.m_nodeCount, to.free = t.m_freeList;
        to.insertions = t.m_insertionCount;
        to.inverse_step = w.m_inv_dt0;
    }

    static void set_tree(b2World& w, const Tree& from) {
        b2DynamicTree& t = broad_phase(w).m_tree;
        std::memcpy(static_cast<void*>(t.m_nodes), from.nodes.data(),
                    from.nodes.size() * sizeof(b2TreeNode));
        t.m_root = from.root, t.m_nodeCount = from.count, t.m_freeList = from.free;
        t.m_insertionCount = from.insertions;
        w.m_inv_dt0 = from.inverse_step;
    }

    static void destroy_contacts(b2World& w) {
        while (b2Contact* c = w.m_contactManager.m_contactList) w.m_contactManager.Destroy(c);
    }
};
