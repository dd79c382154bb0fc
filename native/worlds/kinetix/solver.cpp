#include "worlds/kinetix/solver.hpp"

namespace topple::kinetix {
namespace {

constexpr float kJointVelocityBias = 2.0f, kJointPositionShare = 0.7f, kJointStiffness = 0.6f;
constexpr float kFixedBias = 2.0f, kLimitBias = 5.0f;

struct Change {
    Vec velocity;
    float spin = 0.0f;
};

Change operator+(Change a, Change b) { return {a.velocity + b.velocity, a.spin + b.spin}; }

void apply(Motion& body, const Change& change) {
    body.velocity = body.velocity + change.velocity;
    body.spin += change.spin;
}

// An impulse changes the two bodies of a contact.
struct Push {
    Change a, b;
};

Push push(const Shape& a, const Shape& b, Vec a_lever, Vec b_lever, Vec impulse) {
    return {{-impulse * a.inverse_mass, -a.inverse_inertia * cross(a_lever, impulse)},
            {impulse * b.inverse_mass, b.inverse_inertia * cross(b_lever, impulse)}};
}

Push solve(const Level& level, const State& state, Contact& contact) {
    if (!contact.steady) measure(level, state, contact);
    const Pair& pair = *contact.pair;
    const Shape &sa = level.shapes[pair.a], &sb = level.shapes[pair.b];
    const Motion &a = state.bodies[pair.a], &b = state.bodies[pair.b];
    const Vec normal = contact.normal, tangent = tangent_of(normal);
    const Vec ra = contact.a_lever, rb = contact.b_lever;

    const Vec relative = (b.velocity + cross(b.spin, rb)) - (a.velocity + cross(a.spin, ra));
    const float gained =
        (-dot(relative, normal) + contact.bias - contact.bounce) / contact.give;
    const float impulse = most(contact.impulse + gained, 0.0f);
    const Push along = push(sa, sb, ra, rb, normal * (impulse - contact.impulse));

    const Vec sliding = (b.velocity + along.b.velocity) + cross(b.spin + along.b.spin, rb) -
                        (a.velocity + along.a.velocity) - cross(a.spin + along.a.spin, ra);
    const float grip = pair.friction * impulse;
    const float friction =
        clamp(contact.friction_impulse - dot(sliding, tangent) / contact.slide, -grip, grip);
    const Push across = push(sa, sb, ra, rb, tangent * (friction - contact.friction_impulse));

    contact.impulse = contact.forgets ? 0.0f : impulse;
    contact.friction_impulse = contact.forgets ? 0.0f : friction;
    return {along.a + across.a, along.b + across.b};
}

void solve(const Level& level, State& state, ContactList& list) {
    Push pushes[kSolverBatch];
    int begin = 0;
    for (int end : list.ends) {
        // All contacts of a batch see the same state.
        for (int i = begin; i < end; ++i)
            pushes[i - begin] = solve(level, state, list.contacts[list.order[i]]);
        for (int i = begin; i < end; ++i)
            apply(state.bodies[list.contacts[list.order[i]].pair->a], pushes[i - begin].a);
        for (int i = begin; i < end; ++i)
            apply(state.bodies[list.contacts[list.order[i]].pair->b], pushes[i - begin].b);
        begin = end;
    }
}

Push stored(const Level& level, const Contact& contact) {
    const Pair& pair = *contact.pair;
    const Vec impulse = contact.normal * contact.impulse +
                        tangent_of(contact.normal) * contact.friction_impulse;
    return push(level.shapes[pair.a], level.shapes[pair.b], contact.a_lever, contact.b_lever,
                impulse);
}

// The second point of a pair joins the first.
void warm_start(const Level& level, State& state, const ContactList& list,
                const ContactList* second = nullptr) {
    static thread_local std::vector<Push> pushes;
    pushes.clear();
    size_t next = 0;
    for (const Contact& contact : list.contacts) {
        Push both = stored(level, contact);
        if (second && next < second->contacts.size() &&
            second->contacts[next].pair == contact.pair) {
            const Push more = stored(level, second->contacts[next++]);
            both = {both.a + more.a, both.b + more.b};
        }
        pushes.push_back(both);
    }
    for (size_t i = 0; i < pushes.size(); ++i)
        apply(state.bodies[list.contacts[i].pair->a], pushes[i].a);
    for (size_t i = 0; i < pushes.size(); ++i)
        apply(state.bodies[list.contacts[i].pair->b], pushes[i].b);
}

Vec joint_point(const Shape& a, const Shape& b, Vec at_a, Vec at_b) {
    if (a.inverse_mass == 0.0f) return at_a;
    if (b.inverse_mass == 0.0f) return at_b;
    return (at_a / a.inverse_mass + at_b / b.inverse_mass) /
           (1.0f / a.inverse_mass + 1.0f / b.inverse_mass);
}

void solve(const Level& level, State& state, const Link& link) {
    const Joint& joint = *link.joint;
    const Shape &sa = level.shapes[joint.a], &sb = level.shapes[joint.b];
    Motion &a = state.bodies[joint.a], &b = state.bodies[joint.b];
    const float mass = nonzero(sa.inverse_mass + sb.inverse_mass);
    const Vec at_a = a.position + link.a_lever, at_b = b.position + link.b_lever;
    const Vec gap = at_b - at_a, point = joint_point(sa, sb, at_a, at_b);

    const Vec relative = (b.velocity + cross(b.spin, point - b.position)) -
                         (a.velocity + cross(a.spin, point - a.position));
    const Vec axis = relative / nonzero(length(relative));
    const float across_a = cross(link.a_lever, axis), across_b = cross(link.b_lever, axis);
    const Vec impulse = (relative + gap * kJointVelocityBias) /
                        nonzero(mass + (across_a * across_a * sa.inverse_inertia +
                                        across_b * across_b * sb.inverse_inertia)) *
                        kJointStiffness;
    Change to_a{impulse * sa.inverse_mass, cross(link.a_lever, impulse) * sa.inverse_inertia};
    Change to_b{-impulse * sb.inverse_mass, -cross(link.b_lever, impulse) * sb.inverse_inertia};

    float turn = 0.0f;
    if (link.turns) {
        const float spin = b.spin + to_b.spin - a.spin - to_a.spin;
        const float limit = kLimitBias * link.beyond;
        const float wanted = joint.fixed                 ? spin + kFixedBias * link.angle
                             : sign(spin) == sign(limit) ? spin + limit
                                                         : 0.0f;
        turn = wanted / nonzero(sa.inverse_inertia + sb.inverse_inertia);
        to_a.spin += turn * sa.inverse_inertia;
        to_b.spin -= turn * sb.inverse_inertia;
    }
    apply(a, to_a);
    apply(b, to_b);
    a.position = a.position + gap / mass * sa.inverse_mass * kJointPositionShare;
    b.position = b.position + -(gap / mass) * sb.inverse_mass * kJointPositionShare;
    link.pull->impulse = impulse + link.pull->impulse;
    link.pull->turn = joint.fixed ? turn + link.pull->turn : 0.0f;
}

void warm_start(const Level& level, State& state, const Links& links) {
    for (int i = 0; i < links.count; ++i) {
        const Link& link = links.all[i];
        const Shape& a = level.shapes[link.joint->a];
        const Vec pull = link.pull->impulse;
        apply(state.bodies[link.joint->a],
              {pull * a.inverse_mass, a.inverse_inertia * cross(link.a_lever, pull) +
                                          link.pull->turn * a.inverse_inertia});
    }
    for (int i = 0; i < links.count; ++i) {
        const Link& link = links.all[i];
        const Shape& b = level.shapes[link.joint->b];
        const Vec pull = link.pull->impulse;
        apply(state.bodies[link.joint->b],
              {-pull * b.inverse_mass, -b.inverse_inertia * cross(link.b_lever, pull) -
                                           link.pull->turn * b.inverse_inertia});
    }
}

}  // namespace

Links find_links(const Level& level, State& state,
                 const std::array<Rotation, kMostBodies>& rotations) {
    Links links;
    for (size_t i = 0; i < level.joints.size(); ++i) {
        if (!level.linked[i]) {
            state.pulls[i] = {};
            continue;
        }
        const Joint& joint = level.joints[i];
        Link& link = links.all[links.count++];
        link.joint = &joint;
        link.pull = &state.pulls[i];
        link.a_lever = turn(rotations[joint.a], joint.a_anchor);
        link.b_lever = turn(rotations[joint.b], joint.b_anchor);
        link.angle = state.bodies[joint.b].rotation - state.bodies[joint.a].rotation - joint.rest;
        link.beyond = link.angle - clamp(link.angle, joint.least, joint.most);
        link.turns = joint.fixed || (joint.limited && link.beyond != 0.0f);
    }
    return links;
}

void warm_start(const Level& level, State& state, Contacts& contacts, const Links& links) {
    warm_start(level, state, contacts.polygons_first, &contacts.polygons_second);
    warm_start(level, state, contacts.circle_polygon);
    warm_start(level, state, contacts.circles);
    warm_start(level, state, links);
}

void iterate(const Level& level, State& state, Contacts& contacts, const Links& links) {
    for (int i = 0; i < links.count; ++i) solve(level, state, links.all[i]);
    for (ContactList* list : contacts.lists()) solve(level, state, *list);
}

}  // namespace topple::kinetix
