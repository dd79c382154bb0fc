#include "core/bind/bindings.hpp"
#include "core/course.hpp"

// See src/topple/sim/counting.py.
void bind_counting(nb::module_& m) {
    m.def("simulated", [] { return topple::simulated.load(std::memory_order_relaxed); });
    m.def("run_by_thread", [] { return topple::run_by_thread; });
    m.def("count", [](int64_t simulations) { topple::count(simulations); });
    m.def("hold", [](bool held) {
        const bool before = topple::held;
        topple::held = held;
        return before;
    });
}
