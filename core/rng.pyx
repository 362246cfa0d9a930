"""Python handle on a random stream; search itself uses the struct of rng.pxd."""

from libc.stdint cimport uint64_t


cdef class RandomStream:
    """A stream of random numbers fixed by (seed, stream).

    Copying or pickling keeps the numbers still to come. `seed` and `stream` are taken modulo 2**64.
    """

    def __init__(self, seed: int = 0, stream: int = 0):
        rng_seed(&self.rng, <uint64_t>(seed & 0xFFFFFFFFFFFFFFFF), <uint64_t>(stream & 0xFFFFFFFFFFFFFFFF))

    def next(self) -> int:
        """The next 64 random bits as a whole number."""
        return rng_next(&self.rng)

    def below(self, n: int) -> int:
        """A whole number in [0, n). Raises ValueError unless 1 ≤ n < 2**63."""
        if not 1 <= n < 1 << 63:
            raise ValueError(f"n: {n}, allowed are 1 to 2**63 - 1")
        return rng_below64(&self.rng, n)

    def uniform(self) -> float:
        """A float in [0, 1)."""
        return rng_uniform(&self.rng)

    def copy(self) -> RandomStream:
        cdef RandomStream other = RandomStream.__new__(RandomStream)
        other.rng = self.rng
        return other

    def __getstate__(self):
        return (self.rng.s0, self.rng.s1, self.rng.s2, self.rng.s3)

    def __setstate__(self, state):
        self.rng.s0, self.rng.s1, self.rng.s2, self.rng.s3 = state
