// The Python module topple._native: the core, and a submodule per world.
#include "core/bind/bindings.hpp"
#include "core/maths.hpp"

#ifdef __clang__
#define TOPPLE_COMPILER __VERSION__
#else
#define TOPPLE_COMPILER "GCC " __VERSION__
#endif

NB_MODULE(_native, m) {
    // Programs such as Inspect keep objects until the process ends; that is no fault of theirs.
    nb::set_leak_warnings(false);
    topple::warm_up_engine();
    m.attr("compiler") = TOPPLE_COMPILER;
    m.attr("flags") = TOPPLE_FLAGS;
    m.attr("fused") = topple::maths::fused();
    bind_counting(m);
    nb::module_ functions = m.def_submodule("maths");
    bind_maths(functions);
    bind_scene(m);
    bind_sim(m);
    bind_rollout(m);
    bind_canvas(m);
    bind_sprites(m);
    for (const auto& [name, bind] : worlds()) {
        nb::module_ world = m.def_submodule(name);
        bind(world);
    }
}
