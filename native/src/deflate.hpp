// Compression in little time, for bytes with long runs: pictures of flat colours.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace topple {

// A zlib stream. Only repetitions of the last `period` bytes (1 to 4) are found, and codes are the
// fixed ones of the format: less small than zlib's own streams, some ten times as quick, and the
// same bytes whichever zlib a machine has.
std::vector<uint8_t> deflate(const uint8_t* bytes, size_t size, int period);

}  // namespace topple
