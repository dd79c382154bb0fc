// A restored simulation continues with the same bits; a damaged snapshot is refused.
#include <cmath>

#include "tests/checks.hpp"

using namespace topple;
using namespace testing;

namespace {

std::unique_ptr<Sim> twin(const Sim& sim) { return Sim::restore(sim.snapshot()); }

void equal_for(Sim& a, Sim& b, int steps) {
    CHECK(a.digest() == b.digest());
    for (int i = 0; i < steps; ++i) a.step(), b.step();
    CHECK(a.digest() == b.digest());
    CHECK(a.steps() == b.steps());
    CHECK(a.resting() == b.resting());
    for (int i = 0; i < a.size(); ++i) {
        CHECK(a.alive(i) == b.alive(i));
        if (a.alive(i)) CHECK(a.pose(i).x == b.pose(i).x && a.pose(i).angle == b.pose(i).angle);
    }
}

// Change both simulations in the same random way.
void interfere(Sim& sim, uint64_t seed) {
    Random random(seed);
    const int body = random.below(sim.size());
    if (!sim.alive(body)) return;
    const double x = random.between(20, 230), y = random.between(20, 230);
    switch (random.below(4)) {
        case 0:
            return sim.remove(body);
        case 1:
            return sim.push(body, x / 100 - 1, y / 100);
        case 2:
            return sim.place(body, x, y, random.between(-3, 3));
        default:
            sim.add(random.one_in(2) ? ball(x, y, 6) : box(x, y, 20, 9, true));
    }
}

}  // namespace

TEST(a_restored_simulation_goes_on_with_the_same_bits) {
    Sim sim(shared(heap()));
    for (int i = 0; i < 700; ++i) {
        if (i % 7 == 0) {
            auto here = twin(sim), there = twin(sim);
            CHECK(here->snapshot() == sim.snapshot());
            equal_for(*here, *there, 3);
        }
        sim.step();
    }
    Sim fresh(shared(heap()));
    auto restored = twin(fresh);
    equal_for(fresh, *restored, 700);
    CHECK(fresh.digest() == sim.digest());
}

TEST(a_restored_simulation_is_restored_again_and_again) {
    Sim sim(shared(heap()));
    auto hopping = twin(sim);
    for (int i = 0; i < 60; ++i) {
        for (int k = 0; k < 10; ++k) sim.step(), hopping->step();
        hopping = twin(*hopping);
    }
    CHECK(hopping->digest() == sim.digest());
}

TEST(snapshots_hold_what_was_added_removed_and_moved) {
    Random random(8);
    for (int round = 0; round < 60; ++round) {
        Sim sim(shared(heap()));
        auto other = twin(sim);
        for (int i = 0; i < 6; ++i) {
            const uint64_t seed = random.bits();
            interfere(sim, seed);
            interfere(*other, seed);
            if (random.one_in(2)) other = twin(*other);
            equal_for(sim, *other, random.below(80));
            if (random.one_in(2)) other = twin(sim);
        }
    }
}

TEST(a_snapshot_at_rest_is_at_rest) {
    Sim sim(shared(heap()));
    for (int i = 0; i < 5000 && !sim.resting(); ++i) sim.step();
    CHECK(sim.resting());
    auto restored = twin(sim);
    CHECK(restored->resting());
    equal_for(sim, *restored, 10);
    restored->remove(0);
    CHECK(!restored->resting());
}

TEST(a_snapshot_of_an_empty_scene_works) {
    Sim sim(shared(empty_scene()));
    sim.step();
    auto restored = twin(sim);
    equal_for(sim, *restored, 5);
    restored->add(ball(100, 100, 5));
    restored->step();
}

TEST(the_digest_sees_every_kind_of_change) {
    Sim sim(shared(heap()));
    for (int i = 0; i < 100; ++i) sim.step();
    std::vector<uint64_t> digests = {sim.digest()};
    for (int i = 0; i < 5; ++i) {
        auto changed = twin(sim);
        if (i == 0) changed->step();
        if (i == 1) changed->push(3, 1e-4, 0);
        if (i == 2) changed->remove(3);
        if (i == 3) changed->add(ball(200, 200, 5));
        if (i == 4) changed->place(3, 60, 60, 0);
        for (uint64_t seen : digests) CHECK(changed->digest() != seen);
        digests.push_back(changed->digest());
    }
}

TEST(a_damaged_snapshot_is_refused) {
    Sim sim(shared(heap()));
    for (int i = 0; i < 100; ++i) sim.step();
    const std::string whole = sim.snapshot();
    for (size_t length = 0; length < whole.size(); length += 1 + length / 50)
        CHECK_THROWS(Sim::restore(whole.substr(0, length)), SceneError, "snapshot");
    CHECK_THROWS(Sim::restore(whole + "x"), SceneError, "snapshot");
    Random random(2);
    for (int i = 0; i < 2000; ++i) {
        std::string damaged = whole;
        char& byte = damaged[static_cast<size_t>(random.below(static_cast<int>(whole.size())))];
        byte = static_cast<char>(byte ^ (1 + random.below(255)));
        CHECK_THROWS(Sim::restore(damaged), SceneError, "snapshot");
    }
    CHECK_THROWS(Sim::restore(std::string(1000, '\0')), SceneError, "snapshot");
}
