"""Large blocks of memory, on huge pages where the system has them: random access is bound by page walks else.

Free them with `free`.
"""

cdef extern from *:
    """
    #include <stdlib.h>
    #if defined(__linux__)
    #include <stdint.h>
    #include <sys/mman.h>
    static void orienteer_advise(void* memory, size_t size) {
    #ifdef MADV_HUGEPAGE
        const uintptr_t page = 4096;
        if (memory != NULL && size >= ((size_t)1 << 22)) {
            char* start = (char*)(((uintptr_t)memory + page - 1) & ~(page - 1));
            (void)madvise(start, (size_t)((char*)memory + size - start) & ~(size_t)(page - 1), MADV_HUGEPAGE);
        }
    #endif
    }
    #else
    static void orienteer_advise(void* memory, size_t size) { (void)memory; (void)size; }
    #endif
    #if defined(__GNUC__) || defined(__clang__)
    #define orienteer_prefetch(address) __builtin_prefetch(address)
    #else
    #define orienteer_prefetch(address) ((void)(address))
    #endif
    /* Zeroed memory; NULL where there is none. */
    static inline void* orienteer_zeroed(size_t size) {
        void* memory = calloc(1, size);
        orienteer_advise(memory, size);
        return memory;
    }
    /* realloc. */
    static inline void* orienteer_grown(void* old, size_t size) {
        void* memory = realloc(old, size);
        orienteer_advise(memory, size);
        return memory;
    }
    """
    void* orienteer_zeroed(size_t size) noexcept nogil
    void* orienteer_grown(void* old, size_t size) noexcept nogil
    void orienteer_prefetch(const void* address) noexcept nogil
