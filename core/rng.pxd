"""Random numbers for search: xoshiro256++ (Blackman and Vigna 2019), one small struct, passed in and never global."""

from libc.stdint cimport int64_t, uint32_t, uint64_t


cdef struct Rng:
    uint64_t s0
    uint64_t s1
    uint64_t s2
    uint64_t s3


cdef inline uint64_t mix64(uint64_t x) noexcept nogil:
    """A bijection that scatters every bit (splitmix64's finaliser)."""
    x ^= x >> 30
    x *= <uint64_t>0xBF58476D1CE4E5B9
    x ^= x >> 27
    x *= <uint64_t>0x94D049BB133111EB
    return x ^ (x >> 31)


cdef inline void rng_seed(Rng* rng, uint64_t seed, uint64_t stream) noexcept nogil:
    """Start stream number `stream` of `seed`; different pairs give unrelated streams."""
    cdef uint64_t x = mix64(seed + <uint64_t>0x9E3779B97F4A7C15) ^ mix64(stream * <uint64_t>0xD1342543DE82EF95 + 1)
    x += <uint64_t>0x9E3779B97F4A7C15
    rng.s0 = mix64(x)
    x += <uint64_t>0x9E3779B97F4A7C15
    rng.s1 = mix64(x)
    x += <uint64_t>0x9E3779B97F4A7C15
    rng.s2 = mix64(x)
    x += <uint64_t>0x9E3779B97F4A7C15
    rng.s3 = mix64(x)


cdef inline uint64_t rng_next(Rng* rng) noexcept nogil:
    """The next 64 random bits."""
    cdef uint64_t sum = rng.s0 + rng.s3
    cdef uint64_t result = ((sum << 23) | (sum >> 41)) + rng.s0
    cdef uint64_t t = rng.s1 << 17
    rng.s2 ^= rng.s0
    rng.s3 ^= rng.s1
    rng.s1 ^= rng.s2
    rng.s0 ^= rng.s3
    rng.s2 ^= t
    rng.s3 = (rng.s3 << 45) | (rng.s3 >> 19)
    return result


cdef inline uint32_t rng_below(Rng* rng, uint32_t n) noexcept nogil:
    """A whole number in [0, n), n ≥ 1, without bias (Lemire 2019)."""
    cdef uint64_t product = (rng_next(rng) >> 32) * n
    cdef uint32_t threshold
    if <uint32_t>product < n:
        threshold = (<uint32_t>(-<int64_t>n)) % n
        while <uint32_t>product < threshold:
            product = (rng_next(rng) >> 32) * n
    return <uint32_t>(product >> 32)


cdef inline int64_t rng_below64(Rng* rng, int64_t n) noexcept nogil:
    """A whole number in [0, n), n ≥ 1, without bias, for weights beyond 32 bits."""
    cdef uint64_t limit, x
    if n <= <int64_t>0xFFFFFFFF:
        return rng_below(rng, <uint32_t>n)
    limit = (~<uint64_t>0 // <uint64_t>n) * <uint64_t>n
    x = rng_next(rng)
    while x >= limit:
        x = rng_next(rng)
    return <int64_t>(x % <uint64_t>n)


cdef inline double rng_uniform(Rng* rng) noexcept nogil:
    """A double in [0, 1) with 53 random bits."""
    return <double>(rng_next(rng) >> 11) * (1.0 / 9007199254740992.0)


cdef class RandomStream:
    cdef Rng rng
