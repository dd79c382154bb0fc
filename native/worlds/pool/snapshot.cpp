// Snapshot, restore and digest: every number that the next event depends on.
#include <cstring>

#include "core/archive.hpp"
#include "worlds/pool/sim.hpp"

namespace topple::pool {
namespace {

constexpr uint64_t kMagic = 0x314c4f4f50000000;  // "\0\0\0POOL1"

uint64_t mixed(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15ull;
    return hash ^ (hash >> 32);
}

}  // namespace

template <typename Archive>
void Sim::describe(Archive& archive, Sim& sim) {
    archive(sim.count_, sim.cue_, sim.model_, sim.now_);
    archive.need(sim.count_ >= 1 && sim.count_ <= kMostBalls);
    archive.need(sim.cue_ >= 0 && sim.cue_ < sim.count_);
    archive.need(sim.model_ == Model::k2025 || sim.model_ == Model::k2026);
    archive.need(sim.now_ >= 0.0 && sim.now_ < 1e9);
    for (int i = 0; i < sim.count_; ++i) {
        Ball& ball = sim.balls_[i];
        archive(ball.r, ball.v, ball.w, ball.state, sim.since_[i]);
        archive.need(sim.since_[i] >= 0.0 && sim.since_[i] <= sim.now_);
    }
    for (int i = 0; i < sim.count_; ++i)
        for (int j = i + 1; j < sim.count_; ++j) archive(sim.pair(i, j));
    for (int i = 0; i < sim.count_; ++i) {
        Event& own = sim.own_[i];
        archive(own.time, own.kind, own.ball, own.other);
    }
}

std::string Sim::snapshot() const {
    Writer out;
    out(kMagic);
    describe(out, const_cast<Sim&>(*this));
    return std::move(out.bytes);
}

Sim Sim::restore(const std::string& bytes) {
    Reader in(bytes);
    uint64_t magic = 0;
    in(magic);
    in.need(magic == kMagic);
    Sim sim;
    sim.pairs_.fill(kNever);
    describe(in, sim);
    in.need(in.rest().empty());
    // The plan must be the one that these balls lead to: plan again and compare.
    Sim again = sim;
    for (int i = 0; i < sim.count_; ++i) {
        const Ball& ball = sim.balls_[i];
        in.need(ball.state >= kStationary && ball.state <= kPocketed);
        in.need(norm(ball.r) < 1e3 && norm(ball.v) < 1e3 && norm(ball.w) < 1e6);
        again.now_ = sim.since_[i];
        again.plan(i);
        const Event &own = again.own_[i], &read = sim.own_[i];
        in.need(own.kind == read.kind && own.time == read.time);
        in.need(own.ball == read.ball && own.other == read.other);
    }
    sim.paths_ = again.paths_;
    for (int i = 0; i < sim.count_; ++i)
        for (int j = i + 1; j < sim.count_; ++j)
            in.need(sim.pair(i, j) >= sim.now_);
    return sim;
}

uint64_t Sim::digest() const {
    uint64_t hash = mixed(static_cast<uint64_t>(count_), static_cast<uint64_t>(model_));
    for (int i = 0; i < count_; ++i) {
        const Ball found = ball(i);
        const double numbers[] = {found.r.x, found.r.y, found.r.z, found.v.x, found.v.y,
                                  found.v.z, found.w.x, found.w.y, found.w.z};
        for (double number : numbers) {
            uint64_t word = 0;
            number += 0.0;  // both zeros are the same number
            std::memcpy(&word, &number, sizeof(word));
            hash = mixed(hash, word);
        }
        hash = mixed(hash, static_cast<uint64_t>(found.state));
    }
    return hash;
}

}  // namespace topple::pool
