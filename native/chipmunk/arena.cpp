#include "chipmunk/arena.hpp"

#include "chipmunk/settings.h"

#include <algorithm>
#include <cstring>

namespace topple {
namespace {

constexpr size_t kChunk = 64 * 1024;  // a game takes about 30 kB
constexpr size_t kAlign = 16;

thread_local Arena* current = nullptr;

size_t rounded(size_t size) { return (size + kAlign - 1) / kAlign * kAlign; }

}  // namespace

void* Arena::take(size_t size) {
    size = rounded(size);
    const auto fits = [&](const Chunk& chunk) { return chunk.size - chunk.used >= size; };
    auto chunk = std::find_if(chunks_.begin(), chunks_.end(), fits);
    if (chunk == chunks_.end()) {
        const size_t whole = std::max(size, kChunk);
        chunks_.push_back({std::unique_ptr<std::byte[]>(new std::byte[whole]), whole, 0});
        chunk = chunks_.end() - 1;
    }
    std::byte* taken = chunk->memory.get() + chunk->used;
    chunk->used += size;
    std::memset(taken, 0, size);
    return taken;
}

void Arena::clear() {
    for (Chunk& chunk : chunks_) chunk.used = 0;
}

Arena::Copy Arena::copy() const {
    Copy copy;
    for (const Chunk& chunk : chunks_)
        copy.emplace_back(chunk.memory.get(), chunk.memory.get() + chunk.used);
    return copy;
}

void Arena::restore(const Copy& copy) {
    clear();
    for (size_t i = 0; i < copy.size(); ++i) {
        std::copy(copy[i].begin(), copy[i].end(), chunks_[i].memory.get());
        chunks_[i].used = copy[i].size();
    }
}

ArenaScope::ArenaScope(Arena& arena) : before_(current) { current = &arena; }

ArenaScope::~ArenaScope() { current = before_; }

}  // namespace topple

// The engine's allocator. The size stands in front of the memory, for realloc. Nothing is freed one
// by one: what the engine outgrows adds up to less than what it keeps.
extern "C" {

void* topple_arena_calloc(size_t count, size_t size) {
    size *= count;
    auto* taken = static_cast<std::byte*>(topple::current->take(size + topple::kAlign));
    std::memcpy(taken, &size, sizeof(size));
    return taken + topple::kAlign;
}

void* topple_arena_realloc(void* old, size_t size) {
    void* taken = topple_arena_calloc(1, size);
    if (old) {
        size_t before = 0;
        std::memcpy(&before, static_cast<std::byte*>(old) - topple::kAlign, sizeof(before));
        std::memcpy(taken, old, std::min(before, size));
    }
    return taken;
}

void topple_arena_free(void*) {}

}
