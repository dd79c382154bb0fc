// Read what `fields` describes from JSON.
#pragma once

#include <array>
#include <memory>
#include <type_traits>
#include <vector>

#include <nlohmann/json.hpp>

namespace topple {

using Json = nlohmann::json;

class JsonReader {
  public:
    template <typename T>
    static T read(const Json& from) {
        T value{};
        get(from, value);
        return value;
    }

    template <typename T>
    void operator()(const char* name, T& value) {
        get(from_.at(name), value);
    }

  private:
    explicit JsonReader(const Json& from) : from_(from) {}

    template <typename T>
    static void get(const Json& from, T& value) {
        if constexpr (std::is_arithmetic_v<T>) {
            from.get_to(value);
        } else {
            JsonReader reader(from);
            fields(reader, value);
        }
    }
    template <typename T>
    static void get(const Json& from, std::shared_ptr<const T>& value) {
        value = std::make_shared<const T>(read<T>(from));
    }
    template <typename T>
    static void get(const Json& from, std::vector<T>& values) {
        for (const Json& each : from) get(each, values.emplace_back());
    }
    template <typename T, size_t N>
    static void get(const Json& from, std::array<T, N>& values) {
        for (size_t i = 0; i < N; ++i) get(from.at(i), values[i]);
    }

    const Json& from_;
};

}  // namespace topple
