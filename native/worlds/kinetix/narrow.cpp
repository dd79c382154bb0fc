#include "worlds/kinetix/narrow.hpp"

namespace topple::kinetix {
namespace {

// Far beyond any rounding error: a pair that a box rejects cannot touch.
constexpr float kMargin = 0.01f;

// The best axis of one polygon against another.
struct Axis {
    float separation = -99999.0f;
    int edge = 0;
    int nearest = 0, second = 0;  // vertices of the other, by depth
};

Axis best_axis(const Placed& a, const Placed& b) {
    const int sides = a.shape->sides, corners = b.shape->sides;
    std::array<Vec, 4> seen;
    for (int k = 0; k < corners; ++k)
        seen[k] = turn_back(a.rotation, b.vertices[k] - a.position);
    Axis best;
    for (int i = 0; i < sides; ++i) {
        const Edge& edge = (*a.edges)[i];
        std::array<float, 4> depth;
        int first = 0, second = -1;
        for (int k = 0; k < corners; ++k) {
            depth[k] = dot(edge.normal, seen[k]);
            if (k == 0) continue;
            if (depth[k] < depth[first]) {
                second = first;
                first = k;
            } else if (second < 0 || depth[k] < depth[second]) {
                second = k;
            }
        }
        const float separation = depth[first] - edge.reach;
        if (separation > best.separation) best = {separation, i, first, second};
    }
    return best;
}

}  // namespace

Placed place(const Level& level, int body, Vec position, Rotation rotation) {
    Placed placed;
    placed.shape = &level.shapes[body];
    placed.position = placed.low = placed.high = position;
    placed.rotation = rotation;
    const float radius = placed.shape->radius;
    if (body >= level.polygons) {
        placed.low = position - Vec{radius, radius};
        placed.high = position + Vec{radius, radius};
        return placed;
    }
    placed.edges = &level.edges[body];
    for (int k = 0; k < placed.shape->sides; ++k) {
        const Vec v = placed.vertices[k] = turn(rotation, placed.shape->vertices[k]) + position;
        placed.low = {least(placed.low.x, v.x), least(placed.low.y, v.y)};
        placed.high = {most(placed.high.x, v.x), most(placed.high.y, v.y)};
    }
    return placed;
}

bool far_apart(const Placed& a, const Placed& b) {
    return a.low.x > b.high.x + kMargin || b.low.x > a.high.x + kMargin ||
           a.low.y > b.high.y + kMargin || b.low.y > a.high.y + kMargin;
}

Meeting meet_polygons(const Placed& a, const Placed& b) {
    Meeting meeting;
    const Axis of_a = best_axis(a, b);
    if (of_a.separation >= 0.0f) return meeting;
    const Axis of_b = best_axis(b, a);
    const float separation = most(of_a.separation, of_b.separation);
    if (!(separation < 0.0f)) return meeting;
    const bool swapped = of_a.separation + 0.01f < of_b.separation;
    const Axis& axis = swapped ? of_b : of_a;
    const Placed &reference = swapped ? b : a, &incident = swapped ? a : b;
    const Vec normal = turn(reference.rotation, (*reference.edges)[axis.edge].normal);
    const Vec start = reference.vertices[axis.edge];
    const Vec side = start - reference.vertices[(axis.edge + 1) % reference.shape->sides];
    const Rotation along = rotation(3.14159265f + maths::atan2(side.x, side.y));
    const float reach = length(side);
    const auto clip = [&](int vertex) {
        const Vec c = turn(along, incident.vertices[vertex] - start);
        return Vec{clamp(c.x, -99999.0f, 999999.0f), clamp(c.y, 0.0f, reach)};
    };
    const Vec first = clip(axis.nearest), second = clip(axis.second);
    const bool kept = first.x >= second.x;
    const Vec deep = kept ? first : second, shallow = kept ? second : first;
    meeting.points = first.x > 0.0f && second.x > 0.0f ? 2 : 1;
    meeting.point = {turn_back(along, deep) + start, turn_back(along, shallow) + start};
    meeting.normal = swapped ? -normal : normal;
    meeting.penetration = -separation;
    return meeting;
}

Meeting meet_circle_polygon(const Placed& circle, const Placed& polygon) {
    const Vec centre = turn_back(polygon.rotation, circle.position - polygon.position);
    const int sides = polygon.shape->sides;
    bool inside = true;
    float nearest = 0.0f;
    Vec closest;
    for (int k = 0; k < sides; ++k) {
        const Vec a = polygon.shape->vertices[k], b = polygon.shape->vertices[(k + 1) % sides];
        const Edge& edge = (*polygon.edges)[k];
        inside = inside && cross(a - centre, b - centre) < 0.0f;
        const float along = clamp(dot(edge.direction, centre - a), 0.0f, edge.length);
        const Vec point = a + edge.direction * along;
        const float distance = length(point - centre);
        if (k == 0 || distance < nearest) nearest = distance, closest = point;
    }
    Meeting meeting;
    const float radius = circle.shape->radius;
    if (!(nearest <= radius) && !inside) return meeting;
    const Vec apart = turn(polygon.rotation, centre - closest) * (inside ? -1.0f : 1.0f);
    meeting.points = 1;
    meeting.normal = -(apart / nonzero(length(apart)));
    meeting.point[0] = turn(polygon.rotation, closest) + polygon.position;
    // Inside, the depth is not added: so does the reference.
    meeting.penetration = inside ? radius : radius - nearest;
    return meeting;
}

Meeting meet_circles(const Placed& a, const Placed& b) {
    Meeting meeting;
    const Vec apart = b.position - a.position;
    const float distance = length(apart), reach = a.shape->radius + b.shape->radius;
    if (!(distance < reach)) return meeting;
    meeting.points = 1;
    meeting.normal = apart / nonzero(distance);
    meeting.point[0] = a.position + meeting.normal * a.shape->radius;
    meeting.penetration = reach - distance;
    return meeting;
}

}  // namespace topple::kinetix
