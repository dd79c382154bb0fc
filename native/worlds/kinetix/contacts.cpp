#include "worlds/kinetix/contacts.hpp"

#include "worlds/kinetix/narrow.hpp"

namespace topple::kinetix {
namespace {

constexpr float kSlop = 0.01f, kContactBias = 0.2f;

using Meet = Meeting (*)(const Placed&, const Placed&);

float approach(const Motion& a, const Motion& b, Vec point, Vec normal) {
    const Vec first = a.velocity + cross(a.spin, point - a.position);
    const Vec second = b.velocity + cross(b.spin, point - b.position);
    return dot(second - first, normal);
}

// Contacts, in the order of the pairs.
struct Found {
    int pair;
    Meeting meeting;
};

Contact contact_of(const Level& level, const State& state, const Pair& pair,
                   const Meeting& meeting, int point, int slot) {
    Contact contact;
    contact.pair = &pair;
    contact.slot = slot;
    contact.point = meeting.point[point];
    contact.normal = meeting.normal;
    contact.bias = (-kContactBias / kTimeStep) * least(0.0f, -meeting.penetration + kSlop);
    contact.bounce = approach(state.bodies[pair.a], state.bodies[pair.b], contact.point,
                              contact.normal) *
                     pair.restitution;
    contact.steady = !level.jointed[pair.a] && !level.jointed[pair.b];
    measure(level, state, contact);
    const Touch& before = state.touches[slot];
    if (before.active) {
        contact.impulse = before.normal;
        contact.friction_impulse = before.tangent;
    }
    return contact;
}

// List contact `point` of every meeting. Places count first the pairs that do not touch, then those
// that do, and go round the batches.
void fill(const Level& level, const State& state, const Pairs& pairs,
          const std::vector<Found>& found, int point, ContactList& list) {
    list.contacts.clear();
    list.order.clear();
    list.ends.clear();
    const int count = static_cast<int>(pairs.all.size());
    const int touching = static_cast<int>(found.size());
    static thread_local std::vector<int> batch_of;
    batch_of.clear();
    for (int i = 0; i < touching; ++i) {
        const auto& [number, meeting] = found[i];
        const Pair& pair = pairs.all[number];
        if (point >= meeting.points || !pair.resolved) continue;
        const int slot = pairs.first_slot + point * count + number;
        list.contacts.push_back(contact_of(level, state, pair, meeting, point, slot));
        list.contacts.back().forgets = number == count - 1 && pairs.last_forgets();
        batch_of.push_back((count - touching + i) % pairs.batches);
    }
    for (int batch = 0; batch < pairs.batches; ++batch) {
        for (int i = 0; i < static_cast<int>(batch_of.size()); ++i)
            if (batch_of[i] == batch) list.order.push_back(i);
        list.ends.push_back(static_cast<int>(list.order.size()));
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

// The speed that an impulse of 1 along an axis gives the bodies.
float compliance(const Shape& a, const Shape& b, Vec a_lever, Vec b_lever, Vec axis) {
    const float along_a = dot(a_lever, axis), along_b = dot(b_lever, axis);
    return a.inverse_mass + b.inverse_mass +
           a.inverse_inertia * (dot(a_lever, a_lever) - along_a * along_a) +
           b.inverse_inertia * (dot(b_lever, b_lever) - along_b * along_b);
}

}  // namespace

void measure(const Level& level, const State& state, Contact& contact) {
    const Pair& pair = *contact.pair;
    const Shape &a = level.shapes[pair.a], &b = level.shapes[pair.b];
    contact.a_lever = contact.point - state.bodies[pair.a].position;
    contact.b_lever = contact.point - state.bodies[pair.b].position;
    contact.give =
        nonzero(compliance(a, b, contact.a_lever, contact.b_lever, contact.normal));
    contact.slide =
        nonzero(compliance(a, b, contact.a_lever, contact.b_lever, tangent_of(contact.normal)));
}

void find_contacts(const Level& level, State& state,
                   const std::array<Rotation, kMostBodies>& rotations, Contacts& contacts) {
    std::array<Placed, kMostBodies> placed;
    for (int i = 0; i < level.bodies(); ++i)
        if (level.shapes[i].active)
            placed[i] = place(level, i, state.bodies[i].position, rotations[i]);
    static thread_local std::vector<Found> found;
    find(level.polygon_pairs, placed, meet_polygons, found);
    fill(level, state, level.polygon_pairs, found, 0, contacts.polygons_first);
    fill(level, state, level.polygon_pairs, found, 1, contacts.polygons_second);
    mark(level.polygon_pairs, found, state, 2);
    find(level.circle_polygon_pairs, placed, meet_circle_polygon, found);
    fill(level, state, level.circle_polygon_pairs, found, 0, contacts.circle_polygon);
    mark(level.circle_polygon_pairs, found, state, 1);
    find(level.circle_pairs, placed, meet_circles, found);
    fill(level, state, level.circle_pairs, found, 0, contacts.circles);
    mark(level.circle_pairs, found, state, 1);
}

}  // namespace topple::kinetix
