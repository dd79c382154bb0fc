// A byte archive for snapshots and digests: one description of a state serves its writer and its
// reader. Called with values, a writer appends them and a reader fills them in; `need` states what
// must hold of the values just read.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

#include <Box2D/Box2D.h>

#include "core/scene.hpp"

namespace topple {

struct Writer {
    std::string bytes;
    void need(bool) {}
    template <typename... T>
    void operator()(const T&... values) {
        static_assert((std::is_trivially_copyable_v<T> && ...));
        (bytes.append(reinterpret_cast<const char*>(&values), sizeof(T)), ...);
    }
};

// The digest of the bytes of a state.
inline uint64_t fnv1a(std::string_view bytes) {
    uint64_t hash = 0xcbf29ce484222325ull;
    for (unsigned char byte : bytes) hash = (hash ^ byte) * 0x100000001b3ull;
    return hash;
}

// The engine's structures that consist of floats only.
template <typename T>
inline constexpr bool made_of_floats =
    std::is_same_v<T, float> || std::is_same_v<T, b2Vec2> || std::is_same_v<T, b2Rot> ||
    std::is_same_v<T, b2Transform> || std::is_same_v<T, b2Sweep> || std::is_same_v<T, b2AABB>;

class Reader {
  public:
    explicit Reader(std::string_view bytes) : rest_(bytes) {}
    void need(bool holds) {
        if (!holds) throw SceneError("the snapshot is cut short or contradicts itself");
    }
    template <typename... T>
    void operator()(T&... values) {
        (get(values), ...);
    }
    std::string_view rest() const { return rest_; }

  private:
    template <typename T>
    void get(T& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        need(rest_.size() >= sizeof(T));
        if constexpr (made_of_floats<T>) {
            float numbers[sizeof(T) / sizeof(float)];
            std::memcpy(numbers, rest_.data(), sizeof(T));
            // Larger numbers soon overflow in the engine.
            for (float number : numbers) need(std::abs(number) < 1e24f);
        }
        std::memcpy(static_cast<void*>(&value), rest_.data(), sizeof(T));
        rest_.remove_prefix(sizeof(T));
    }
    void get(bool& value) {
        uint8_t byte = 0;
        get(byte);
        need(byte <= 1);
        value = byte != 0;
    }

    std::string_view rest_;
};

}  // namespace topple
