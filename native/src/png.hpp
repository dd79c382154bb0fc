// The data of PNG files in little time, for pictures of flat colours.
#pragma once

#include <cstdint>
#include <vector>

namespace topple {

// The zlib stream of a picture: rows from the top, three bytes a pixel, each row stored as its
// difference to the one above. Only repetitions of a pixel are found, and codes are the fixed ones
// of the format: less small than zlib's own streams, some seven times as quick, and the same
// bytes whichever zlib a machine has.
std::vector<uint8_t> png_data(const uint8_t* pixels, int width, int height);

}  // namespace topple
