// Contacts that share no moving body may be solved in any order, or at once. A contact waits only
// for those before it that share a body with it, so the next round over all contacts begins while
// one still goes on: contact c of round r is solved at time `when[c] + r * interval`. Contacts whose
// times are equal modulo the interval form a group.
#include "box2d/lanes.hpp"

#include <algorithm>
#include <vector>

#include "box2d/group.hpp"

namespace topple {
namespace {

// A group and when its contacts are solved.
struct Slot {
    Group group;
    Lanes contact, start;  // the contact's number; the first round in which it is solved
    int size;
};

// Give every contact a time at which those before it are done with its bodies and a lane is free.
// Returns the shortest interval after which all bodies are free for the next round.
int32 place(const b2ContactVelocityConstraint* contacts, int32 count, int32 bodies, int32 interval,
            std::vector<int32>& when) {
    std::vector<int32> used(interval), first(bodies, -1), free(bodies);
    int32 shortest = 1;
    for (int32 i = 0; i < count; ++i) {
        const b2ContactVelocityConstraint& c = contacts[i];
        int32 time = std::max(c.fixedA ? 0 : free[c.indexA], c.fixedB ? 0 : free[c.indexB]);
        while (used[time % interval] == kLanes) ++time;
        ++used[time % interval];
        when[i] = time;
        const auto take = [&](int32 body) {
            if (first[body] < 0) first[body] = time;
            free[body] = time + 1;
            shortest = std::max(shortest, free[body] - first[body]);
        };
        if (!c.fixedA) take(c.indexA);
        if (!c.fixedB) take(c.indexB);
    }
    return shortest;
}

std::vector<Slot> fill_slots(const b2ContactVelocityConstraint* contacts, int32 count,
                             const std::vector<int32>& when, int32 interval, int32 nobody) {
    std::vector<Slot> slots(interval);
    for (Slot& slot : slots) slot.group.a.fill(nobody), slot.group.b.fill(nobody);
    for (int32 i = 0; i < count; ++i) {
        Slot& slot = slots[when[i] % interval];
        slot.contact[slot.size] = i;
        slot.start[slot.size] = when[i] / interval;
        slot.group.put(contacts[i], slot.size++);
    }
    return slots;
}

// In the first and the last rounds, only some contacts of a group take part.
void solve_some(Slot& slot, Four* motions, int32 nobody, int32 round, int32 rounds) {
    Group some = slot.group;
    const auto absent = [&](int i) {
        return round < slot.start[i] || round >= slot.start[i] + rounds;
    };
    for (int i = 0; i < slot.size; ++i)
        if (absent(i)) some.a[i] = some.b[i] = nobody;
    some.solve(motions);
    for (int i = 0; i < slot.size; ++i)
        if (!absent(i)) slot.group.take_impulses(some, i);
}

}  // namespace

void solve_in_lanes(b2ContactVelocityConstraint* contacts, int32 count, b2Velocity* velocities,
                    int32 bodies, int32 rounds) {
    std::vector<int32> when(count);
    int32 interval = place(contacts, count, bodies, count, when);
    interval = std::max(interval, (count + kLanes - 1) / kLanes);
    while (place(contacts, count, bodies, interval, when) > interval) interval += 1 + interval / 16;

    const int32 nobody = bodies, late = *std::max_element(when.begin(), when.end()) / interval;
    std::vector<Slot> slots = fill_slots(contacts, count, when, interval, nobody);
    std::vector<Four> motions(bodies + 1);
    for (int32 i = 0; i < bodies; ++i)
        motions[i] = Four{velocities[i].v.x, velocities[i].v.y, velocities[i].w, 0.0f};
    for (int32 round = 0; round < rounds + late; ++round)
        for (Slot& slot : slots) {
            if (round < late || round >= rounds)
                solve_some(slot, motions.data(), nobody, round, rounds);
            else
                slot.group.solve(motions.data());
        }
    for (int32 i = 0; i < bodies; ++i) {
        velocities[i].v.Set(motions[i][0], motions[i][1]);
        velocities[i].w = motions[i][2];
    }
    for (const Slot& slot : slots)
        for (int i = 0; i < slot.size; ++i)
            slot.group.give_impulses(contacts[slot.contact[i]], i);
}

}  // namespace topple
