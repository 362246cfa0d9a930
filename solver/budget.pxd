"""When to stop: one object shared by the caller, who may stop it, and by the loops, which ask."""


cdef class Budget:
    cdef readonly object limits
    cdef double started
    cdef double deadline  # on the monotonic clock; infinite without a time limit
    cdef int stop_flag
    cdef list callbacks

    # Whether to stop now. Needs no GIL; a clock read, so ask every hundred cheap steps or so.
    cdef bint c_spent(self) noexcept nogil


# Seconds on a monotonic clock.
cdef double c_now() noexcept nogil
