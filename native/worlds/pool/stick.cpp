// The stick meets the cue ball: an instantaneous point contact, with squirt.
#include "worlds/pool/impact.hpp"

namespace topple::pool {
namespace {

constexpr double kStickMass = 0.567;
constexpr double kBallOverTip = 30.0;  // mass of the ball over the mass of the end of the stick

}  // namespace

void strike(Ball& ball, const Strike& stick) {
    const double a = stick.side, b = stick.height;
    const double ct = maths::cos(radians(stick.elevation)), st = maths::sin(radians(stick.elevation));
    const double depth = std::sqrt(1.0 - a * a - b * b);
    const double A = a * kBallRadius;
    const double C = (depth * ct - b * st) * kBallRadius;
    const double B = (depth * st + b * ct) * kBallRadius;
    const double inertia = 0.4 * kBallRadius * kBallRadius;  // per unit of mass
    const double lever = A * A + B * ct * B * ct + C * st * C * st - 2.0 * B * C * ct * st;
    const double v = 2.0 * stick.speed / (1.0 + kBallMass / kStickMass + lever / inertia);
    const double per = v / inertia;
    const double turn = radians(stick.direction + 90.0);
    const double c = maths::cos(turn), s = maths::sin(turn);
    const double flat = 1.0 - a * a;
    const double squirt = -maths::atan2(2.5 * a * std::sqrt(flat), 1.0 + kBallOverTip + 2.5 * flat);
    ball.v = turned(turned({0.0, -v * ct, 0.0}, c, s), maths::cos(squirt), maths::sin(squirt));
    ball.w = turned({per * (B * ct - C * st), per * A * st, -per * A * ct}, c, s);
    ball.state = kSliding;
}

}  // namespace topple::pool
