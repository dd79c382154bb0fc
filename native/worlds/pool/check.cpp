// Input that cannot be simulated is refused here, with the ball and the reason.
#include <algorithm>
#include <string>

#include "core/maths.hpp"
#include "core/scene.hpp"
#include "worlds/pool/sim.hpp"

namespace topple::pool {
namespace {

constexpr double kFastest = 100.0;      // m/s
constexpr double kFastestSpin = 1e4;    // rad/s
constexpr double kSlack = 1e-9;
// An impact moves balls to a clean contact, by at most this much, and may leave one that deep in a cushion.
constexpr double kPressed = 5e-6;
constexpr double kMouth = 0.1;          // a ball may leave the rails this near a pocket's centre

SceneError wrong(size_t index, const std::string& what) {
    return SceneError("ball " + std::to_string(index) + " " + what);
}

bool within(const Vec& v, double most) {
    return std::abs(v.x) <= most && std::abs(v.y) <= most && std::abs(v.z) <= most;
}

// Whether (x, y) is shorter than a length; most are longer in one direction alone.
bool shorter(double x, double y, double length) {
    return std::abs(x) < length && std::abs(y) < length && maths::hypot(x, y) < length;
}

bool near(const Circle& circle, const Vec& r, double distance) {
    return shorter(r.x - circle.x, r.y - circle.y, distance);
}

bool near(const Rail& rail, const Vec& r, double distance) {
    const double dx = rail.x2 - rail.x1, dy = rail.y2 - rail.y1;
    const double x = r.x - rail.x1, y = r.y - rail.y1;
    const double share = std::clamp((x * dx + y * dy) / (dx * dx + dy * dy), 0.0, 1.0);
    return shorter(x - share * dx, y - share * dy, distance);
}

bool beyond_the_rails(const Vec& r) {
    if (r.x >= 0.0 && r.x <= kWidth && r.y >= 0.0 && r.y <= kLength) return false;
    for (const Circle& pocket : table().pockets)
        if (near(pocket, r, kMouth)) return false;
    return true;
}

void check_place(const Vec& r, size_t index) {
    if (beyond_the_rails(r)) throw wrong(index, "is not on the table");
    for (const Rail& rail : table().rails)
        if (near(rail, r, kBallRadius - kPressed))
            throw wrong(index, "is inside cushion " + std::to_string(rail.number));
    for (const Circle& jaw : table().jaws)
        if (near(jaw, r, kBallRadius + jaw.radius - kPressed))
            throw wrong(index, std::string("is inside jaw ") + jaw.name);
    for (const Circle& pocket : table().pockets)
        if (near(pocket, r, pocket.radius))
            throw wrong(index, std::string("is in pocket ") + pocket.name);
}

void check_ball(const Ball& ball, size_t index) {
    if (!within(ball.r, kFastest) || !within(ball.v, kFastest) || !within(ball.w, kFastestSpin))
        throw wrong(index, "has a number that is not finite or too large");
    if (ball.state < kStationary || ball.state > kPocketed)
        throw wrong(index, "has the unknown state " + std::to_string(ball.state));
    if (ball.state == kPocketed) return;
    const bool at_rest = norm(ball.v) == 0.0;
    if (ball.v.z != 0.0 || ball.r.z != kBallRadius)
        throw wrong(index, "is not on the cloth");
    if (!ball.moving() && !at_rest)
        throw wrong(index, "moves, but its state says that it does not");
    check_place(ball.r, index);
}

}  // namespace

void check(const std::vector<Ball>& balls) {
    if (balls.empty() || balls.size() > static_cast<size_t>(kMostBalls))
        throw SceneError("a table has 1 to 24 balls, not " + std::to_string(balls.size()));
    for (size_t i = 0; i < balls.size(); ++i) check_ball(balls[i], i);
    for (size_t i = 0; i < balls.size(); ++i)
        for (size_t j = i + 1; j < balls.size(); ++j) {
            if (balls[i].state == kPocketed || balls[j].state == kPocketed) continue;
            if (norm(balls[i].r - balls[j].r) < 2.0 * kBallRadius - kSlack)
                throw wrong(i, "overlaps ball " + std::to_string(j));
        }
}

void check(const Strike& s) {
    const auto need = [](bool holds, const char* what) {
        if (!holds) throw SceneError(what);
    };
    need(s.speed >= 0.0 && s.speed <= kFastest, "the speed of a strike is 0 to 100 m/s");
    need(std::abs(s.direction) <= 1e6, "the direction of a strike is not finite or too large");
    need(s.elevation >= 0.0 && s.elevation < 90.0, "the elevation is at least 0 and below 90 degrees");
    need(s.side * s.side + s.height * s.height < 1.0, "the strike is beyond the edge of the ball");
}

}  // namespace topple::pool
