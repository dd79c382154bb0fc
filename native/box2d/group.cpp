#include "box2d/group.hpp"

namespace topple {
namespace {

using Point = Group::Point;

struct Motion {
    Four x, y, turn;
};

bool any(Mask mask) {
    using Halves = int64_t __attribute__((vector_size(16)));
    const Halves halves = (Halves)mask;
    return (halves[0] | halves[1]) != 0;
}

// Lanes of p, counted from 0, and of q, counted from 4.
template <int i, int j, int k, int l>
Four mix(Four p, Four q) {
#ifdef __clang__
    return __builtin_shufflevector(p, q, i, j, k, l);
#else
    return __builtin_shuffle(p, q, Mask{i, j, k, l});
#endif
}

Motion load(const Four* motions, const Lanes& bodies) {
    const Four p = motions[bodies[0]], q = motions[bodies[1]];
    const Four r = motions[bodies[2]], s = motions[bodies[3]];
    const Four low = mix<0, 4, 1, 5>(p, q), high = mix<0, 4, 1, 5>(r, s);
    return {mix<0, 1, 4, 5>(low, high), mix<2, 3, 6, 7>(low, high),
            mix<0, 1, 4, 5>(mix<2, 6, 3, 7>(p, q), mix<2, 6, 3, 7>(r, s))};
}

void store(Four* motions, const Lanes& bodies, const Motion& m) {
    const Four low = mix<0, 4, 1, 5>(m.x, m.y), high = mix<2, 6, 3, 7>(m.x, m.y);
    const Four low_turn = mix<0, 4, 1, 5>(m.turn, m.turn);
    const Four high_turn = mix<2, 6, 3, 7>(m.turn, m.turn);
    motions[bodies[0]] = mix<0, 1, 4, 5>(low, low_turn);
    motions[bodies[1]] = mix<2, 3, 6, 7>(low, low_turn);
    motions[bodies[2]] = mix<0, 1, 4, 5>(high, high_turn);
    motions[bodies[3]] = mix<2, 3, 6, 7>(high, high_turn);
}

// Velocity, along a direction, of a point of B as seen from A.
Four approach(const Motion& a, const Motion& b, const Point& p, Four along_x, Four along_y) {
    const Four x = b.x - b.turn * p.by - a.x + a.turn * p.ay;
    const Four y = b.y + b.turn * p.bx - a.y - a.turn * p.ax;
    return x * along_x + y * along_y;
}

Four cross(Four x, Four y, Four px, Four py) { return x * py - y * px; }

// Friction at one of the points. A processor foresees which contacts slip, and need not wait for it.
[[gnu::always_inline]] inline void rub(const Group& g, Point& p, Motion& a, Motion& b) {
    Four slip = approach(a, b, p, g.tangent_x, g.tangent_y);
    if (g.driven) slip -= g.speed;
    const Four most = g.friction * p.pushed;
    Four rubbed = p.rubbed - p.tangent_mass * slip;
    if (any(p.exists & ~((rubbed < most) & (rubbed > -most)))) {
        rubbed = rubbed < most ? rubbed : most;
        rubbed = -most > rubbed ? -most : rubbed;
    }
    const Four impulse = rubbed - p.rubbed;
    p.rubbed = rubbed;
    const Four x = impulse * g.tangent_x, y = impulse * g.tangent_y;
    // Subtracting +0 where there is no such point changes no bit.
    const auto existing = [&p](Four change) { return (Four)((Mask)change & p.exists); };
    a.x -= existing(g.mass_a * x);
    a.y -= existing(g.mass_a * y);
    a.turn -= existing(g.turn_a * cross(p.ax, p.ay, x, y));
    b.x -= existing(g.mass_b * x);
    b.y -= existing(g.mass_b * y);
    b.turn -= existing(g.turn_b * cross(p.bx, p.by, x, y));
}

// The impulse of a contact of one point.
Four alone(const Point& p, Four approach) {
    const Four zero = {}, pushed = p.pushed - p.normal_mass * approach;
    return pushed > zero ? pushed : zero;
}

[[gnu::always_inline]] inline void push_one(Group& g, Motion& a, Motion& b) {
    Point& p = g.first;
    Four speed = approach(a, b, p, g.normal_x, g.normal_y);
    if (g.bouncing) speed -= p.bias;
    const Four pushed = alone(p, speed), impulse = pushed - p.pushed;
    p.pushed = pushed;
    const Four x = impulse * g.normal_x, y = impulse * g.normal_y;
    a.x -= g.mass_a * x;
    a.y -= g.mass_a * y;
    a.turn -= g.turn_a * cross(p.ax, p.ay, x, y);
    b.x -= g.mass_b * x;
    b.y -= g.mass_b * y;
    b.turn -= g.turn_b * cross(p.bx, p.by, x, y);
}

// Where an impulse of x and y is negative, take the first pair that solves the contact with one of
// them zero, or both. Returns the lanes without a solution: their impulses stay.
Mask enumerate(const Group& g, Four c1, Four c2, Four& x, Four& y) {
    const Four zero = {};
    const Four only_x = -g.first.normal_mass * c1, only_y = -g.second.normal_mass * c2;
    Mask open = ~((x >= zero) & (y >= zero));
    const auto settle = [&](Mask solved, Four new_x, Four new_y) {
        x = (open & solved) ? new_x : x;
        y = (open & solved) ? new_y : y;
        open &= ~solved;
    };
    settle((only_x >= zero) & (g.k12 * only_x + c2 >= zero), only_x, zero);
    settle((only_y >= zero) & (g.k12 * only_y + c1 >= zero), zero, only_y);
    settle((c1 >= zero) & (c2 >= zero), zero, zero);
    x = open ? g.first.pushed : x;
    y = open ? g.second.pushed : y;
    return open;
}

// Contacts of one and of two points.
[[gnu::always_inline]] inline void push(Group& g, Motion& a, Motion& b) {
    Point &p = g.first, &q = g.second;
    const Four zero = {}, minus_zero = -zero;
    Four b1 = approach(a, b, p, g.normal_x, g.normal_y);
    Four b2 = approach(a, b, q, g.normal_x, g.normal_y);
    if (g.bouncing) b1 -= p.bias, b2 -= q.bias;
    const Four c1 = b1 - (g.k11 * p.pushed + g.k12 * q.pushed);
    const Four c2 = b2 - (g.k12 * p.pushed + g.k22 * q.pushed);
    Four x = -(g.m11 * c1 + g.m12 * c2), y = -(g.m12 * c1 + g.m22 * c2);
    Mask unsolved = {};
    if (any(q.exists & ~((x >= zero) & (y >= zero))))
        unsolved = q.exists & enumerate(g, c1, c2, x, y);
    x = q.exists ? x : alone(p, b1);
    const Four dx = x - p.pushed, dy = y - q.pushed;
    p.pushed = x;
    q.pushed = y;
    const Four px = dx * g.normal_x, py = dx * g.normal_y;
    const Four qx = dy * g.normal_x, qy = dy * g.normal_y;
    // Adding -0 where there is no second point changes no bit.
    const auto sum = [&](Four one, Four other) { return one + (q.exists ? other : minus_zero); };
    const Four sx = sum(px, qx), sy = sum(py, qy);
    const Motion old_a = a, old_b = b;
    a.x -= g.mass_a * sx;
    a.y -= g.mass_a * sy;
    a.turn -= g.turn_a * sum(cross(p.ax, p.ay, px, py), cross(q.ax, q.ay, qx, qy));
    b.x -= g.mass_b * sx;
    b.y -= g.mass_b * sy;
    b.turn -= g.turn_b * sum(cross(p.bx, p.by, px, py), cross(q.bx, q.by, qx, qy));
    if (any(unsolved)) {
        const auto back = [&](Four& now, Four old) { now = unsolved ? old : now; };
        back(a.x, old_a.x), back(a.y, old_a.y), back(a.turn, old_a.turn);
        back(b.x, old_b.x), back(b.y, old_b.y), back(b.turn, old_b.turn);
    }
}

void put_point(Point& p, const b2VelocityConstraintPoint& from, int lane) {
    p.exists[lane] = -1;
    p.ax[lane] = from.rA.x, p.ay[lane] = from.rA.y;
    p.bx[lane] = from.rB.x, p.by[lane] = from.rB.y;
    p.normal_mass[lane] = from.normalMass, p.tangent_mass[lane] = from.tangentMass;
    p.bias[lane] = from.velocityBias;
    p.pushed[lane] = from.normalImpulse, p.rubbed[lane] = from.tangentImpulse;
}

}  // namespace

void Group::put(const b2ContactVelocityConstraint& contact, int lane) {
    put_point(first, contact.points[0], lane);
    if (contact.pointCount == 2) {
        put_point(second, contact.points[1], lane);
        // No impulse becomes negative later.
        b2Assert(first.pushed[lane] >= 0.0f && second.pushed[lane] >= 0.0f);
        k11[lane] = contact.K.ex.x, k12[lane] = contact.K.ex.y, k22[lane] = contact.K.ey.y;
        const b2Mat22& inverse = contact.normalMass;
        m11[lane] = inverse.ex.x, m12[lane] = inverse.ex.y, m22[lane] = inverse.ey.y;
        pairs = true;
    }
    normal_x[lane] = tangent_y[lane] = contact.normal.x;
    normal_y[lane] = tangent_x[lane] = contact.normal.y;
    tangent_y[lane] = -tangent_y[lane];
    friction[lane] = contact.friction, speed[lane] = contact.tangentSpeed;
    mass_a[lane] = contact.invMassA, turn_a[lane] = contact.invIA;
    mass_b[lane] = -contact.invMassB, turn_b[lane] = -contact.invIB;
    a[lane] = contact.indexA, b[lane] = contact.indexB;
    // Subtracting +0 changes no bit, so that it may be left out.
    driven |= !ToppleSameBits(contact.tangentSpeed, 0.0f);
    for (int i = 0; i < contact.pointCount; ++i)
        bouncing |= !ToppleSameBits(contact.points[i].velocityBias, 0.0f);
}

void Group::take_impulses(const Group& other, int lane) {
    first.pushed[lane] = other.first.pushed[lane];
    first.rubbed[lane] = other.first.rubbed[lane];
    second.pushed[lane] = other.second.pushed[lane];
    second.rubbed[lane] = other.second.rubbed[lane];
}

void Group::give_impulses(b2ContactVelocityConstraint& contact, int lane) const {
    contact.points[0].normalImpulse = first.pushed[lane];
    contact.points[0].tangentImpulse = first.rubbed[lane];
    if (contact.pointCount == 1) return;
    contact.points[1].normalImpulse = second.pushed[lane];
    contact.points[1].tangentImpulse = second.rubbed[lane];
}

void Group::solve(Four* motions) {
    Motion moves_a = load(motions, a), moves_b = load(motions, b);
    rub(*this, first, moves_a, moves_b);
    if (pairs) {
        rub(*this, second, moves_a, moves_b);
        push(*this, moves_a, moves_b);
    } else {
        push_one(*this, moves_a, moves_b);
    }
    store(motions, a, moves_a);
    store(motions, b, moves_b);
}

}  // namespace topple
