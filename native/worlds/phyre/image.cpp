#include "worlds/phyre/image.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <new>

#include "core/maths.hpp"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace topple::phyre {

ImageBuffer::ImageBuffer(size_t images) : images_(images) {
    constexpr size_t kHugePage = size_t(2) << 20;
    const size_t size = (images * kSize * kSize + kHugePage - 1) / kHugePage * kHugePage;
    bytes_.reset(static_cast<uint8_t*>(std::aligned_alloc(kHugePage, size)));
    if (!bytes_ && size > 0) throw std::bad_alloc();
#ifdef __linux__
    madvise(bytes_.get(), size, MADV_HUGEPAGE);
#endif
}

Painter::Painter(std::vector<const Body*> bodies) {
    for (const Body* body : bodies) layers_.push_back({body, {NAN, NAN, NAN}, {}});
}

void Painter::paint(const Pose* poses, uint8_t* image) {
    bool moved = last_ == nullptr;
    for (size_t i = 0; i < layers_.size(); ++i) {
        Layer& layer = layers_[i];
        const Pose& pose = poses[i];
        if (layer.pose.x == pose.x && layer.pose.y == pose.y && layer.pose.angle == pose.angle)
            continue;
        layer.pose = pose;
        trace(layer);
        moved = true;
    }
    if (moved) {
        std::memset(image, 0, kSize * kSize);
        for (const Layer& layer : layers_)
            for (const Span& span : layer.spans)
                std::memset(image + span.row * kSize + span.begin, layer.body->colour,
                            span.end - span.begin);
    } else {
        std::memcpy(image, last_, kSize * kSize);
    }
    last_ = image;
}

void Painter::trace(Layer& layer) {
    layer.spans.clear();
    if (!std::isfinite(layer.pose.x)) return;
    for (const Shape& shape : layer.body->shapes) {
        if (shape.circle)
            trace_circle(shape, layer.pose, layer.spans);
        else
            trace_polygon(shape, layer.pose, layer.spans);
    }
}

void Painter::trace_circle(const Shape& shape, const Pose& pose, std::vector<Span>& spans) {
    const float cx = static_cast<float>(pose.x) - 0.5f, cy = static_cast<float>(pose.y) - 0.5f;
    const float r = static_cast<float>(shape.radius);
    // From one row to the next, outside in, the two ends only move apart.
    int left = 0, right = 0;
    const auto row = [&](int y) {
        const float reach = r * r - (y - cy) * (y - cy);
        while ((left - cx) * (left - cx) <= reach) --left;
        while ((right - cx) * (right - cx) <= reach) ++right;
        const int begin = std::max(left + 1, 0), end = std::min(right, kSize);
        if (y >= 0 && y < kSize && begin < end)
            spans.push_back({static_cast<int16_t>(y), static_cast<int16_t>(begin),
                             static_cast<int16_t>(end)});
    };
    left = right = static_cast<int>(cx);
    for (int y = static_cast<int>(cy + r + 1); y >= cy; --y) row(y);
    left = right = static_cast<int>(cx);
    for (int y = static_cast<int>(cy - r); y < cy; ++y) row(y);
}

namespace {

struct Edge {
    double x0, y0, x1, y1;  // from the lower end to the upper one
};

// Where the side of the polygon made of these edges crosses the middle of a row.
float crossing(const std::vector<Edge>& edges, size_t& at, int row) {
    while (at + 1 < edges.size() && edges[at].y1 < row + 0.5) ++at;
    const Edge& e = edges[at];
    const float share = static_cast<float>((row + 0.5 - e.y0) / (e.y1 - e.y0));
    return static_cast<float>(share * (e.x1 - e.x0) + e.x0);
}

}  // namespace

void Painter::trace_polygon(const Shape& shape, const Pose& pose, std::vector<Span>& spans) {
    const float angle = static_cast<float>(pose.angle);
    float sin, cos;
    maths::sincos(angle, sin, cos);
    std::vector<std::array<double, 2>> v;
    for (const auto& p : shape.vertices)
        v.push_back({p[0] * cos - p[1] * sin + pose.x, p[1] * cos + p[0] * sin + pose.y});

    std::vector<Edge> lefts, rights;
    double lowest = v[0][1], highest = v[0][1];
    for (size_t i = 0, j = v.size() - 1; i < v.size(); j = i++) {
        lowest = std::min(lowest, v[i][1]);
        highest = std::max(highest, v[i][1]);
        if (std::abs(v[i][1] - v[j][1]) < 0.001) continue;
        if (v[i][1] > v[j][1])
            rights.push_back({v[j][0], v[j][1], v[i][0], v[i][1]});
        else
            lefts.push_back({v[i][0], v[i][1], v[j][0], v[j][1]});
    }
    if (lefts.empty() || rights.empty()) return;
    const auto lower = [](const Edge& a, const Edge& b) { return a.y0 < b.y0; };
    std::stable_sort(lefts.begin(), lefts.end(), lower);
    std::stable_sort(rights.begin(), rights.end(), lower);

    size_t l = 0, r = 0;
    const int first = std::max(0, static_cast<int>(std::nearbyint(static_cast<float>(lowest))));
    const int last = std::min(kSize, static_cast<int>(std::nearbyint(static_cast<float>(highest))));
    for (int row = first; row < last; ++row) {
        const int begin =
            std::max(0, static_cast<int>(std::nearbyint(crossing(lefts, l, row))));
        const int end =
            std::min(kSize, static_cast<int>(std::nearbyint(crossing(rights, r, row))));
        if (begin < end)
            spans.push_back({static_cast<int16_t>(row), static_cast<int16_t>(begin),
                             static_cast<int16_t>(end)});
    }
}

}  // namespace topple::phyre
