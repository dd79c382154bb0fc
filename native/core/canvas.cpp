#include "core/canvas.hpp"

#include <algorithm>
#include <cmath>

namespace topple {
namespace {

constexpr int kLines = 4;  // sampled per row of pixels

// Call `found(x)` wherever the ring crosses the line at height y.
template <typename Found>
void each_crossing(const Ring& ring, double y, Found found) {
    for (size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
        const auto& a = ring[j];
        const auto& b = ring[i];
        if ((a[1] <= y) == (b[1] <= y)) continue;
        found(a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]));
    }
}

}  // namespace

Canvas::Canvas(int width, int height, Ink background)
    : width_(width), height_(height), pixels_(size_t(3) * width * height), cover_(width) {
    for (size_t i = 0; i < pixels_.size(); i += 3) {
        pixels_[i] = background.red;
        pixels_[i + 1] = background.green;
        pixels_[i + 2] = background.blue;
    }
}

Canvas::Canvas(int width, int height, const uint8_t* pixels)
    : width_(width),
      height_(height),
      pixels_(pixels, pixels + size_t(3) * width * height),
      cover_(width) {}

template <typename Spans>
void Canvas::fill(double top, double bottom, Ink ink, Spans spans) {
    if (!(bottom > 0.0 && top < height_)) return;
    const int first = static_cast<int>(std::floor(std::max(top, 0.0)));
    const int last = static_cast<int>(std::ceil(std::min(bottom, double(height_))));
    for (int row = first; row < last; ++row) {
        int from = width_, to = width_;  // where `cover_` is in use
        const auto cover = [&](double left, double right) {
            left = std::clamp(left, 0.0, double(width_));
            right = std::clamp(right, 0.0, double(width_));
            if (!(right > left)) return;  // also for NaN
            const int a = static_cast<int>(left), b = std::min(static_cast<int>(right), width_ - 1);
            if (from == to) from = to = a;
            if (from > a) std::fill(cover_.begin() + a, cover_.begin() + from, 0.0f), from = a;
            if (to < b + 1)
                std::fill(cover_.begin() + to, cover_.begin() + b + 1, 0.0f), to = b + 1;
            if (a == b) {
                cover_[a] += static_cast<float>(right - left);
                return;
            }
            cover_[a] += static_cast<float>(a + 1 - left);
            for (int x = a + 1; x < b; ++x) cover_[x] += 1.0f;
            cover_[b] += static_cast<float>(right - b);
        };
        for (int line = 0; line < kLines; ++line) spans(row + (line + 0.5) / kLines, cover);
        uint8_t* pixel = &pixels_[(size_t(row) * width_) * 3];
        for (int x = from; x < to; ++x) {
            const float share = std::min(cover_[x] / kLines, 1.0f) * ink.opacity;
            uint8_t* p = pixel + size_t(3) * x;
            // The sum is never negative, so truncating it rounds.
            const auto blend = [share](uint8_t under, uint8_t over) {
                return static_cast<uint8_t>(under + share * (over - under) + 0.5f);
            };
            p[0] = blend(p[0], ink.red);
            p[1] = blend(p[1], ink.green);
            p[2] = blend(p[2], ink.blue);
        }
    }
}

void Canvas::polygon(const Ring& vertices, Ink ink) {
    double top = INFINITY, bottom = -INFINITY;
    for (const auto& v : vertices) top = std::min(top, v[1]), bottom = std::max(bottom, v[1]);
    fill(top, bottom, ink, [&](double y, auto& cover) {
        double left = INFINITY, right = -INFINITY;
        each_crossing(vertices, y,
                      [&](double x) { left = std::min(left, x), right = std::max(right, x); });
        if (left < right) cover(left, right);
    });
}

void Canvas::rings(const std::vector<Ring>& rings, Ink ink) {
    double top = INFINITY, bottom = -INFINITY;
    for (const Ring& ring : rings)
        for (const auto& v : ring) top = std::min(top, v[1]), bottom = std::max(bottom, v[1]);
    fill(top, bottom, ink, [&](double y, auto& cover) {
        crossings_.clear();
        for (const Ring& ring : rings)
            each_crossing(ring, y, [&](double x) {
                if (!std::isnan(x)) crossings_.push_back(x);  // sorting needs an order
            });
        std::sort(crossings_.begin(), crossings_.end());
        for (size_t i = 0; i + 1 < crossings_.size(); i += 2)
            cover(crossings_[i], crossings_[i + 1]);
    });
}

void Canvas::disc(double x, double y, double radius, Ink ink) {
    fill(y - radius, y + radius, ink, [&](double line, auto& cover) {
        const double square = radius * radius - (line - y) * (line - y);
        if (square > 0.0) cover(x - std::sqrt(square), x + std::sqrt(square));
    });
}

}  // namespace topple
