# Compiled code only: nothing here has a name for Python.
