"""What every test may rely on."""

import signal

# A shell starts what runs in its background with Ctrl-C ignored, and so would every test of it be.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
