// The rare part: every rare value below a heap's common one must be the value of some option.
//
// A warp takes a heap. Its lanes go through the small parts, 128 at a time, nim-add each to the rest of the heap and
// mark the sums; as soon as every index that is needed is marked the heap is done. What is still missing after all the
// small parts is listed, for the processor to search. Marks of rare and tall heaps take part in
// nothing, and are not checked here.

struct Check {
    const u8 *bytes;   // indices of the heaps
    const u8 *small;   // indices of the small heaps from the greatest down to heap 1; a multiple of 128 of them
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

extern "C" __global__ void __launch_bounds__(256) rare(Check check) {
    const u32 lane = threadIdx.x & 31;
    const u32 warps = gridDim.x * (blockDim.x >> 5);
    for (u32 i = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5); i < check.count; i += warps) {
        const u32 heap = check.start + i;
        const u32 common = check.bytes[heap];
        if (common == MARK) continue;
        Set need;
#pragma unroll
        for (int w = 0; w < WORDS; w++) need.word[w] = check.needed[(((heap ^ check.odd) & 1) * INDICES + common) * WORDS + w];
        Set found;
        clear(found);
        u32 missing = 1;
        for (u32 from = 0; from < check.parts && missing; from += 512) {
            for (u32 b = 0; b < check.breaks; b++) {
                // the byte before this one belongs to the rest that small part 0 would leave
                const u8 *end = check.bytes + heap - check.taken[b];
#pragma unroll
                for (u32 run = 0; run < 4; run++) {
                    u32 back = from + run * 128 + 128 - 4 * lane;
                    if (from + run * 128 >= check.parts) break;
                    u32 a = *(const u32 *)(check.small + check.parts - back);
                    const u8 *rest = end - back;
                    u32 skew = (u32)(size_t)rest & 3;
                    const u32 *words = (const u32 *)(rest - skew);
                    u32 b4 = __funnelshift_r(words[0], words[1], 8 * skew);
                    u32 sum = a ^ b4;
                    if (WORDS == 4) {
                        sum |= (a | b4) & 0x80808080u;
                    } else {
                        sum |= __vcmpeq4(a, 0xffffffffu) | __vcmpeq4(b4, 0xffffffffu);
                    }
                    insert(found, sum & 255);
                    insert(found, sum >> 8 & 255);
                    insert(found, sum >> 16 & 255);
                    insert(found, sum >> 24);
                }
            }
            missing = 0;
#pragma unroll
            for (int w = 0; w < WORDS; w++) missing |= need.word[w] & ~__reduce_or_sync(0xffffffffu, found.word[w]);
        }
        if (missing) {
            Set all = join(found);
            if (lane == 0) {
                u32 place = atomicAdd(check.open, 1);
                if (place < check.most) {
                    u32 *entry = check.list + (size_t)place * (WORDS + 1);
                    entry[0] = heap;
#pragma unroll
                    for (int w = 0; w < WORDS; w++) entry[1 + w] = need.word[w] & ~all.word[w];
                }
            }
        }
    }
}
