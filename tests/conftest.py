"""What all tests need."""

from __future__ import annotations

import os
import signal

from hypothesis import settings

# A job started in the background of a script inherits a deaf ear for Ctrl-C, and so would the
# processes that tests start and interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Made-up examples are the same on each call, so that a test run can be repeated; new ones are
# drawn by hand, with TOPPLE_FUZZ.
settings.register_profile("same", derandomize=True, database=None)
if "TOPPLE_FUZZ" not in os.environ:
    settings.load_profile("same")
