"""Name the processor of this machine."""

from __future__ import annotations

import contextlib
import platform
import re
import subprocess
from pathlib import Path

# Programs that know the name where the kernel's own list has only numbers: on ARM, on macOS.
_COMMANDS = (("lscpu",), ("sysctl", "-n", "machdep.cpu.brand_string"))
_MODEL = re.compile(r"^\s*model name\s*:\s*(.+)$", re.MULTILINE | re.IGNORECASE)


def processor_name() -> str:
    """Return the model of the processor, or at least its architecture."""
    with contextlib.suppress(OSError):
        if found := _MODEL.search(Path("/proc/cpuinfo").read_text()):
            return found[1].strip()
    for command in _COMMANDS:
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            said = subprocess.run(command, capture_output=True, text=True, timeout=5, check=True)
            found = _MODEL.search(said.stdout)
            if name := found[1] if found else said.stdout.strip() if len(command) > 1 else "":
                return name.strip()
    return platform.processor() or platform.machine() or "unknown processor"
