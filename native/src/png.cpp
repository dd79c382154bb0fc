#include "png.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace topple {
namespace {

constexpr size_t kShortest = 3, kLongest = 258;  // of repetitions, by the format
constexpr int kEndOfBlock = 256;
constexpr int kPixel = 3;  // bytes
constexpr uint8_t kUp = 2;  // the filter: differences to the row above

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
    void put(Code code) {
        held_ |= static_cast<uint64_t>(code.bits) << count_;
        count_ += code.count;
        if (count_ < 32) return;
        for (int i = 0; i < 4; ++i, held_ >>= 8) bytes_[size_++] = static_cast<uint8_t>(held_);
        count_ -= 32;
        if (size_ + 4 > bytes_.size()) bytes_.resize(2 * bytes_.size());
    }
    void put_byte(uint8_t byte) { put({byte, 8}); }
    void pad() { put({0, (8 - count_ % 8) % 8}); }
    std::vector<uint8_t> take() {
        pad();
        for (; count_ > 0; count_ -= 8, held_ >>= 8) bytes_[size_++] = static_cast<uint8_t>(held_);
        bytes_.resize(size_);
        return std::move(bytes_);
    }

  private:
    std::vector<uint8_t> bytes_ = std::vector<uint8_t>(1 << 16);
    size_t size_ = 0;
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

// How many bytes from `at` on equal those of the pixel before them.
size_t repeated(const uint8_t* at, const uint8_t* end) {
    const uint8_t* p = at;
    uint64_t here, before;
    for (; end - p >= 8; p += 8) {
        std::memcpy(&here, p, 8);
        std::memcpy(&before, p - kPixel, 8);
        if (here != before) break;
    }
    while (p < end && *p == p[-kPixel]) ++p;
    return static_cast<size_t>(p - at);
}

class Stream {
  public:
    Stream() {
        bits_.put_byte(0x78);
        bits_.put_byte(0x01);
        bits_.put({0b011, 3});  // the last block, with fixed codes
    }

    // Repetitions are found within what is added at a time.
    void add(const uint8_t* bytes, size_t size) {
        const uint8_t *at = bytes, *summed = bytes, *const end = bytes + size;
        while (at < end) {
            const size_t run = at - bytes >= kPixel ? repeated(at, end) : 0;
            if (run < kShortest) {
                bits_.put(kSymbols[*at++]);
                continue;
            }
            if (!at[-1] && !at[-2] && !at[-3]) {
                checksum_.add(summed, at - summed);
                checksum_.add_zeros(run);
                summed = at + run;
            }
            at += run;
            repeat(run);
        }
        checksum_.add(summed, end - summed);
    }

    std::vector<uint8_t> end() {
        bits_.put(kSymbols[kEndOfBlock]);
        bits_.pad();
        for (int shift = 24; shift >= 0; shift -= 8)
            bits_.put_byte(static_cast<uint8_t>(checksum_.value() >> shift));
        return bits_.take();
    }

  private:
    void repeat(size_t left) {
        while (left > 0) {
            size_t length = std::min(left, kLongest);
            // What remains must not be too short to be a repetition itself.
            if (left > length && left - length < kShortest) length = left - kShortest;
            bits_.put(kLengths[length]);
            bits_.put(kDistance);
            left -= length;
        }
    }

    static constexpr Code kDistance = huffman(kPixel - 1, 5);
    Bits bits_;
    Checksum checksum_;
};

}  // namespace

std::vector<uint8_t> png_data(const uint8_t* pixels, int width, int height) {
    const size_t size = size_t(kPixel) * width;
    const std::vector<uint8_t> nothing(size);
    std::vector<uint8_t> row(size + 1);
    row[0] = kUp;
    Stream stream;
    const uint8_t* above = nothing.data();
    for (int y = 0; y < height; ++y) {
        const uint8_t* here = pixels + y * size;
        for (size_t i = 0; i < size; ++i) row[i + 1] = static_cast<uint8_t>(here[i] - above[i]);
        stream.add(row.data(), row.size());
        above = here;
    }
    return stream.end();
}

}  // namespace topple
