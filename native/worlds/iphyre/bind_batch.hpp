#pragma once

#include "core/bind/bindings.hpp"

namespace topple::iphyre {

void bind_batches(nb::module_& m);

}  // namespace topple::iphyre
