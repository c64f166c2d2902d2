// Sets of indices in registers: WORDS words of 32 bits, one bit an index.
//
// A heap is a byte, the index of its common value; MARK stands for a heap that is rare or too tall, which takes part in
// nothing. With four words a mark drops out by itself: nim-added to an index below 128 it has its top bit set, and no
// word takes it. With more words it is turned into 255, which is never a value here.

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

#define MARK 255u

struct Set {
    u32 word[WORDS];
};

__device__ __forceinline__ void clear(Set &set) {
#pragma unroll
    for (int w = 0; w < WORDS; w++) set.word[w] = 0;
}

__device__ __forceinline__ void insert(Set &set, u32 index) {
    u32 bit = 1u << (index & 31), at = index >> 5;
#pragma unroll
    for (int w = 0; w < WORDS; w++) if (at == w) set.word[w] |= bit;
}

// Adds the nim-sum of a heap's byte and an index, unless the byte is a mark.
__device__ __forceinline__ void exclude(Set &set, u32 byte, u32 index) {
    u32 sum = byte ^ index;
    if (WORDS > 4 && byte == MARK) sum = 255;
    insert(set, sum);
}

// The union over the lanes of a warp.
__device__ __forceinline__ Set join(const Set &set) {
    Set all;
#pragma unroll
    for (int w = 0; w < WORDS; w++) all.word[w] = __reduce_or_sync(0xffffffffu, set.word[w]);
    return all;
}

// The least index in neither set; MARK where there is none.
__device__ __forceinline__ u32 mex(const Set &a, const Set &b) {
    u32 least = MARK;
#pragma unroll
    for (int w = WORDS - 1; w >= 0; w--) {
        u32 free = ~(a.word[w] | b.word[w]);
        if (free) least = 32 * w + __ffs(free) - 1;
    }
    return least;
}
