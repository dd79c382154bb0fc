// Pictures: areas are right and nothing is painted outside.
#include "core/canvas.hpp"

#include <cmath>

#include "tests/checks.hpp"

using namespace topple;
using namespace testing;

namespace {

constexpr Ink kBlack{0, 0, 0, 1.0f}, kWhite{255, 255, 255, 1.0f};

// The pixels of the white canvas that became black.
double painted(const Canvas& canvas) {
    double sum = 0.0;
    for (size_t i = 0; i < canvas.pixels().size(); i += 3) sum += 255.0 - canvas.pixels()[i];
    return sum / 255.0;
}

double disc(double x, double y, double radius) {
    Canvas canvas(100, 80, kWhite);
    canvas.disc(x, y, radius, kBlack);
    return painted(canvas);
}

double polygon(const std::vector<std::array<double, 2>>& vertices) {
    Canvas canvas(100, 80, kWhite);
    canvas.polygon(vertices, kBlack);
    return painted(canvas);
}

double rings(const std::vector<Ring>& rings) {
    Canvas canvas(100, 80, kWhite);
    canvas.rings(rings, kBlack);
    return painted(canvas);
}

bool about(double found, double expected, double tolerance) {
    return std::abs(found - expected) <= tolerance;
}

const double kPi = 3.14159265358979;

}  // namespace

TEST(a_disc_has_its_area) {
    for (double radius : {0.7, 3.0, 10.25, 30.0}) {
        const double area = kPi * radius * radius;
        CHECK(about(disc(50.3, 40.6, radius), area, 0.02 * area + 0.1));
    }
}

TEST(a_disc_is_clipped_at_the_border) {
    CHECK(about(disc(0, 40, 20), kPi * 200, 10));
    CHECK(about(disc(0, 0, 20), kPi * 100, 10));
    CHECK(about(disc(100, 80, 20), kPi * 100, 10));
    CHECK(disc(-30, 40, 20) == 0.0);
    CHECK(disc(130, 40, 20) == 0.0);
    CHECK(disc(50, 120, 20) == 0.0);
    CHECK(disc(50, 40, 500) == 8000.0);
}

TEST(a_polygon_has_its_area) {
    CHECK(polygon({{10, 10}, {30, 10}, {30, 50}, {10, 50}}) == 800.0);
    CHECK(about(polygon({{10, 10}, {30.5, 10}, {30.5, 50}, {10, 50}}), 820.0, 1.0));
    CHECK(about(polygon({{20, 10}, {80, 30}, {40, 70}}), 1600.0, 8.0));
    // Clockwise and counter-clockwise.
    CHECK(about(polygon({{40, 70}, {80, 30}, {20, 10}}), 1600.0, 8.0));
}

TEST(a_polygon_is_clipped_at_the_border) {
    CHECK(polygon({{-50, -50}, {50, -50}, {50, 40}, {-50, 40}}) == 2000.0);
    CHECK(polygon({{-50, -50}, {-1, -50}, {-1, 40}, {-50, 40}}) == 0.0);
    CHECK(polygon({{-500, -500}, {500, -500}, {500, 500}, {-500, 500}}) == 8000.0);
}

TEST(rings_have_their_area_less_their_holes) {
    const Ring box{{10, 10}, {30, 10}, {30, 50}, {10, 50}};
    const Ring hole{{14, 20}, {26, 20}, {26, 30}, {14, 30}};
    const Ring arrow{{10, 10}, {50, 30}, {10, 50}, {20, 30}};
    CHECK(rings({box}) == 800.0);
    CHECK(rings({box, hole}) == 680.0);
    CHECK(about(rings({arrow}), 600.0, 5.0));
    CHECK(rings({}) == 0.0 && rings({{}}) == 0.0 && rings({{{10, 10}}}) == 0.0);
}

TEST(a_canvas_goes_on_with_a_picture) {
    Canvas first(100, 80, kWhite);
    first.polygon({{10, 10}, {30, 10}, {30, 50}, {10, 50}}, kBlack);
    Canvas second(100, 80, first.pixels().data());
    second.polygon({{50, 10}, {60, 10}, {60, 20}, {50, 20}}, kBlack);
    CHECK(painted(first) == 800.0 && painted(second) == 900.0);
}

TEST(ink_blends_by_its_opacity) {
    Canvas canvas(2, 1, kWhite);
    canvas.polygon({{0, 0}, {1, 0}, {1, 1}, {0, 1}}, {0, 100, 255, 0.5f});
    const auto& pixels = canvas.pixels();
    CHECK(pixels[0] == 128 && pixels[1] == 178 && pixels[2] == 255);
    CHECK(pixels[3] == 255 && pixels[4] == 255 && pixels[5] == 255);
}

TEST(huge_and_senseless_coordinates_do_no_harm) {
    const double wild[] = {0.0,   1.0,    -1.0,  50.0, 1e5,      -1e5,      1e18,
                           -1e18, 1e300, -1e300, 5e-324, INFINITY, -INFINITY, NAN};
    for (double x : wild)
        for (double y : wild)
            for (double r : wild) {
                const double area = disc(x, y, r);
                CHECK(area >= 0.0 && area <= 8000.0);
                const double corner = polygon({{x, y}, {r, 10}, {50, r}});
                CHECK(corner >= 0.0 && corner <= 8000.0);
                const double ring = rings({{{x, y}, {r, 10}, {50, r}, {y, x}}, {{r, r}, {x, 5}}});
                CHECK(ring >= 0.0 && ring <= 8000.0);
            }
    CHECK(disc(NAN, 40, 20) == 0.0);
    CHECK(disc(50, 40, -20) == 0.0);
}

TEST(random_figures_stay_inside_under_the_sanitizer) {
    Random random(5);
    for (int i = 0; i < 3000; ++i) {
        Canvas canvas(1 + random.below(40), 1 + random.below(40), kWhite);
        const double spread = std::pow(10.0, random.between(0, 4));
        std::vector<std::array<double, 2>> vertices(3 + random.below(6));
        for (auto& v : vertices)
            v = {random.between(-spread, spread), random.between(-spread, spread)};
        canvas.polygon(vertices, kBlack);
        canvas.rings({vertices, {vertices.rbegin(), vertices.rend()}}, kBlack);
        canvas.disc(vertices[0][0], vertices[0][1], random.between(0, spread), kBlack);
    }
}
