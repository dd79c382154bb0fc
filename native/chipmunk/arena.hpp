// All memory of one engine world, so that a world is freed at once and copied as bytes.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace topple {

class Arena {
  public:
    // The contents of an arena. They hold pointers, so they fit only the arena they come from.
    using Copy = std::vector<std::vector<std::byte>>;

    // Return zeroed memory that stays where it is until `clear` or `restore`.
    void* take(size_t size);
    void clear();
    Copy copy() const;
    void restore(const Copy& copy);

  private:
    struct Chunk {
        std::unique_ptr<std::byte[]> memory;
        size_t size = 0, used = 0;
    };
    std::vector<Chunk> chunks_;
};

// While it lives, the engine takes its memory in this thread from an arena.
class ArenaScope {
  public:
    explicit ArenaScope(Arena& arena);
    ~ArenaScope();
    ArenaScope(const ArenaScope&) = delete;
    ArenaScope& operator=(const ArenaScope&) = delete;

  private:
    Arena* before_;
};

}  // namespace topple
