#include "canvas.hpp"

#include <algorithm>
#include <cmath>

namespace topple {
namespace {

constexpr int kLines = 4;  // lines looked at in a row of pixels

}  // namespace

Canvas::Canvas(int width, int height, Ink background)
    : width_(width), height_(height), pixels_(size_t(3) * width * height), cover_(width) {
    for (size_t i = 0; i < pixels_.size(); i += 3) {
        pixels_[i] = background.red;
        pixels_[i + 1] = background.green;
        pixels_[i + 2] = background.blue;
    }
}

template <typename Extent>
void Canvas::fill(double top, double bottom, Ink ink, Extent extent) {
    if (!(bottom > 0.0 && top < height_)) return;
    const int first = static_cast<int>(std::floor(std::max(top, 0.0)));
    const int last = static_cast<int>(std::ceil(std::min(bottom, double(height_))));
    for (int row = first; row < last; ++row) {
        int from = width_, to = 0;
        for (int line = 0; line < kLines; ++line) {
            double left = 0.0, right = 0.0;
            if (!extent(row + (line + 0.5) / kLines, left, right)) continue;
            left = std::clamp(left, 0.0, double(width_));
            right = std::clamp(right, 0.0, double(width_));
            if (!(right > left)) continue;  // nor is NaN
            const int a = static_cast<int>(left), b = std::min(static_cast<int>(right), width_ - 1);
            if (from > a) std::fill(cover_.begin() + a, cover_.begin() + from, 0.0f), from = a;
            if (to < b + 1) {
                std::fill(cover_.begin() + std::max(to, from), cover_.begin() + b + 1, 0.0f);
                to = b + 1;
            }
            if (a == b) {
                cover_[a] += static_cast<float>(right - left);
                continue;
            }
            cover_[a] += static_cast<float>(a + 1 - left);
            for (int x = a + 1; x < b; ++x) cover_[x] += 1.0f;
            cover_[b] += static_cast<float>(right - b);
        }
        uint8_t* pixel = &pixels_[(size_t(row) * width_) * 3];
        for (int x = from; x < to; ++x) {
            const float share = std::min(cover_[x] / kLines, 1.0f) * ink.opacity;
            uint8_t* p = pixel + size_t(3) * x;
            const auto blend = [share](uint8_t under, uint8_t over) {
                return static_cast<uint8_t>(std::lround(under + share * (over - under)));
            };
            p[0] = blend(p[0], ink.red);
            p[1] = blend(p[1], ink.green);
            p[2] = blend(p[2], ink.blue);
        }
    }
}

void Canvas::polygon(const std::vector<std::array<double, 2>>& vertices, Ink ink) {
    double top = INFINITY, bottom = -INFINITY;
    for (const auto& v : vertices) top = std::min(top, v[1]), bottom = std::max(bottom, v[1]);
    fill(top, bottom, ink, [&](double y, double& left, double& right) {
        left = INFINITY, right = -INFINITY;
        for (size_t i = 0, j = vertices.size() - 1; i < vertices.size(); j = i++) {
            const auto& a = vertices[j];
            const auto& b = vertices[i];
            if ((a[1] <= y) == (b[1] <= y)) continue;
            const double x = a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]);
            left = std::min(left, x), right = std::max(right, x);
        }
        return left < right;
    });
}

void Canvas::disc(double x, double y, double radius, Ink ink) {
    fill(y - radius, y + radius, ink, [&](double line, double& left, double& right) {
        const double square = radius * radius - (line - y) * (line - y);
        if (square <= 0.0) return false;
        left = x - std::sqrt(square), right = x + std::sqrt(square);
        return true;
    });
}

}  // namespace topple
