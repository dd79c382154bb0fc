#include "core/sprites.hpp"

#include "core/maths.hpp"

namespace topple {
namespace {

// Reuses the memory of `out`, because a picture has thousands of rings.
void place(const Stroke& stroke, const Spot& spot, const Camera& camera, std::vector<Ring>& out) {
    const double cos = maths::cos(spot.angle) * camera.scale;
    const double sin = maths::sin(spot.angle) * camera.scale;
    const double x = camera.left + spot.x * camera.scale, y = camera.top - spot.y * camera.scale;
    out.resize(stroke.rings.size());
    for (size_t i = 0; i < out.size(); ++i) {
        out[i].clear();
        for (const auto& [u, v] : stroke.rings[i]) {
            const double a = u * spot.stretch_x, b = v * spot.stretch_y;
            out[i].push_back({x + a * cos - b * sin, y - a * sin - b * cos});
        }
    }
}

}  // namespace

std::vector<Ring> on_canvas(const Stroke& stroke, const Spot& spot, const Camera& camera) {
    std::vector<Ring> rings;
    place(stroke, spot, camera, rings);
    return rings;
}

void draw(Canvas& canvas, const std::vector<Sprite>& sprites, const std::vector<Spot>& spots,
          const Camera& camera) {
    std::vector<Ring> rings;
    for (const Spot& spot : spots)
        for (const Stroke& stroke : sprites[spot.sprite]) {
            place(stroke, spot, camera, rings);
            canvas.rings(rings, stroke.ink);
        }
}

}  // namespace topple
