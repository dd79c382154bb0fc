#include "worlds/kinetix/observe.hpp"

#include <algorithm>

namespace topple::kinetix {

std::array<float, kMoving> moving(const Motion& motion) {
    const Rotation turned = rotation(motion.rotation);
    return {motion.position.x, motion.position.y,           motion.velocity.x, motion.velocity.y,
            tanh_rational(motion.spin / 10.0f), turned.sine, turned.cosine};
}

void observe(const Game& game, const Stage& stage, float* row) {
    const Level& level = game.level();
    std::copy(stage.still.begin(), stage.still.end(), row);
    for (int i = 0; i < level.bodies(); ++i) {
        const bool polygon = i < level.polygons;
        // Of the walls, only the floor is shown.
        if (polygon && i > 0 && i < kStaticPolygons) continue;
        if (stage.exists[i]) {
            const auto numbers = moving(game.state().bodies[i]);
            for (int k = 0; k < kMoving; ++k)
                row[kMovingColumns[k]] = std::clamp(numbers[k], -kClip, kClip);
        }
        row += polygon ? kPolygonColumns : kCircleColumns;
    }
}

}  // namespace topple::kinetix
