// Forged snapshots: damaged and sealed again. They are refused or they run; nothing breaks.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "tests/checks.hpp"

using namespace topple;
using namespace testing;

namespace {

// The same hash as in snapshot.cpp, so that the tests can forge a seal.
uint64_t seal_of(const char* bytes, size_t count) {
    uint64_t hash = count;
    for (size_t at = 0; at < count; at += sizeof(uint64_t)) {
        uint64_t word = 0;
        std::memcpy(&word, bytes + at, std::min(sizeof(word), count - at));
        hash = (hash ^ word) * 0x9e3779b97f4a7c15ull;
        hash ^= hash >> 32;
    }
    return hash;
}

void seal(std::string& bytes) {
    const size_t count = bytes.size() - sizeof(uint64_t);
    const uint64_t seal = seal_of(bytes.data(), count);
    std::memcpy(bytes.data() + count, &seal, sizeof(seal));
}

struct Counts {
    int refused = 0, failed = 0, ran = 0;
};

// Restore and, if that works, use the simulation in every possible way.
void use(const std::string& bytes, Random& random, Counts& counts) {
    try {
        auto sim = Sim::restore(bytes);
        sim->record_events(0.0f);
        for (int i = 0; i < 5; ++i) sim->step();
        const int body = random.below(std::max(sim->size(), 1));
        if (body < sim->size() && sim->alive(body)) {
            if (random.one_in(2)) sim->place(body, 100, 100, 1);
            if (random.one_in(2)) sim->remove(body);
        }
        if (sim->joints() > 0 && sim->holds(0)) sim->cut(0);
        if (sim->size() < kMostBodies) sim->add(ball(120, 120, 7));
        for (int i = 0; i < 5; ++i) sim->step();
        sim->digest();
        Sim::restore(sim->snapshot())->step();
        ++counts.ran;
    } catch (const SceneError&) {
        ++counts.refused;
    } catch (const EngineError&) {
        ++counts.failed;
    }
}

std::vector<std::string> originals() {
    std::vector<std::string> all;
    Sim sim(shared(heap()));
    for (int steps : {0, 1, 40, 100, 1500}) {
        while (sim.steps() < steps) sim.step();
        all.push_back(sim.snapshot());
    }
    sim.remove(3);
    sim.add(box(100, 100, 30, 6, true));
    sim.step();
    all.push_back(sim.snapshot());
    Sim tied(shared(tied_heap()));
    for (int i = 0; i < 40; ++i) tied.step();
    all.push_back(tied.snapshot());
    tied.cut(1), tied.step();
    all.push_back(tied.snapshot());
    return all;
}

template <typename T>
void overwrite(std::string& bytes, size_t at, T value) {
    std::memcpy(bytes.data() + std::min(at, bytes.size() - sizeof(T)), &value, sizeof(T));
}

// Numbers that have broken programs before.
void spoil(std::string& bytes, Random& random) {
    const size_t at = static_cast<size_t>(random.below(static_cast<int>(bytes.size()) - 8));
    const float floats[] = {NAN, INFINITY, -INFINITY, 3e38f, -3e38f, 1e-45f, -0.0f, 1e10f};
    const int32_t ints[] = {-1, 0,  1,    2,         3,         15,           16,
                            17, 64, 1000, INT32_MAX, INT32_MIN, INT32_MAX - 1};
    switch (random.below(5)) {
        case 0:
            bytes[at] = static_cast<char>(bytes[at] ^ (1 << random.below(8)));
            return;
        case 1:
            bytes[at] = static_cast<char>(random.bits());
            return;
        case 2:
            return overwrite(bytes, at, floats[random.below(8)]);
        case 3:
            return overwrite(bytes, at, ints[random.below(13)]);
        default:
            return overwrite(bytes, at / 4 * 4, ints[random.below(13)]);
    }
}

}  // namespace

TEST(the_seal_is_the_one_of_the_core) {
    for (std::string bytes : originals()) {
        const std::string before = bytes;
        seal(bytes);
        CHECK(bytes == before);
    }
}

TEST(one_forged_number_breaks_nothing) {
    Random random(11);
    Counts counts;
    const auto all = originals();
    for (int i = 0; i < rounds(6000); ++i) {
        std::string bytes = all[static_cast<size_t>(random.below(static_cast<int>(all.size())))];
        spoil(bytes, random);
        seal(bytes);
        use(bytes, random, counts);
    }
    std::printf("refused %d, gave up %d, ran %d\n", counts.refused, counts.failed, counts.ran);
    CHECK(counts.refused > 1000 && counts.ran > 1000);
}

TEST(many_forged_numbers_break_nothing) {
    Random random(12);
    Counts counts;
    const auto all = originals();
    for (int i = 0; i < rounds(2000); ++i) {
        std::string bytes = all[static_cast<size_t>(random.below(static_cast<int>(all.size())))];
        for (int k = 1 + random.below(4); k > 0; --k) spoil(bytes, random);
        if (random.one_in(10)) bytes.resize(bytes.size() / 2 + 8);
        if (random.one_in(10)) bytes.append(static_cast<size_t>(random.below(100)), '\1');
        seal(bytes);
        use(bytes, random, counts);
    }
    std::printf("refused %d, gave up %d, ran %d\n", counts.refused, counts.failed, counts.ran);
    CHECK(counts.refused > 1000);
}

TEST(every_forged_byte_of_a_small_snapshot_breaks_nothing) {
    Scene scene = empty_scene();
    scene.bodies = {box(128, 0, 256, 10), ball(60, 12, 6), box(64, 25, 20, 6, true)};
    scene.joints = {tie(Joint::kHinge, 1, 2), tie(Joint::kRod, 0, 1, 70), tie(Joint::kRope, 0, 2, 9)};
    Sim sim(shared(scene));
    for (int i = 0; i < 30; ++i) sim.step();
    const std::string whole = sim.snapshot();
    Random random(13);
    Counts counts;
    for (size_t at = 0; at + sizeof(uint64_t) < whole.size(); ++at)
        for (int value : {0x00, 0xff, whole[at] + 1, whole[at] ^ 0x80}) {
            std::string bytes = whole;
            bytes[at] = static_cast<char>(value);
            seal(bytes);
            use(bytes, random, counts);
        }
    std::printf("refused %d, gave up %d, ran %d\n", counts.refused, counts.failed, counts.ran);
    CHECK(counts.refused > 500);
}
