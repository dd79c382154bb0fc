#include <nanobind/stl/array.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>

#include "core/bind/bindings.hpp"
#include "core/sprites.hpp"

using namespace topple;

namespace {

using StrokeRow = std::tuple<std::vector<Ring>, std::array<int, 3>, double>;
using CameraRow = std::array<double, 3>;  // scale, left, top
using Spots = nb::ndarray<const double, nb::shape<-1, 6>, nb::c_contig, nb::device::cpu>;

// In pixels; coordinates farther out would not fit into an int.
constexpr double kFarthest = 1e6;

struct Sprites {
    std::vector<Sprite> sprites;

    std::vector<Spot> spots(const Spots& rows) const {
        std::vector<Spot> spots;
        spots.reserve(rows.shape(0));
        for (size_t i = 0; i < rows.shape(0); ++i) {
            const double* row = rows.data() + 6 * i;
            for (int j = 0; j < 6; ++j)
                if (!(std::abs(row[j]) <= kFarthest)) throw SceneError("a spot is too far out");
            const int sprite = static_cast<int>(row[0]);
            if (sprite < 0 || sprite >= static_cast<int>(sprites.size()))
                throw SceneError("no such sprite");
            spots.push_back({sprite, row[1], row[2], row[3], row[4], row[5]});
        }
        return spots;
    }
    std::vector<Ring> outline(const Spot& spot, const Camera& camera) const {
        return on_canvas(sprites[spot.sprite][0], spot, camera);
    }
};

Camera camera_of(const CameraRow& row) {
    for (double number : row)
        if (!(std::abs(number) <= kFarthest)) throw SceneError("the camera is too far out");
    return {row[0], row[1], row[2]};
}

std::vector<Sprite> read_sprites(const std::vector<std::vector<StrokeRow>>& rows) {
    std::vector<Sprite> sprites;
    for (const auto& strokes : rows) {
        if (strokes.empty()) throw SceneError("a sprite has a silhouette at least");
        Sprite sprite;
        for (const auto& [rings, rgb, opacity] : strokes)
            sprite.push_back({rings, ink(rgb, opacity)});
        sprites.push_back(std::move(sprite));
    }
    return sprites;
}

nb::ndarray<nb::numpy, uint8_t> picture(const Sprites& self, const Picture& background,
                                        const Spots& spots, const CameraRow& camera) {
    Canvas canvas(static_cast<int>(background.shape(1)), static_cast<int>(background.shape(0)),
                  background.data());
    draw(canvas, self.sprites, self.spots(spots), camera_of(camera));
    return owned(canvas.take(), background.shape(0), background.shape(1), 3);
}

using Pixel = std::array<int, 2>;

// For every spot, the rings of its silhouette in whole pixels.
std::vector<std::vector<std::vector<Pixel>>> outlines(const Sprites& self, const Spots& rows,
                                                      const CameraRow& camera) {
    std::vector<std::vector<std::vector<Pixel>>> found;
    for (const Spot& spot : self.spots(rows)) {
        auto& rings = found.emplace_back();
        for (const Ring& ring : self.outline(spot, camera_of(camera))) {
            auto& pixels = rings.emplace_back();
            for (const auto& [x, y] : ring)
                pixels.push_back({static_cast<int>(std::lround(std::clamp(x, -1e9, 1e9))),
                                  static_cast<int>(std::lround(std::clamp(y, -1e9, 1e9)))});
        }
    }
    return found;
}

// For every spot, left, top, right and bottom of its silhouette in pixels.
nb::ndarray<nb::numpy, double> bounds(const Sprites& self, const Spots& rows,
                                      const CameraRow& camera) {
    std::vector<double> found;
    for (const Spot& spot : self.spots(rows)) {
        std::array<double, 4> box{INFINITY, INFINITY, -INFINITY, -INFINITY};
        for (const Ring& ring : self.outline(spot, camera_of(camera)))
            for (const auto& [x, y] : ring)
                box = {std::min(box[0], x), std::min(box[1], y), std::max(box[2], x),
                       std::max(box[3], y)};
        found.insert(found.end(), box.begin(), box.end());
    }
    return owned(std::move(found), rows.shape(0), 4);
}

}  // namespace

void bind_sprites(nb::module_& m) {
    nb::class_<Sprites>(m, "Sprites")
        .def("__init__",
             [](Sprites* self, const std::vector<std::vector<StrokeRow>>& rows) {
                 new (self) Sprites{read_sprites(rows)};
             })
        .def("draw", &picture)
        .def("outlines", &outlines)
        .def("bounds", &bounds);
}
