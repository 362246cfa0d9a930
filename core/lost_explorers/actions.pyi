# Compiled code only: nothing to call from Python.
