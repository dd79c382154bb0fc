// The functions that decide bits, for Python code that builds levels and actions.
#include "core/maths.hpp"

#include "core/bind/bindings.hpp"

namespace {

using One = double (*)(double);
using Two = double (*)(double, double);

}  // namespace

void bind_maths(nb::module_& m) {
    using namespace topple;
    m.def("sin", static_cast<One>(maths::sin));
    m.def("cos", static_cast<One>(maths::cos));
    m.def("tan", maths::tan);
    m.def("asin", maths::asin);
    m.def("acos", maths::acos);
    m.def("atan2", static_cast<Two>(maths::atan2));
    m.def("exp", maths::exp);
    m.def("log", maths::log);
    m.def("pow", maths::pow);
    m.def("hypot", maths::hypot);
}
