// The data of PNG files: within bounds whatever the picture, and small for flat ones. That zlib
// reads it back is tested from Python.
#include "png.hpp"

#include "checks.hpp"

using namespace topple;
using namespace testing;

namespace {

// Runs of a few values, of all lengths, between bytes of any value.
std::vector<uint8_t> mixed(Random& random, size_t size) {
    std::vector<uint8_t> bytes;
    while (bytes.size() < size) {
        const auto value = static_cast<uint8_t>(random.one_in(2) ? 0 : random.below(256));
        bytes.insert(bytes.end(), random.one_in(3) ? 1 : random.below(1500), value);
    }
    bytes.resize(size);
    return bytes;
}

}  // namespace

TEST(any_picture_is_taken) {
    Random random(1);
    for (int round = 0; round < rounds(2000); ++round) {
        const int width = 1 + random.below(400), height = 1 + random.below(12);
        const std::vector<uint8_t> pixels = mixed(random, size_t(3) * width * height);
        const std::vector<uint8_t> data = png_data(pixels.data(), width, height);
        // Nine bits a byte at most, then head, checksum and the ends of the block.
        CHECK(data.size() <= (pixels.size() + height) * 9 / 8 + 9);
        CHECK(data == png_data(pixels.data(), width, height));
    }
}

TEST(noise_outgrows_the_first_buffer) {
    Random random(2);
    std::vector<uint8_t> pixels(3 * 300 * 300);
    for (uint8_t& byte : pixels) byte = static_cast<uint8_t>(random.below(256));
    CHECK(png_data(pixels.data(), 300, 300).size() > 3 * 300 * 300);
}

TEST(flat_pictures_take_little) {
    const std::vector<uint8_t> pixels(3 * 1000 * 1000, 250);
    CHECK(png_data(pixels.data(), 1000, 1000).size() < 30'000);
}
