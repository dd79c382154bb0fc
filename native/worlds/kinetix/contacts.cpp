#include "worlds/kinetix/contacts.hpp"

#include "worlds/kinetix/narrow.hpp"

namespace topple::kinetix {
namespace {

using Meet = Meeting (*)(const Placed&, const Placed&);

float approach(const Motion& a, const Motion& b, Vec point, Vec normal) {
    const Vec first = a.velocity + cross(a.spin, point - a.position);
    const Vec second = b.velocity + cross(b.spin, point - b.position);
    return dot(second - first, normal);
}

// What touches, in the order of the pairs.
struct Found {
    int pair;
    Meeting meeting;
};

// Put contact `point` of every meeting into its batch: places count first the pairs that do not
// touch, then those that do, and go round the batches.
void fill(const State& state, const Pairs& pairs,
          const std::vector<Found>& found, int point, ContactList& list) {
    list.contacts.clear();
    list.ends.clear();
    const int count = static_cast<int>(pairs.all.size());
    const int touching = static_cast<int>(found.size());
    for (int batch = 0; batch < pairs.batches; ++batch) {
        for (int i = 0; i < touching; ++i) {
            if ((count - touching + i) % pairs.batches != batch) continue;
            const auto& [number, meeting] = found[i];
            const Pair& pair = pairs.all[number];
            if (point >= meeting.points || !pair.resolved) continue;
            Contact contact;
            contact.pair = &pair;
            contact.slot = pairs.first_slot + point * count + number;
            contact.forgets = number == count - 1 && pairs.last_forgets();
            contact.point = meeting.point[point];
            contact.normal = meeting.normal;
            contact.penetration = meeting.penetration;
            contact.bounce = approach(state.bodies[pair.a], state.bodies[pair.b], contact.point,
                                      contact.normal) *
                             pair.restitution;
            const Touch& before = state.touches[contact.slot];
            if (before.active) {
                contact.impulse = before.normal;
                contact.friction_impulse = before.tangent;
            }
            list.contacts.push_back(contact);
        }
        list.ends.push_back(static_cast<int>(list.contacts.size()));
    }
}

void find(const Pairs& pairs, const std::array<Placed, kMostBodies>& placed, Meet meet,
          std::vector<Found>& found) {
    found.clear();
    for (int i = 0; i < static_cast<int>(pairs.all.size()); ++i) {
        const Pair& pair = pairs.all[i];
        if (!pair.meets || far_apart(placed[pair.a], placed[pair.b])) continue;
        const Meeting meeting = meet(placed[pair.a], placed[pair.b]);
        if (meeting.points > 0) found.push_back({i, meeting});
    }
}

void mark(const Pairs& pairs, const std::vector<Found>& found, State& state, int points) {
    const int count = static_cast<int>(pairs.all.size());
    for (int slot = 0; slot < points * count; ++slot) state.touches[pairs.first_slot + slot] = {};
    for (const Found& f : found)
        for (int point = 0; point < f.meeting.points; ++point)
            state.touches[pairs.first_slot + point * count + f.pair].active = true;
}

}  // namespace

void find_contacts(const Level& level, State& state,
                   const std::array<Rotation, kMostBodies>& rotations, Contacts& contacts) {
    std::array<Placed, kMostBodies> placed;
    for (int i = 0; i < level.bodies(); ++i)
        if (level.shapes[i].active)
            placed[i] = place(level, i, state.bodies[i].position, rotations[i]);
    static thread_local std::vector<Found> found;
    find(level.polygon_pairs, placed, meet_polygons, found);
    fill(state, level.polygon_pairs, found, 0, contacts.polygons_first);
    fill(state, level.polygon_pairs, found, 1, contacts.polygons_second);
    mark(level.polygon_pairs, found, state, 2);
    find(level.circle_polygon_pairs, placed, meet_circle_polygon, found);
    fill(state, level.circle_polygon_pairs, found, 0, contacts.circle_polygon);
    mark(level.circle_polygon_pairs, found, state, 1);
    find(level.circle_pairs, placed, meet_circles, found);
    fill(state, level.circle_pairs, found, 0, contacts.circles);
    mark(level.circle_pairs, found, state, 1);
}

}  // namespace topple::kinetix
