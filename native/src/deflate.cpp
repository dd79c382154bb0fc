#include "deflate.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace topple {
namespace {

constexpr size_t kShortest = 3, kLongest = 258;  // of repetitions, by the format
constexpr int kEndOfBlock = 256;

struct Code {
    uint32_t bits;
    int count;
};

// Huffman codes are written from their highest bit, everything else from its lowest.
constexpr Code huffman(uint32_t code, int count) {
    uint32_t turned = 0;
    for (int i = 0; i < count; ++i) turned |= ((code >> i) & 1u) << (count - 1 - i);
    return {turned, count};
}

// The fixed code of a byte, of the block's end or of a class of lengths.
constexpr Code symbol(int number) {
    if (number < 144) return huffman(0x30 + number, 8);
    if (number < 256) return huffman(0x190 + number - 144, 9);
    if (number < 280) return huffman(number - 256, 7);
    return huffman(0xc0 + number - 280, 8);
}

// A length is its class and so many extra bits; a class with 2^n lengths has n of them.
constexpr Code length_code(size_t length) {
    if (length == kLongest) return symbol(285);
    int extra = 0, beyond = static_cast<int>(length - kShortest);
    while (beyond >> extra >= 8) ++extra;
    const int number = 257 + 4 * extra + (beyond >> extra);
    const Code code = symbol(number);
    const uint32_t rest = static_cast<uint32_t>(beyond & ((1 << extra) - 1));
    return {code.bits | rest << code.count, code.count + extra};
}

constexpr auto kSymbols = [] {
    std::array<Code, 257> codes{};
    for (int i = 0; i < 257; ++i) codes[i] = symbol(i);
    return codes;
}();

constexpr auto kLengths = [] {
    std::array<Code, kLongest + 1> codes{};
    for (size_t i = kShortest; i <= kLongest; ++i) codes[i] = length_code(i);
    return codes;
}();

class Bits {
  public:
    explicit Bits(std::vector<uint8_t>& to) : to_(to) {}
    void put(Code code) {
        held_ |= static_cast<uint64_t>(code.bits) << count_;
        for (count_ += code.count; count_ >= 8; count_ -= 8, held_ >>= 8)
            to_.push_back(static_cast<uint8_t>(held_));
    }
    void pad() {
        if (count_) to_.push_back(static_cast<uint8_t>(held_));
        held_ = 0, count_ = 0;
    }

  private:
    std::vector<uint8_t>& to_;
    uint64_t held_ = 0;
    int count_ = 0;
};

// Adler-32; zeros only weigh what came before them, so that a run of them costs nothing.
class Checksum {
  public:
    void add(const uint8_t* bytes, size_t size) {
        while (size) {
            const size_t part = std::min(size, kBeforeOverflow);
            for (size_t i = 0; i < part; ++i) b_ += a_ += bytes[i];
            a_ %= kPrime, b_ %= kPrime;
            bytes += part, size -= part;
        }
    }
    void add_zeros(size_t size) {
        b_ = static_cast<uint32_t>((b_ + static_cast<uint64_t>(a_) * (size % kPrime)) % kPrime);
    }
    uint32_t value() const { return b_ << 16 | a_; }

  private:
    static constexpr uint32_t kPrime = 65521;
    static constexpr size_t kBeforeOverflow = 5552;
    uint32_t a_ = 1, b_ = 0;
};

// How many bytes from `at` on equal those `period` before them.
size_t repeated(const uint8_t* at, const uint8_t* end, int period) {
    const uint8_t* p = at;
    uint64_t here, before;
    for (; end - p >= 8; p += 8) {
        std::memcpy(&here, p, 8);
        std::memcpy(&before, p - period, 8);
        if (here != before) break;
    }
    while (p < end && *p == p[-period]) ++p;
    return static_cast<size_t>(p - at);
}

bool all_zero(const uint8_t* bytes, int size) {
    return std::all_of(bytes, bytes + size, [](uint8_t byte) { return byte == 0; });
}

}  // namespace

std::vector<uint8_t> deflate(const uint8_t* bytes, size_t size, int period) {
    std::vector<uint8_t> stream{0x78, 0x01};
    Bits bits(stream);
    Checksum checksum;
    bits.put({0b011, 3});  // the last block, with fixed codes
    const Code distance = huffman(static_cast<uint32_t>(period - 1), 5);
    const uint8_t *at = bytes, *summed = bytes, *const end = bytes + size;
    while (at < end) {
        const size_t run = at - bytes >= period ? repeated(at, end, period) : 0;
        if (run < kShortest) {
            bits.put(kSymbols[*at++]);
            continue;
        }
        if (all_zero(at - period, period)) {
            checksum.add(summed, at - summed);
            checksum.add_zeros(run);
            summed = at + run;
        }
        at += run;
        for (size_t left = run; left > 0;) {
            size_t length = std::min(left, kLongest);
            // What remains must not be too short to be a repetition itself.
            if (left > length && left - length < kShortest) length = left - kShortest;
            bits.put(kLengths[length]);
            bits.put(distance);
            left -= length;
        }
    }
    checksum.add(summed, end - summed);
    bits.put(kSymbols[kEndOfBlock]);
    bits.pad();
    for (int shift = 24; shift >= 0; shift -= 8)
        stream.push_back(static_cast<uint8_t>(checksum.value() >> shift));
    return stream;
}

}  // namespace topple
