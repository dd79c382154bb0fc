// The Python face of the core: topple._native.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"

NB_MODULE(_native, m) {
    topple::warm_up_engine();
    m.attr("compiler") = __VERSION__;
    m.attr("flags") = TOPPLE_FLAGS;
    bind_scene(m);
    bind_sim(m);
    bind_rollout(m);
    bind_phyre(m);
    bind_birds(m);
    bind_canvas(m);
    bind_sprites(m);
}
