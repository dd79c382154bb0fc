// Write what `fields` describes as JSON. Numbers have enough digits to be read back bit for bit.
#pragma once

#include <array>
#include <charconv>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace topple {

class JsonWriter {
  public:
    template <typename T>
    static std::string text(const T& value) {
        JsonWriter writer;
        writer.put(value);
        return std::move(writer.text_);
    }

    template <typename T>
    void operator()(const char* name, const T& value) {
        separate('{');
        ((text_ += '"') += name) += "\":";
        put(value);
    }

  private:
    void separate(char opening) {
        if (text_.back() != opening) text_ += ',';
    }

    template <typename T>
    void put(const T& value) {
        if constexpr (std::is_same_v<T, bool>) {
            text_ += value ? "true" : "false";
        } else if constexpr (std::is_arithmetic_v<T>) {
            char digits[32];
            text_.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
        } else {
            text_ += '{';
            T copy = value;
            fields(*this, copy);
            text_ += '}';
        }
    }
    template <typename T>
    void put(const std::shared_ptr<T>& value) {
        put(*value);
    }
    template <typename T>
    void put(const std::vector<T>& values) {
        put_list(values);
    }
    template <typename T, size_t N>
    void put(const std::array<T, N>& values) {
        put_list(values);
    }
    template <typename List>
    void put_list(const List& values) {
        text_ += '[';
        for (const auto& value : values) {
            separate('[');
            put(value);
        }
        text_ += ']';
    }

    std::string text_;
};

}  // namespace topple
