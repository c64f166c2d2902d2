// The rare part: every rare value below a heap's common one must be the value of some option.
//
// A warp takes a heap. Its lanes go through the small parts, 128 at a time, nim-add each to the rest of the heap and
// mark the sums in shared memory, a byte each; lane i looks after indices 4i to 4i + 3, and where there are more than
// 128 indices also after those 128 further on. As soon as every index that is needed is marked the heap is done. What
// is still missing after all the small parts is listed, for the processor to search. Marks of rare and tall heaps take
// part in nothing, and are not checked here.

struct Check {
    const u8 *bytes;   // indices of the heaps
    const u8 *small;   // indices of the small heaps from the greatest down to heap 1; a multiple of 512 of them
    const u32 *needed; // for even and odd heaps and each common index, the rare indices below it
    const u32 *taken;  // the break indices
    u32 *open;         // how many heaps are listed
    u32 *list;         // the heap, and the indices that have no witness
    u32 start;         // the first heap
    u32 count;         // how many heaps
    u32 parts;         // small heaps
    u32 breaks;        // break indices
    u32 odd;           // whether heap 0 of the bytes is odd
    u32 most;          // heaps that can be listed
};

#define CHECKERS 8u          // warps of a thread block
#define PLACES (WORDS / 4)   // words of four marks that a lane looks after

extern "C" __global__ void __launch_bounds__(32 * CHECKERS) rare(Check check) {
    __shared__ u32 tables[CHECKERS][64];
    const u32 lane = threadIdx.x & 31;
    u32 *table = tables[threadIdx.x / 32];
    u8 *marks = (u8 *)table;
    for (u32 i = blockIdx.x * CHECKERS + threadIdx.x / 32; i < check.count; i += gridDim.x * CHECKERS) {
        const u32 heap = check.start + i;
        const u32 common = check.bytes[heap];
        if (common == MARK) continue;
        const u32 *row = check.needed + (((heap ^ check.odd) & 1) * 256 + common) * WORDS;
        u32 need[PLACES], missing = 0;
#pragma unroll
        for (int p = 0; p < PLACES; p++) {
            // four bits become four bytes
            need[p] = (row[4 * p + lane / 8] >> lane % 8 * 4 & 15) * 0x204081 & LOW;
            table[32 * p + lane] = 0;
            missing |= need[p];
        }
        __syncwarp();
        for (u32 from = 0; from < check.parts && __any_sync(0xffffffffu, missing); from += 512) {
            for (u32 b = 0; b < check.breaks; b++) {
                // the byte before this one belongs to the rest that small part 0 would leave
                const u8 *end = check.bytes + heap - check.taken[b];
#pragma unroll
                for (u32 run = 0; run < 4; run++) {
                    const u32 back = from + run * 128 + 128 - 4 * lane;
                    const u32 parts = *(const u32 *)(check.small + check.parts - back);
                    const u8 *at = end - back;
                    const u32 skew = (u32)(size_t)at & 3;
                    const u32 *words = (const u32 *)(at - skew);
                    const u32 rests = __funnelshift_r(words[0], words[1], 8 * skew);
                    u32 sums = parts ^ rests;
                    if (WORDS == 4) {
                        sums |= (parts | rests) & HIGH;
                    } else {
                        sums |= __vcmpeq4(parts, MARK * LOW) | __vcmpeq4(rests, MARK * LOW);
                    }
                    marks[sums & 255] = 1;
                    marks[sums >> 8 & 255] = 1;
                    marks[sums >> 16 & 255] = 1;
                    marks[sums >> 24] = 1;
                }
            }
            __syncwarp();
            missing = 0;
#pragma unroll
            for (int p = 0; p < PLACES; p++) missing |= need[p] &= ~table[32 * p + lane];
        }
        if (__any_sync(0xffffffffu, missing)) {
            u32 place = 0;
            if (lane == 0) place = atomicAdd(check.open, 1);
            place = __shfl_sync(0xffffffffu, place, 0);
            if (place < check.most) {
                u32 *entry = check.list + (size_t)place * (WORDS + 1);
                if (lane == 0) entry[0] = heap;
#pragma unroll
                for (int p = 0; p < PLACES; p++) {
                    // four bytes become four bits, and eight lanes a word
                    u32 bits = need[p] * 0x10204080u >> 28 << lane % 8 * 4;
                    for (u32 step = 1; step < 8; step *= 2) bits |= __shfl_xor_sync(0xffffffffu, bits, step);
                    if (lane % 8 == 0) entry[1 + 4 * p + lane / 8] = bits;
                }
            }
        }
        __syncwarp();
    }
}
