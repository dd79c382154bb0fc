// Damage, death and explosions.
#include <algorithm>
#include <cmath>

#include "worlds/birds/rules.hpp"

namespace topple::birds {

// Damage to the first or the second body of a hit.
void Game::suffer(const Hit& hit, bool first) {
    const int self = first ? hit.first : hit.second, other = first ? hit.second : hit.first;
    const Thing& thing = state_.things[self];
    const Thing& partner = state_.things[other];
    if (thing.role != kBlock && thing.role != kPig && thing.role != kTnt) return;
    if (!alive(self)) return;
    const Rules& rules = level_->rules;
    const Part& part = level_->parts[self];
    b2Vec2 towards = hit.before_second - hit.before_first;
    if (!first) towards = -towards;
    double force = towards.Length() * rules.damage_scale;
    if (thing.role == kBlock && partner.role == kBird) {
        const Bird& bird = level_->birds[partner.kind];
        force *= bird.mass * bird.factors[part.material];
    } else {
        const b2Vec2 own = first ? hit.after_first : hit.after_second;
        const b2Vec2 others = first ? hit.after_second : hit.after_first;
        const bool pushed =
            partner.role != kGround && b2Dot(others, towards) > b2Dot(own, towards);
        force *= rules.other_share * mass_of(pushed ? other : self);
    }
    const double damage = std::max(0.0, force - part.defence);
    const int of_other = partner.role == kBird   ? rules.events_per_hit
                         : partner.role == kEgg ? 1
                                                : level_->parts[other].colliders;
    for (int i = 0; i < part.colliders * of_other && alive(self); ++i) {
        hurt(self, damage);
        const int64_t points = std::llround(rules.hit_score * std::round(damage));
        if (partner.role == kBird && state_.things[self].hp > damage &&
            points > rules.hit_score_above)
            state_.score += points;
    }
    if (!alive(self)) killers_[self] = other;
}

void Game::hurt(int body, double damage) {
    Thing& thing = state_.things[body];
    thing.hp -= damage;
    if (thing.hp <= 0.0) die(body);
}

void Game::die(int body) {
    Thing& thing = state_.things[body];
    if (thing.gone_step >= 0) return;
    thing.gone_step = now();
    if (flies(thing.role)) return use(body);
    const Part& part = level_->parts[body];
    state_.score += part.score;
    if (part.lingers) {
        thing.gone_step += steps_of(part.linger_time);
        sim_->engine_body(body)->SetLinearVelocity(b2Vec2_zero);
        sim_->engine_body(body)->SetAngularVelocity(0.0f);
    }
    if (thing.role == kTnt)
        blasts_.emplace_back(sim_->engine_body(body)->GetPosition(), level_->rules.tnt);
}

void Game::explode(int body, const Blast& blast) {
    blasts_.emplace_back(sim_->engine_body(body)->GetPosition(), blast);
    die(body);
}

// One explosion may trigger the next; every body explodes at most once, so this ends.
void Game::explode_all() {
    for (size_t i = 0; i < blasts_.size(); ++i) {
        const auto [centre, blast] = blasts_[i];
        for (int body = 0; body < sim_->size(); ++body) {
            const int32_t role = state_.things[body].role;
            if (!alive(body) || role == kGround || role == kPlatform || role == kBird) continue;
            const b2Vec2 away = sim_->engine_body(body)->GetPosition() - centre;
            const double distance = away.Length();
            const double share = 1.0 - distance / blast.radius;
            if (share <= 0.0) continue;
            if (role == kEgg) {
                explode(body, level_->rules.egg);
                continue;
            }
            // Like a hit, a blast counts once for each collider of a body.
            const double times = level_->parts[body].colliders;
            if (distance > 0.0) {
                const double impulse = times * blast.impulse * share / distance;
                sim_->push(body, impulse * away.x, impulse * away.y);
            }
            hurt(body, times * blast.damage * share);
        }
    }
    blasts_.clear();
}

void Game::end_grace() {
    for (size_t i = 0; i < level_->parts.size(); ++i) state_.things[i].hp = level_->parts[i].hp;
}

void Game::touch(const Hit& hit) {
    for (int body : {hit.first, hit.second}) {
        Thing& thing = state_.things[body];
        if (!flies(thing.role) || thing.touch_step >= 0 || !alive(body)) continue;
        thing.touch_step = now();
        thing.still_step = now() + steps_of(level_->rules.bird_still_time);
        if (thing.role == kEgg)
            explode(body, level_->rules.egg);
        else if (!bursts(body))
            use(body);
    }
}

// A bird that explodes keeps its turn and its tap until the blast.
bool Game::bursts(int body) const {
    const Thing& thing = state_.things[body];
    return thing.role == kBird && level_->birds[thing.kind].power == Bird::kExplode;
}

void Game::tend_bird(int body) {
    Thing& thing = state_.things[body];
    const Rules& rules = level_->rules;
    const Bird& bird = level_->birds[thing.kind];
    if (bursts(body) && !thing.spent && thing.touch_step >= 0 &&
        now() >= thing.touch_step + steps_of(rules.fuse_time)) {
        thing.spent = 1;
        return explode(body, bird.blast);
    }
    if (thing.touch_step >= 0 && now() >= thing.still_step) {
        if (sim_->engine_body(body)->GetLinearVelocity().Length() < rules.bird_still_speed)
            return die(body);
        thing.still_step += steps_of(rules.poll_time);
    }
    if (now() >= thing.launch_step + steps_of(rules.bird_most_time)) die(body);
}

bool Game::outside(int body) const {
    const b2Body* b = sim_->engine_body(body);
    const float edge = static_cast<float>(level_->rules.half_width);
    if (b->GetPosition().y < level_->rules.lowest) return true;
    if (std::abs(b->GetPosition().x) < edge) return false;
    // Measured by the first collider. A body that lingers by its only active one has that one
    // switched off, so without an extent: it is out as soon as its centre is.
    if (!flies(state_.things[body].role) && level_->parts[body].lingers &&
        level_->parts[body].colliders == 1)
        return true;
    for (const b2Fixture* f = b->GetFixtureList(); f; f = f->GetNext()) {
        b2AABB box;
        f->GetShape()->ComputeAABB(&box, b->GetTransform(), 0);
        if (box.lowerBound.x <= edge && box.upperBound.x >= -edge) return false;
    }
    return true;
}

}  // namespace topple::birds
