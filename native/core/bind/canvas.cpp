#include <nanobind/stl/array.h>
#include <nanobind/stl/vector.h>

#include "core/bind/bindings.hpp"
#include "core/canvas.hpp"

using namespace topple;

using Rgb = std::array<int, 3>;

namespace {

void check_size(int64_t width, int64_t height) {
    if (width < 1 || height < 1 || width > 16384 || height > 16384)
        throw SceneError("a picture is 1 to 16384 pixels wide and high");
}

}  // namespace

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
                 check_size(width, height);
                 new (self) Canvas(width, height, ink(background, 1.0));
             })
        .def("__init__",
             [](Canvas* self, const Picture& picture) {
                 const auto height = static_cast<int64_t>(picture.shape(0));
                 const auto width = static_cast<int64_t>(picture.shape(1));
                 check_size(width, height);
                 new (self) Canvas(static_cast<int>(width), static_cast<int>(height),
                                   picture.data());
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
        // A view, not a copy: it also shows what is drawn later.
        .def("pixels", [](nb::handle_t<Canvas> self) {
            Canvas& canvas = nb::cast<Canvas&>(self);
            const size_t height = canvas.height(), width = canvas.width();
            return nb::ndarray<nb::numpy, uint8_t>(canvas.data(), {height, width, 3}, self);
        });
}
