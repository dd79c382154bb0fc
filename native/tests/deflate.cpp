// Streams of compressed bytes: within bounds whatever the bytes, and small for runs. That zlib
// reads them back is tested from Python.
#include "deflate.hpp"

#include "checks.hpp"

using namespace topple;
using namespace testing;

namespace {

// Runs of a few values, of all lengths, between bytes of any value.
std::vector<uint8_t> mixed(Random& random, int size) {
    std::vector<uint8_t> bytes;
    while (static_cast<int>(bytes.size()) < size) {
        const auto value = static_cast<uint8_t>(random.one_in(2) ? 0 : random.below(256));
        bytes.insert(bytes.end(), random.one_in(3) ? 1 : random.below(700), value);
    }
    bytes.resize(size);
    return bytes;
}

}  // namespace

TEST(any_bytes_are_taken) {
    Random random(1);
    for (int round = 0; round < rounds(3000); ++round) {
        const std::vector<uint8_t> bytes = mixed(random, random.below(3000));
        const int period = 1 + random.below(4);
        const std::vector<uint8_t> stream = deflate(bytes.data(), bytes.size(), period);
        // Head, checksum and the ends of the block, then nine bits a byte at most.
        CHECK(stream.size() <= 9 + bytes.size() * 9 / 8);
        CHECK(stream == deflate(bytes.data(), bytes.size(), period));
    }
}

TEST(runs_take_little) {
    const std::vector<uint8_t> zeros(1'000'000);
    CHECK(deflate(zeros.data(), zeros.size(), 3).size() < 6500);
}

TEST(nothing_is_a_stream_too) {
    const std::vector<uint8_t> stream = deflate(nullptr, 0, 1);
    const std::vector<uint8_t> known{0x78, 0x01, 0x03, 0x00, 0x00, 0x00, 0x00, 0x01};
    CHECK(stream == known);
}
