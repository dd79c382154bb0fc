#pragma once

#include "core/bind/bindings.hpp"

namespace topple::kinetix {

void bind_batches(nb::module_& m);

}  // namespace topple::kinetix
