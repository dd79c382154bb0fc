// When a path first meets a circle or a straight cushion.
#pragma once

#include "worlds/pool/motion.hpp"

namespace topple::pool {

// Return the first time in [0, window] at which the path is `radius` away from the origin, or
// `kNever`. A path that only grazes the circle does not meet it.
double first_contact(const Path& path, double radius, double window);

// The same for a ball and a jaw. An impact with another ball may press a ball a hair into a cushion,
// because it moves both to a clean contact. If it moves on into the cushion, it touches it at once.
double jaw_contact(const Path& path, double radius, double window);

// Return the first time at which a ball on the path touches the rail, or `kNever`; like `jaw_contact`.
double rail_contact(const Path& path, const Rail& rail);

}  // namespace topple::pool
