"""What all tests need."""

from __future__ import annotations

import signal

# A job started in the background of a script inherits a deaf ear for Ctrl-C, and so would the
# processes that tests start and interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)
