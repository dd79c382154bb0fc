"""Measure how long `import topple` and quick commands take, in CPU time of a fresh process."""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
from pathlib import Path

import record

COMMAND = Path(sys.executable).with_name("topple")
AIMS = {
    "python": None,
    "import topple": 60,
    "topple --version": 100,
    "topple --help": 300,
    "topple list": 300,
    "topple list phyre": 500,  # loads numpy, the engine and every template
}


def cpu_ms(command: list[str]) -> float:
    """Run a command; return its CPU time in milliseconds."""
    process = subprocess.Popen(
        command,
        # Byte code is kept, as it is where Topple is installed.
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": ""},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    assert process.stderr is not None
    message = process.stderr.read().decode(errors="replace")
    _, status, usage = os.wait4(process.pid, 0)
    process.stderr.close()
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"error: `{' '.join(command)}` failed:\n{message}")
    return 1000 * (usage.ru_utime + usage.ru_stime)


def main() -> int:
    """Measure and print; return 1 if a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=15)
    parser.add_argument("--no-save", action="store_true", help="print only")
    options = parser.parse_args()
    commands = {
        "python": [sys.executable, "-c", "pass"],
        "import topple": [sys.executable, "-c", "import topple"],
        "topple --version": [str(COMMAND), "--version"],
        "topple --help": [str(COMMAND), "--help"],
        "topple list": [str(COMMAND), "list"],
        "topple list phyre": [str(COMMAND), "list", "phyre"],
    }
    times: dict[str, list[float]] = {name: [] for name in commands}
    for command in commands.values():
        cpu_ms(command)  # writes the byte code
    for _ in range(options.repeats):
        for name, command in commands.items():
            times[name].append(cpu_ms(command))
    median = {name: statistics.median(ms) for name, ms in times.items()}
    rows = [["", "CPU ms", "spread", "aim"]]
    for name, ms in times.items():
        spread = f"{min(ms):.0f}-{max(ms):.0f}"
        rows.append([name, f"{median[name]:.0f}", spread, f"{AIMS[name] or ''}"])
    print(record.table(rows))
    if not options.no_save:
        summary = f"CPU time of a fresh process, median of {options.repeats}."
        record.save("startup", summary, rows, [])
    return 0 if all(median[name] < aim for name, aim in AIMS.items() if aim) else 1


if __name__ == "__main__":
    sys.exit(main())
