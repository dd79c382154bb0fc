// The way to the engine's private state.
#pragma once

#include <Box2D/Box2D.h>

// A patch makes it a friend of the engine's classes; so are the structs within.
struct ToppleAccess {
    struct EngineArchive;
    struct EngineControl;

    template <typename Each>
    static void for_fixtures(b2Body* body, Each each) {
        for (b2Fixture* f = body->m_fixtureList; f; f = f->m_next) each(f);
    }

    // Returns null if the two can have no contact, or have one already.
    static b2Contact* make_contact(b2World& w, b2Fixture* a, b2Fixture* b) {
        b2ContactManager& manager = w.m_contactManager;
        const int32 before = manager.m_contactCount;
        if (a && b) manager.AddPair(&a->m_proxies[0], &b->m_proxies[0]);
        b2Contact* made = manager.m_contactList;
        if (manager.m_contactCount == before || made->m_fixtureA != a) return nullptr;
        return made;
    }
};
