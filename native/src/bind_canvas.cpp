#include <nanobind/stl/array.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "canvas.hpp"

using namespace topple;

using Rgb = std::array<int, 3>;

Ink ink(const Rgb& rgb, double opacity) {
    for (int part : rgb)
        if (part < 0 || part > 255) throw SceneError("a colour is three numbers from 0 to 255");
    if (!(opacity >= 0.0 && opacity <= 1.0)) throw SceneError("opacity lies between 0 and 1");
    return {static_cast<uint8_t>(rgb[0]), static_cast<uint8_t>(rgb[1]),
            static_cast<uint8_t>(rgb[2]), static_cast<float>(opacity)};
}

void bind_canvas(nb::module_& m) {
    nb::class_<Canvas>(m, "Canvas")
        .def("__init__",
             [](Canvas* self, int width, int height, const Rgb& background) {
                 if (width < 1 || height < 1 || width > 16384 || height > 16384)
                     throw SceneError("a canvas is 1 to 16384 pixels wide and high");
                 new (self) Canvas(width, height, ink(background, 1.0));
             })
        .def("polygon",
             [](Canvas& canvas, const std::vector<std::array<double, 2>>& vertices, const Rgb& rgb,
                double opacity) {
                 if (vertices.size() >= 3) canvas.polygon(vertices, ink(rgb, opacity));
             })
        .def("disc",
             [](Canvas& canvas, double x, double y, double radius, const Rgb& rgb, double opacity) {
                 canvas.disc(x, y, radius, ink(rgb, opacity));
             })
        .def("pixels", [](const Canvas& canvas) {
            return owned(std::vector<uint8_t>(canvas.pixels()), canvas.height(), canvas.width(), 3);
        });
}
