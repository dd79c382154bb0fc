// When a path first meets a circle or a straight cushion.
#pragma once

#include "worlds/pool/motion.hpp"

namespace topple::pool {

// Return the first time in [0, window] at which the path is `radius` away from the origin, or
// `kNever`. A path that only grazes the circle does not meet it.
double first_contact(const Path& path, double radius, double window);

// Return the first time at which a ball on the path touches the rail, or `kNever`.
double rail_contact(const Path& path, const Rail& rail);

}  // namespace topple::pool
