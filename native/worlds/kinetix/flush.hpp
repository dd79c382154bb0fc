// Flush subnormal numbers to zero while an object of this class lives, as the reference does.
#pragma once

#include <cstdint>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace topple::kinetix {

class FlushSubnormals {
  public:
    FlushSubnormals() : before_(get()) { set(before_ | kFlush); }
    ~FlushSubnormals() { set(before_); }
    FlushSubnormals(const FlushSubnormals&) = delete;
    FlushSubnormals& operator=(const FlushSubnormals&) = delete;

  private:
#if defined(__SSE2__)
    static constexpr uint64_t kFlush = 0x8040;  // results and operands
    static uint64_t get() { return _mm_getcsr(); }
    static void set(uint64_t bits) { _mm_setcsr(static_cast<unsigned>(bits)); }
#elif defined(__aarch64__)
    static constexpr uint64_t kFlush = 1u << 24;
    static uint64_t get() {
        uint64_t bits;
        asm volatile("mrs %0, fpcr" : "=r"(bits));
        return bits;
    }
    static void set(uint64_t bits) { asm volatile("msr fpcr, %0" ::"r"(bits)); }
#else
    // Without the switch, bodies almost at rest may differ in numbers below 1e-38.
    static constexpr uint64_t kFlush = 0;
    static uint64_t get() { return 0; }
    static void set(uint64_t) {}
#endif

    uint64_t before_;
};

}  // namespace topple::kinetix
