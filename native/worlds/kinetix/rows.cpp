#include "worlds/kinetix/rows.hpp"

#include <cmath>
#include <string>

#include "core/scene.hpp"

namespace topple::kinetix {
namespace {

// The columns of a row, one after the other.
class Columns {
  public:
    Columns(const Table& table, size_t row) : next_(table.numbers + row * table.columns) {}
    float number() { return static_cast<float>(*next_++); }
    int whole() {
        const double value = *next_++;
        if (!(std::abs(value) <= 1e6)) throw SceneError("a whole number is too large");
        return static_cast<int>(value);
    }
    bool flag() { return *next_++ != 0.0; }
    Vec vec() {
        const float x = number();
        return {x, number()};
    }

  private:
    const double* next_;
};

void need_columns(const Table& table, size_t columns, const char* what) {
    if (table.columns != columns)
        throw SceneError(std::string(what) + " has " + std::to_string(columns) + " columns");
}

}  // namespace

Level level_of(int polygons, const Table& bodies, const Table& joints, const Table& thrusters) {
    need_columns(bodies, kBodyColumns, "a body");
    need_columns(joints, kJointColumns, "a joint");
    need_columns(thrusters, kThrusterColumns, "a thruster");
    Level level;
    level.polygons = polygons;
    level.circles = static_cast<int>(bodies.rows) - polygons;
    for (size_t i = 0; i < bodies.rows; ++i) {
        Columns in(bodies, i);
        Motion motion;
        Shape s;
        motion.position = in.vec(), motion.rotation = in.number();
        motion.velocity = in.vec(), motion.spin = in.number();
        s.inverse_mass = in.number(), s.inverse_inertia = in.number();
        s.friction = in.number(), s.restitution = in.number();
        s.mode = in.whole(), s.active = in.flag(), s.role = in.whole(), s.sides = in.whole();
        s.radius = in.number();
        for (Vec& vertex : s.vertices) vertex = in.vec();
        level.start.push_back(motion);
        level.shapes.push_back(s);
    }
    for (size_t i = 0; i < joints.rows; ++i) {
        Columns in(joints, i);
        Joint j;
        j.a = in.whole(), j.b = in.whole(), j.a_anchor = in.vec(), j.b_anchor = in.vec();
        j.active = in.flag(), j.motor = in.flag(), j.fixed = in.flag(), j.limited = in.flag();
        j.speed = in.number(), j.power = in.number(), j.least = in.number(), j.most = in.number();
        j.rest = in.number(), j.channel = in.whole();
        level.joints.push_back(j);
    }
    for (size_t i = 0; i < thrusters.rows; ++i) {
        Columns in(thrusters, i);
        Thruster t;
        t.body = in.whole(), t.place = in.vec(), t.rotation = in.number(), t.power = in.number();
        t.active = in.flag(), t.channel = in.whole();
        level.thrusters.push_back(t);
    }
    prepare(level);
    return level;
}

std::vector<Decision> decisions_of(const float* numbers, size_t rows) {
    std::vector<Decision> decisions(rows);
    for (Decision& decision : decisions) {
        for (int c = 0; c < kChannels; ++c) {
            const float value = *numbers++, low = c < kMotorChannels ? -1.0f : 0.0f;
            if (!(value >= low && value <= 1.0f))
                throw SceneError("a motor is driven from -1 to 1, a thruster from 0 to 1");
            decision.drive[c] = value;
        }
        const float steps = *numbers++;
        if (!(steps >= 0.0f && steps <= kMostSteps))
            throw SceneError("a decision is held for 0 to 256 steps");
        decision.steps = static_cast<int>(steps);
    }
    return decisions;
}

}  // namespace topple::kinetix
