#include <nanobind/stl/array.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "core/bind/bindings.hpp"

using namespace topple;

Body read_body(nb::handle from) {
    Body body;
    body.dynamic = nb::cast<bool>(from.attr("dynamic"));
    body.x = nb::cast<double>(from.attr("x"));
    body.y = nb::cast<double>(from.attr("y"));
    body.angle = nb::cast<double>(from.attr("angle"));
    body.colour = nb::cast<int>(from.attr("colour"));
    nb::object material = from.attr("material");
    body.density = nb::cast<double>(material.attr("density"));
    body.friction = nb::cast<double>(material.attr("friction"));
    body.restitution = nb::cast<double>(material.attr("restitution"));
    body.linear_damping = nb::cast<double>(material.attr("linear_damping"));
    body.angular_damping = nb::cast<double>(material.attr("angular_damping"));
    for (nb::handle each : from.attr("shapes")) {
        Shape shape;
        shape.circle = nb::hasattr(each, "radius");
        if (shape.circle)
            shape.radius = nb::cast<double>(each.attr("radius"));
        else
            shape.vertices =
                nb::cast<std::vector<std::array<double, 2>>>(each.attr("vertices"));
        body.shapes.push_back(std::move(shape));
    }
    return body;
}

namespace {

// Read the attributes of a topple.sim.Joint.
Joint read_joint(nb::handle from) {
    Joint joint;
    const auto kind = nb::cast<std::string>(from.attr("kind"));
    joint.kind = kind == "hinge" ? Joint::kHinge : kind == "rod" ? Joint::kRod : Joint::kRope;
    if (joint.kind == Joint::kRope && kind != "rope")
        throw SceneError("a joint is a hinge, a rod or a rope");
    joint.first = nb::cast<int>(from.attr("first"));
    joint.second = nb::cast<int>(from.attr("second"));
    const auto first_at = nb::cast<std::array<double, 2>>(from.attr("first_at"));
    const auto second_at = nb::cast<std::array<double, 2>>(from.attr("second_at"));
    joint.first_x = first_at[0], joint.first_y = first_at[1];
    joint.second_x = second_at[0], joint.second_y = second_at[1];
    joint.length = nb::cast<double>(from.attr("length"));
    joint.collide = nb::cast<bool>(from.attr("collide"));
    return joint;
}

}  // namespace

void bind_scene(nb::module_& m) {
    static nb::exception<SceneError> scene_error(m, "SceneError", PyExc_ValueError);
    static nb::exception<EngineError> engine_error(m, "EngineError", PyExc_RuntimeError);

    nb::class_<Scene>(m, "Scene")
        .def_static("read", [](nb::handle from) -> SharedScene {
            Scene scene;
            nb::object physics = from.attr("physics");
            scene.width = nb::cast<double>(from.attr("width"));
            scene.height = nb::cast<double>(from.attr("height"));
            scene.scale = nb::cast<double>(from.attr("scale"));
            nb::object gravity = physics.attr("gravity");
            scene.gravity_x = nb::cast<double>(gravity[0]);
            scene.gravity_y = nb::cast<double>(gravity[1]);
            scene.time_step = nb::cast<double>(physics.attr("time_step"));
            scene.velocity_iterations = nb::cast<int>(physics.attr("velocity_iterations"));
            scene.position_iterations = nb::cast<int>(physics.attr("position_iterations"));
            for (nb::handle body : from.attr("bodies")) scene.bodies.push_back(read_body(body));
            for (nb::handle joint : from.attr("joints")) scene.joints.push_back(read_joint(joint));
            check(scene);
            return std::make_shared<const Scene>(std::move(scene));
        })
        .def("__len__", [](const Scene& scene) { return scene.bodies.size(); });
}
