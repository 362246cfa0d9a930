"""Large blocks of memory, on huge pages where the system has them: random access is bound by page walks else.

Free them with `free`.
"""

cdef extern from *:
    """
    #include <stdlib.h>
    #include <string.h>
    #if defined(__linux__) && defined(__GLIBC__)
    #include <malloc.h>
    #include <sys/mman.h>
    enum { ORIENTEER_HUGE = 1 << 21, ORIENTEER_LARGE = 1 << 22 };
    /* Whole huge pages, asked for before anything is written: what has small pages keeps them. */
    static void* orienteer_large(size_t size) {
        void* memory = NULL;
        size = (size + ORIENTEER_HUGE - 1) & ~(size_t)(ORIENTEER_HUGE - 1);
        if (posix_memalign(&memory, ORIENTEER_HUGE, size) != 0) return NULL;
    #ifdef MADV_HUGEPAGE
        (void)madvise(memory, size, MADV_HUGEPAGE);
    #endif
        return memory;
    }
    /* Zeroed memory; NULL where there is none. */
    static inline void* orienteer_zeroed(size_t size) {
        void* memory;
        if (size < ORIENTEER_LARGE) return calloc(1, size);
        memory = orienteer_large(size);
        return memory == NULL ? NULL : memset(memory, 0, size);
    }
    /* realloc. */
    static inline void* orienteer_grown(void* old, size_t size) {
        void* memory;
        size_t held;
        if (size < ORIENTEER_LARGE) return realloc(old, size);
        memory = orienteer_large(size);
        if (memory == NULL || old == NULL) return memory;
        held = malloc_usable_size(old);
        memcpy(memory, old, held < size ? held : size);
        free(old);
        return memory;
    }
    #else
    static inline void* orienteer_zeroed(size_t size) { return calloc(1, size); }
    static inline void* orienteer_grown(void* old, size_t size) { return realloc(old, size); }
    #endif
    #if defined(__GNUC__) || defined(__clang__)
    #define orienteer_prefetch(address) __builtin_prefetch(address)
    #else
    #define orienteer_prefetch(address) ((void)(address))
    #endif
    """
    void* orienteer_zeroed(size_t size) noexcept nogil
    void* orienteer_grown(void* old, size_t size) noexcept nogil
    void orienteer_prefetch(const void* address) noexcept nogil
