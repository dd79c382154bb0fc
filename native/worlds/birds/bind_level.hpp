// From the Python objects that describe a level to a Level.
#pragma once

#include "core/bind/bindings.hpp"
#include "worlds/birds/level.hpp"

namespace topple::birds {

std::shared_ptr<const Level> read_level(const SharedScene& scene, nb::iterable parts,
                                        nb::iterable birds, nb::handle egg, nb::handle rules);

}  // namespace topple::birds
