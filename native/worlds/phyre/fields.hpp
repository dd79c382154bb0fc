// The fields of a task by name.
#pragma once

#include "core/fields.hpp"
#include "worlds/phyre/rules.hpp"

namespace topple::phyre {

template <typename Archive>
void fields(Archive& archive, Task& task) {
    archive("scene", task.scene);
    archive("goal", task.goal);
}

}  // namespace topple::phyre
