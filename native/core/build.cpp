// From the bodies and joints of a scene to those of the engine.
#include "core/sim.hpp"

namespace topple {

b2Body* Sim::build(const Body& body, int index) {
    b2BodyDef def;
    def.type = body.dynamic ? b2_dynamicBody : b2_staticBody;
    // Round to float first, then divide in float: the order decides the last bit.
    def.position.Set(static_cast<float>(body.x) / scale_, static_cast<float>(body.y) / scale_);
    def.angle = static_cast<float>(body.angle);
    def.linearDamping = static_cast<float>(body.linear_damping);
    def.angularDamping = static_cast<float>(body.angular_damping);
    def.gravityScale = static_cast<float>(body.gravity_scale);
    def.bullet = body.bullet;
    def.userData = reinterpret_cast<void*>(static_cast<intptr_t>(index));
    try {
        b2Body* made = world_->CreateBody(&def);
        for (const Shape& shape : body.shapes) {
            b2FixtureDef fixture;
            fixture.density = body.dynamic ? static_cast<float>(body.density) : 0.0f;
            fixture.friction = static_cast<float>(body.friction);
            fixture.restitution = static_cast<float>(body.restitution);
            b2CircleShape circle;
            b2PolygonShape polygon;
            if (shape.circle) {
                circle.m_radius = static_cast<float>(shape.radius) / scale_;
                fixture.shape = &circle;
            } else {
                b2Vec2 vertices[kMostVertices];
                int count = 0;
                for (const auto& v : shape.vertices)
                    vertices[count++].Set(static_cast<float>(v[0]) / scale_,
                                          static_cast<float>(v[1]) / scale_);
                polygon.Set(vertices, count);
                fixture.shape = &polygon;
            }
            made->CreateFixture(&fixture);
        }
        return made;
    } catch (const std::logic_error& error) {
        throw SceneError("body " + std::to_string(index) + ": " + error.what());
    }
}

b2Joint* Sim::build(const Joint& joint, int index) {
    const auto place = [&](double x, double y) {
        return b2Vec2(static_cast<float>(x) / scale_, static_cast<float>(y) / scale_);
    };
    const auto make = [&](auto def) {
        def.bodyA = bodies_[joint.first];
        def.bodyB = bodies_[joint.second];
        def.localAnchorA = place(joint.first_x, joint.first_y);
        def.localAnchorB = place(joint.second_x, joint.second_y);
        def.collideConnected = joint.collide;
        def.userData = reinterpret_cast<void*>(static_cast<intptr_t>(index));
        return world_->CreateJoint(&def);
    };
    const float length = static_cast<float>(joint.length) / scale_;
    if (joint.kind == Joint::kRod) {
        b2DistanceJointDef rod;
        rod.length = length;
        return make(rod);
    }
    if (joint.kind == Joint::kRope) {
        b2RopeJointDef rope;
        rope.maxLength = length;
        return make(rope);
    }
    return make(b2RevoluteJointDef());
}

}  // namespace topple
