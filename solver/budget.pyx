"""When to stop: a time limit and a flag that any thread may set. Loops poll it; see budget.pxd."""

from libc.math cimport INFINITY

from collections.abc import Callable

from orienteer.limits import Limits

cdef extern from *:
    """
    #ifdef _WIN32
    #define WIN32_LEAN_AND_MEAN
    #include <windows.h>
    static double orienteer_now(void) {
        LARGE_INTEGER ticks, rate;
        QueryPerformanceCounter(&ticks);
        QueryPerformanceFrequency(&rate);
        return (double)ticks.QuadPart / (double)rate.QuadPart;
    }
    #else
    #include <time.h>
    static double orienteer_now(void) {
        struct timespec t;
        clock_gettime(CLOCK_MONOTONIC, &t);
        return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
    }
    #endif
    """
    double orienteer_now() noexcept nogil


cdef class Budget:
    """One computation's limits with its clock running since the object was made.

    `share` scales the time limit only (0.3 = may use 30 % of the seconds).
    """

    def __init__(self, limits: Limits | None = None, share: float = 1.0):
        self.limits = Limits() if limits is None else limits
        self.started = c_now()
        seconds = self.limits.seconds
        self.deadline = INFINITY if seconds is None else self.started + share * seconds

        self.callbacks = []

    cdef bint c_spent(self) noexcept nogil:
        return self.stop_flag or c_now() >= self.deadline

    def part(self, limits: Limits, share: float = 1.0) -> Budget:
        """A budget for a part of this computation: its own limits, `share` of their seconds counted from the start of
        the whole; a stop of the whole stops it."""
        cdef Budget child = Budget(limits, share)
        if limits.seconds is not None:
            child.deadline = self.started + share * limits.seconds
        self.on_stop(child.stop)
        return child

    def on_stop(self, callback: Callable[[], object]) -> None:
        """Call this when `stop` is called, at once when it was already."""
        self.callbacks.append(callback)
        if self.stop_flag:
            callback()

    def stop(self) -> None:
        """Ask the loops to end soon and return the best they have; callable from any thread."""
        self.stop_flag = 1
        for callback in list(self.callbacks):
            callback()

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called."""
        return self.stop_flag != 0

    def spent(self) -> bool:
        """Whether the time is over or `stop` was called."""
        return self.c_spent()

    def elapsed(self) -> float:
        """Seconds since the clock started."""
        return c_now() - self.started


cdef double c_now() noexcept nogil:
    return orienteer_now()
