// Answer requests line by line: `simulate < requests.jsonl > answers.jsonl`.
#include <iostream>
#include <string>

#include "core/sim.hpp"
#include "portable/portable.hpp"

int main() {
    topple::warm_up_engine();
    for (std::string line; std::getline(std::cin, line);)
        std::cout << topple::portable::answer(line) << "\n";
}
