// The common part: chunks of 128 heaps, one after the other, by one persistent kernel.
//
// What excludes values is worked off by distance. Workers take the entries with a shift of at least 128 * DEPTH,
// several chunks ahead, and hand over the six least indices that are still open for each heap. Thread blocks that
// strike ahead, in one cluster with the leader, take the shifts from 256 on and leave three of the six. The leader
// takes the rest: it guesses the least candidate of each heap and strikes candidates by the guesses until a round
// changes nothing. Such a fixed point is the true sequence, by induction over the heaps. Where all candidates of a heap
// are struck, the heaps before it are right once nothing changes, and the leader computes it alone from all entries.
//
// Four heaps are packed into a word: heaps i, i + 32, i + 64 and i + 96 make word i of a history. So for any shift 32
// lanes read the partners of 128 heaps at once, and three instructions strike a candidate of four heaps.
//
// A chunk goes from the leader to the blocks that strike ahead, and lists come back, through distributed shared memory;
// barriers count the bytes as they arrive. Workers read chunks, and write lists, in device memory; a counter of
// finished chunks and a number for each list, stored with release and read with acquire, say what is there. Nobody can
// run far ahead: who strikes ahead needs chunk k - 2 for the list of chunk k, and the workers need chunk k - DEPTH.

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

#define MARK 255u
#define CHUNK 128u
#define AHEAD (CLUSTER - 1)      // thread blocks that strike ahead
#define WARPS (THREADS / 32u)
#define PARTS (WARPS / 4)        // warps of a worker for the same 32 heaps
#define TEAM 4u                  // warps of the leader that compute
#define GIVEN 6                  // candidates from the workers
#define LEFT 3                   // candidates for the leader
#define ROWS 512u                // words of history of a warp of the leader
#define AHEAD_ROWS 2048u         // words of history of a block that strikes ahead
#define KEPT 128u                // chunks that the leader keeps to compute single heaps
#define SLOTS 64u                // lists of the workers
#define FINALS 16u               // barriers for finished chunks
#define STRIKERS (WARPS - 2)     // warps of a block that strikes ahead that do so
#define LAGS 64u                 // the workers are never so many chunks ahead of the leader
#define BATCH 6                  // loads of a warp of a worker that are on their way together
#define HIGH 0x80808080u
#define LOW 0x01010101u

// What one launch is to do. Heaps are numbered from the first byte of the buffer on.
struct Task {
    u8 *bytes;               // indices of the heaps: the window, then room for the new ones
    const uint2 *entries;    // shift and index; the longest shift first
    const u32 *ends;         // for each i, how many entries have a shift of at least i chunks
    const uint2 *exceptions; // heaps, counted from the start on, and indices they cannot have; ascending
    u32 *lists;              // the workers' lists: SLOTS chunks, GIVEN candidates, words
    u32 *ready;              // for each slot, one more than the chunk whose list it holds
    u32 *done;               // how many chunks are finished
    u32 *stopped;            // one more than the first chunk with an index beyond a byte, or 0
    u32 start;               // the first heap
    u32 chunks;              // how many chunks
    u32 count;               // entries
    u32 exception_count;     // exceptions
};

__device__ __forceinline__ u32 shared_address(const void *pointer) {
    return (u32)__cvta_generic_to_shared(pointer);
}

__device__ __forceinline__ u32 remote(u32 address, u32 rank) {
    u32 there;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(address), "r"(rank));
    return there;
}

__device__ __forceinline__ u32 load_shared(u32 address) {
    u32 value;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(value) : "r"(address) : "memory");
    return value;
}

__device__ __forceinline__ void store_shared(u32 address, u32 value) {
    asm volatile("st.shared.u32 [%0], %1;" ::"r"(address), "r"(value) : "memory");
}

// Keeps the compiler from computing the number again wherever it is used.
__device__ __forceinline__ u32 computed(u32 number) {
    asm volatile("" : "+r"(number));
    return number;
}

// Stores into the memory of another block of the cluster; its barrier counts the bytes as they arrive.
__device__ __forceinline__ void send(u32 address, uint4 value, u32 barrier) {
    asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1, %2, %3, %4}, [%5];"
                 ::"r"(address), "r"(value.x), "r"(value.y), "r"(value.z), "r"(value.w), "r"(barrier) : "memory");
}

__device__ __forceinline__ void send(u32 address, u32 value, u32 barrier) {
    asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];"
                 ::"r"(address), "r"(value), "r"(barrier) : "memory");
}

__device__ __forceinline__ void make_barrier(const u64 *barrier) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(barrier)) : "memory");
}

__device__ __forceinline__ void expect(const u64 *barrier, u32 bytes) {
    asm volatile("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%0], %1;"
                 ::"r"(shared_address(barrier)), "r"(bytes) : "memory");
}

__device__ __forceinline__ void arrive(const u64 *barrier) {
    asm volatile("mbarrier.arrive.release.cta.shared::cta.b64 _, [%0];" ::"r"(shared_address(barrier)) : "memory");
}

// Waits for a phase of a barrier; the lanes of a warp go on together.
__device__ __forceinline__ void await(const u64 *barrier, u32 phase) {
    u32 ready;
    do {
        asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;\n}"
                     : "=r"(ready) : "r"(shared_address(barrier)), "r"(phase & 1) : "memory");
    } while (!ready);
    __syncwarp();
}

__device__ __forceinline__ void cluster_barrier() {
    asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory");
}

// A barrier of the leader's team.
__device__ __forceinline__ void meet() {
    asm volatile("bar.sync 1, 128;" ::: "memory");
}

// A barrier of the warps that strike ahead and the one that closes up.
__device__ __forceinline__ void meet_strikers() {
    asm volatile("bar.sync 1, %0;" ::"n"(32 * (STRIKERS + 1)) : "memory");
}

__device__ __forceinline__ u32 load_acquire(const u32 *pointer) {
    u32 value;
    asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(value) : "l"(pointer) : "memory");
    return value;
}

__device__ __forceinline__ void store_release(u32 *pointer, u32 value) {
    asm volatile("st.release.gpu.u32 [%0], %1;" ::"l"(pointer), "r"(value) : "memory");
}

// A byte of ones for each byte whose highest bit is set.
__device__ __forceinline__ u32 spread(u32 flags) {
    u32 mask;
    asm("prmt.b32 %0, %1, %1, 0xba98;" : "=r"(mask) : "r"(flags));
    return mask;
}

// Strikes candidates of four heaps by an entry: clears the highest bit of each byte of `open` whose candidate is the
// nim-sum of the entry's index and the partner's. Indices below 128 leave the highest bit to marks, which strike
// nothing.
template <int COUNT>
__device__ __forceinline__ void strike(u32 partners, u32 index, const u32 (&candidates)[COUNT], u32 (&open)[COUNT]) {
    u32 sums = partners ^ index;
    if (WORDS == 4) {
#pragma unroll
        for (int i = 0; i < COUNT; i++) open[i] &= (((sums ^ candidates[i]) | HIGH) - LOW) | partners;
    } else {
        u32 marks = ((~partners & ~HIGH) + ~HIGH) | ~partners;
#pragma unroll
        for (int i = 0; i < COUNT; i++) {
            u32 apart = sums ^ candidates[i];
            open[i] &= ((apart & ~HIGH) + ~HIGH) | apart | ~marks;
        }
    }
}

// The flags of all candidates in one word, the first candidate's highest.
template <int COUNT>
__device__ __forceinline__ u32 pack(const u32 (&open)[COUNT]) {
    u32 flags = 0;
#pragma unroll
    for (int i = 0; i < COUNT; i++) flags |= (open[i] & HIGH) >> i;
    return flags;
}

// The four heaps 32 apart from `at` on.
__device__ __forceinline__ u32 gather(const u8 *at) {
    return __ldcg(at) | __ldcg(at + 32) << 8 | __ldcg(at + 64) << 16 | __ldcg(at + 96) << 24;
}

// How many exceptions concern heaps before `place`.
__device__ u32 exceptions_before(const Task &task, u32 place) {
    u32 low = 0, high = task.exception_count;
    while (low < high) {
        u32 middle = (low + high) / 2;
        if (__ldg(&task.exceptions[middle].x) < place) low = middle + 1; else high = middle;
    }
    return low;
}

struct Leader {
    u32 rows[TEAM][ROWS];      // each warp's history
    u32 kept[KEPT][32];        // the last chunks
    u32 lists[4][LEFT][32];    // candidates for this chunk and the next
    u32 partial[2][TEAM][32];  // what each warp has struck
    u32 sets[TEAM][8];         // what each warp excludes from a single heap
    u64 listed[4];             // barriers: a list has arrived
    u64 finals[FINALS];        // barriers: a chunk is finished
};

struct Striker {
    u32 rows[AHEAD_ROWS];
    u32 candidates[2][GIVEN][32]; // for this chunk and the next
    u32 partial[2][STRIKERS][32];
    u64 arrived[FINALS];          // barriers: a chunk has arrived
    u64 given[2];                 // barriers: candidates are there
    u64 used[2];                  // barriers: they are no longer needed
    uint2 entries[1];             // shift and index of as many as there are, the longest shift first
};

struct Worker {
    u8 marks[4][64 * 128];        // for 32 heaps each, a byte for each index: those of a heap lie in one bank
    u32 sets[8][CHUNK];
    u32 candidates[GIVEN][32];
    u32 ends[LAGS];
    u32 done;
    uint2 entries[1];             // as many as there are
};

#define LIST_BYTES (LEFT * CHUNK)
#define ROW_BYTES (4 * CHUNK)

// The least index that no entry excludes from heap `at` of a chunk whose heaps before it are right and kept.
__device__ u32 single(const Task &task, Leader &me, u32 chunk, u32 at) {
    const u32 lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    u32 set[WORDS];
#pragma unroll
    for (int w = 0; w < WORDS; w++) set[w] = 0;
    const u32 place = chunk * CHUNK + at;
#pragma unroll 4
    for (u32 i = threadIdx.x; i < task.count; i += 32 * TEAM) {
        uint2 entry = __ldg(task.entries + i);
        u32 from = place - entry.x, byte;
        if (entry.x <= (KEPT - 1) * CHUNK) {
            byte = me.kept[from / CHUNK % KEPT][from % 32] >> from / 32 % 4 * 8 & 255;
        } else {
            byte = __ldcg(task.bytes + task.start + place - entry.x);
        }
        u32 sum = byte ^ entry.y;
#pragma unroll
        for (int w = 0; w < WORDS; w++) set[w] |= byte != MARK && sum / 32 == w ? 1u << sum % 32 : 0;
    }
    for (u32 i = exceptions_before(task, place); i < task.exception_count; i++) {
        uint2 exception = __ldg(task.exceptions + i);
        if (exception.x != place) break;
#pragma unroll
        for (int w = 0; w < WORDS; w++) set[w] |= exception.y / 32 == w ? 1u << exception.y % 32 : 0;
    }
#pragma unroll
    for (int w = 0; w < WORDS; w++) {
        u32 all = __reduce_or_sync(0xffffffffu, set[w]);
        if (lane == 0) me.sets[warp][w] = all;
    }
    meet();
    u32 least = MARK;
#pragma unroll
    for (int w = WORDS - 1; w >= 0; w--) {
        u32 open = ~(me.sets[0][w] | me.sets[1][w] | me.sets[2][w] | me.sets[3][w]);
        if (open) least = 32 * w + __ffs(open) - 1;
    }
    return least;
}

__device__ void compute(const Task &task, Leader &me) {
    const u32 lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    // the warp's entries within a chunk and into the chunk before, and where their partners are
    const u32 inside = task.ends[1], before = task.ends[2];
    u32 index0[NEAR0 + 1], index1[NEAR1 + 1], at0[NEAR0 + 1], at1[NEAR1 + 1];
    const u32 base = shared_address(me.rows[warp]);
#pragma unroll
    for (u32 i = 0; i < NEAR0; i++) {
        uint2 entry = task.entries[min(inside + warp + TEAM * i, task.count - 1)];
        index0[i] = entry.y * LOW;
        at0[i] = base + (lane - entry.x) % ROWS * 4;
    }
#pragma unroll
    for (u32 i = 0; i < NEAR1; i++) {
        uint2 entry = task.entries[min(before + warp + TEAM * i, inside - 1)];
        index1[i] = entry.y * LOW;
        at1[i] = base + (lane - entry.x) % ROWS * 4;
    }
    // the two places for what each warp has struck are used in turn
    u32 shares = shared_address(&me.partial[0][0][lane]), share = shares + warp * 128, step = TEAM * 128;
    u32 past = me.kept[KEPT - 1][lane], is_over = 0;
    for (u32 chunk = 0; chunk < task.chunks; chunk++) {
        await(&me.listed[chunk % 4], chunk / 4);
        if (threadIdx.x == 0) expect(&me.listed[chunk % 4], LIST_BYTES);
        u32 candidates[LEFT], known[LEFT], pinned = 0;
#pragma unroll
        for (int i = 0; i < LEFT; i++) {
            candidates[i] = me.lists[chunk % 4][i][lane];
            known[i] = HIGH;
        }
#pragma unroll
        for (int i = 0; i < NEAR1; i++) strike(load_shared(at1[i]), index1[i], candidates, known);
        u32 guess = candidates[0];
        const u32 row = chunk * CHUNK + lane;
        u32 rows[4];
#pragma unroll
        for (int i = 0; i < 4; i++) rows[i] = computed(base + (row - 32 * i) % ROWS * 4);
        while (true) {
            store_shared(rows[0], guess);
#pragma unroll
            for (int i = 1; i < 4; i++) store_shared(rows[i], __funnelshift_l(past, guess, 8 * i));
            __syncwarp();
            u32 partners[NEAR0 + 1], open[LEFT];
#pragma unroll
            for (int i = 0; i < NEAR0; i++) partners[i] = load_shared(at0[i]);
#pragma unroll
            for (int i = 0; i < LEFT; i++) open[i] = known[i];
#pragma unroll
            for (int i = 0; i < NEAR0; i++) strike(partners[i], index0[i], candidates, open);
            store_shared(share, pack(open));
            meet();
            u32 flags = load_shared(shares) & load_shared(shares + 128);
            flags &= load_shared(shares + 256) & load_shared(shares + 384);
            flags |= pinned;
            share += step;
            shares += step;
            step = 0 - step;
            u32 better = MARK * LOW;
#pragma unroll
            for (int i = LEFT - 1; i >= 0; i--) {
                u32 mask = spread(flags << i);
                better = (candidates[i] & mask) | (better & ~mask);
            }
            bool is_changed = better != guess;
            guess = better;
            if (__any_sync(0xffffffffu, is_changed)) continue;
            // nothing has changed; a heap without a candidate is all that can be left
            u32 missing = WORDS == 4 ? guess & HIGH & ~pinned : ~(((~guess & ~HIGH) + ~HIGH) | ~guess | pinned) & HIGH;
            if (!__any_sync(0xffffffffu, missing != 0)) break;
            u32 first = __reduce_min_sync(0xffffffffu, missing ? (__ffs(missing) - 1) / 8 * 32 + lane : CHUNK);
            if (warp == 0) me.kept[chunk % KEPT][lane] = guess;
            meet();
            u32 value = single(task, me, chunk, first);
            if (WORDS > 4 && value == MARK && !is_over) {
                is_over = 1;
                if (threadIdx.x == 0) *task.stopped = chunk + 1;
            }
            if (lane == first % 32) {
                u32 shift = first / 32 * 8;
#pragma unroll
                for (int i = 0; i < LEFT; i++) candidates[i] = (candidates[i] & ~(MARK << shift)) | value << shift;
                guess = (guess & ~(MARK << shift)) | value << shift;
                pinned |= 0x80u << shift;
            }
        }
        if (warp == 0) {
            me.kept[chunk % KEPT][lane] = guess;
            __syncwarp();
            if (lane == 0) arrive(&me.finals[chunk % FINALS]);
        }
        past = guess;
#pragma unroll
        for (int i = 0; i < NEAR0; i++) at0[i] = computed((at0[i] + CHUNK * 4 - base) % (ROWS * 4) + base);
#pragma unroll
        for (int i = 0; i < NEAR1; i++) at1[i] = computed((at1[i] + CHUNK * 4 - base) % (ROWS * 4) + base);
    }
}

// Sends finished chunks to the blocks that strike ahead.
__device__ void pass_on(const Task &task, Leader &me) {
    const u32 lane = threadIdx.x & 31;
    const Striker *there = (const Striker *)&me;
    for (u32 chunk = 0; chunk < task.chunks; chunk++) {
        await(&me.finals[chunk % FINALS], chunk / FINALS);
        const u32 at = chunk * CHUNK - 96 + 4 * lane;
        uint4 words = *(const uint4 *)&me.rows[0][at % ROWS];
        const u32 row = shared_address(&there->rows[at % AHEAD_ROWS]);
        const u32 barrier = shared_address(&there->arrived[chunk % FINALS]);
#pragma unroll
        for (u32 rank = 1; rank <= AHEAD; rank++) send(remote(row, rank), words, remote(barrier, rank));
    }
}

// Writes finished chunks to device memory.
__device__ void publish(const Task &task, Leader &me) {
    const u32 lane = threadIdx.x & 31;
    const u32 pick = lane / 8 * 0x11 + 0x40;
    for (u32 chunk = 0; chunk < task.chunks; chunk++) {
        await(&me.finals[chunk % FINALS], chunk / FINALS);
        uint4 words = *(const uint4 *)&me.kept[chunk % KEPT][lane % 8 * 4];
        u32 low = __byte_perm(words.x, words.y, pick), high = __byte_perm(words.z, words.w, pick);
        __stcg((u32 *)(task.bytes + task.start + chunk * CHUNK) + lane, __byte_perm(low, high, 0x5410));
        __syncwarp();
        if (lane == 0) store_release(task.done, chunk + 1);
    }
}

__device__ void lead(const Task &task, u8 *memory) {
    Leader &me = *(Leader *)memory;
    const u8 *end = task.bytes + task.start;
    for (u32 i = threadIdx.x; i < KEPT * 32; i += THREADS) {
        me.kept[i / 32][i % 32] = gather(end - KEPT * CHUNK + i / 32 * CHUNK + i % 32);
    }
    // what the first chunk completes is written with it
    for (u32 i = threadIdx.x; i < TEAM * (ROWS - CHUNK); i += THREADS) {
        u32 back = i % (ROWS - CHUNK) + 97;
        me.rows[i / (ROWS - CHUNK)][(0 - back) % ROWS] = gather(end - back);
    }
    if (threadIdx.x == 0) {
        for (u32 i = 0; i < 4; i++) make_barrier(&me.listed[i]);
        for (u32 i = 0; i < FINALS; i++) make_barrier(&me.finals[i]);
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
        for (u32 i = 0; i < 4; i++) expect(&me.listed[i], LIST_BYTES);
    }
    __syncthreads();
    cluster_barrier();
    const u32 warp = threadIdx.x / 32;
    if (warp < TEAM) compute(task, me);
    else if (warp == TEAM) pass_on(task, me);
    else if (warp == TEAM + 1) publish(task, me);
    __syncthreads();
    cluster_barrier();
}

// Brings the workers' lists.
__device__ void fetch(const Task &task, Striker &me) {
    const u32 lane = threadIdx.x & 31;
    u32 turn = 0;
    for (u32 chunk = blockIdx.x - 1; chunk < task.chunks; chunk += AHEAD, turn++) {
        const u32 slot = chunk % SLOTS;
        if (turn >= 2) await(&me.used[turn % 2], turn / 2 - 1);
        if (lane == 0) while (load_acquire(task.ready + slot) != chunk + 1) {}
        __syncwarp();
#pragma unroll
        for (int i = 0; i < GIVEN; i++) {
            me.candidates[turn % 2][i][lane] = __ldcg(task.lists + (slot * GIVEN + i) * 32 + lane);
        }
        __syncwarp();
        if (lane == 0) arrive(&me.given[turn % 2]);
    }
}

// Puts together what the warps have struck and sends the first candidates that are left.
__device__ void close_up(const Task &task, Striker &me) {
    const u32 lane = threadIdx.x & 31;
    const Leader *there = (const Leader *)&me;
    u32 turn = 0;
    for (u32 chunk = blockIdx.x - 1; chunk < task.chunks; chunk += AHEAD, turn++) {
        await(&me.given[turn % 2], turn / 2);
        u32 candidates[GIVEN], left[LEFT];
#pragma unroll
        for (int i = 0; i < GIVEN; i++) candidates[i] = me.candidates[turn % 2][i][lane];
#pragma unroll
        for (int i = 0; i < LEFT; i++) left[i] = MARK * LOW;
        meet_strikers();
        u32 flags = me.partial[turn % 2][0][lane];
#pragma unroll
        for (int i = 1; i < STRIKERS; i++) flags &= me.partial[turn % 2][i][lane];
        if (lane == 0) arrive(&me.used[turn % 2]);
#pragma unroll
        for (int i = GIVEN - 1; i >= 0; i--) {
            u32 mask = spread(flags << i);
#pragma unroll
            for (int j = LEFT - 1; j > 0; j--) left[j] = (left[j - 1] & mask) | (left[j] & ~mask);
            left[0] = (candidates[i] & mask) | (left[0] & ~mask);
        }
        const u32 barrier = remote(shared_address(&there->listed[chunk % 4]), 0);
#pragma unroll
        for (int i = 0; i < LEFT; i++) {
            send(remote(shared_address(&there->lists[chunk % 4][i][lane]), 0), left[i], barrier);
        }
    }
}

// Strikes the workers' candidates by the shifts of at least two chunks and less than DEPTH.
__device__ void strike_far(const Task &task, Striker &me) {
    const u32 lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    // where the entries with shifts of four chunks and more, of three and of two end
    const u32 base = task.ends[DEPTH], ends[3] = {task.ends[4] - base, task.ends[3] - base, task.ends[2] - base};
    u32 arrived = 0, turn = 0;
    for (u32 chunk = blockIdx.x - 1; chunk < task.chunks; chunk += AHEAD, turn++) {
        await(&me.given[turn % 2], turn / 2);
        u32 candidates[GIVEN], open[GIVEN];
#pragma unroll
        for (int i = 0; i < GIVEN; i++) {
            candidates[i] = me.candidates[turn % 2][i][lane];
            open[i] = HIGH;
        }
        u32 at = warp;
#pragma unroll
        for (u32 group = 0; group < 3; group++) {
            for (; arrived + 4 - group <= chunk; arrived++) {
                await(&me.arrived[arrived % FINALS], arrived / FINALS);
                if (threadIdx.x == 0) expect(&me.arrived[arrived % FINALS], ROW_BYTES);
            }
#pragma unroll 4
            for (; at < ends[group]; at += STRIKERS) {
                uint2 entry = me.entries[at];
                strike(me.rows[(chunk * CHUNK + lane - entry.x) % AHEAD_ROWS], entry.y * LOW, candidates, open);
            }
        }
        me.partial[turn % 2][warp][lane] = pack(open);
        meet_strikers();
    }
    // nothing may be on its way here when the block ends
    for (; arrived < task.chunks; arrived++) await(&me.arrived[arrived % FINALS], arrived / FINALS);
}

__device__ void strike_ahead(const Task &task, u8 *memory) {
    Striker &me = *(Striker *)memory;
    const u8 *end = task.bytes + task.start;
    for (u32 back = threadIdx.x + 97; back < AHEAD_ROWS - CHUNK; back += THREADS) {
        me.rows[(0 - back) % AHEAD_ROWS] = gather(end - back);
    }
    const u32 first = task.ends[DEPTH];
    for (u32 i = threadIdx.x; i < task.ends[2] - first; i += THREADS) me.entries[i] = task.entries[first + i];
    if (threadIdx.x == 0) {
        for (u32 i = 0; i < FINALS; i++) make_barrier(&me.arrived[i]);
        for (u32 i = 0; i < 2; i++) make_barrier(&me.given[i]);
        for (u32 i = 0; i < 2; i++) make_barrier(&me.used[i]);
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
        for (u32 i = 0; i < FINALS; i++) expect(&me.arrived[i], ROW_BYTES);
    }
    __syncthreads();
    cluster_barrier();
    const u32 warp = threadIdx.x / 32;
    if (warp < STRIKERS) strike_far(task, me);
    else if (warp == STRIKERS) close_up(task, me);
    else fetch(task, me);
    __syncthreads();
    cluster_barrier();
}

__device__ __forceinline__ void mark(u8 *marks, u32 byte, u32 index) {
    u32 sum = byte ^ index;
    if (WORDS == 4 || byte != MARK) marks[(sum & 0xfc) * 32 + (sum & 3)] = 1;
}

// Takes every WORKERS-th chunk: marks what the shifts of at least DEPTH chunks exclude, and lists the least indices
// that stay open.
__device__ void work(const Task &task, u8 *memory) {
    Worker &me = *(Worker *)memory;
    const u32 lane = threadIdx.x & 31, warp = threadIdx.x >> 5, group = warp % 4, part = warp / 4;
    u8 *marks = me.marks[group] + 4 * lane;
    for (u32 i = threadIdx.x; i < sizeof(me.marks) / 4; i += THREADS) ((u32 *)me.marks)[i] = 0;
    const u32 count = task.ends[DEPTH];
    for (u32 i = threadIdx.x; i < count; i += THREADS) me.entries[i] = task.entries[i];
    for (u32 i = threadIdx.x; i < LAGS; i += THREADS) me.ends[i] = min(count, task.ends[i]);
    __syncthreads();
    for (u32 chunk = blockIdx.x - CLUSTER; chunk < task.chunks; chunk += WORKERS) {
        const u8 *heap = task.bytes + task.start + chunk * CHUNK + group * 32 + lane;
        // what is there, then what comes in a few steps, the last of them short
        for (u32 from = 0, wanted = LAGS;;) {
            if (threadIdx.x == 0) {
                u32 done;
                do done = load_acquire(task.done); while (done + wanted < chunk + 1);
                me.done = done;
            }
            __syncthreads();
            const u32 lag = chunk + 1 > me.done ? chunk + 1 - me.done : 0;
            const u32 to = me.ends[lag];
            for (u32 i = from + part; i < to; i += PARTS * BATCH) {
                u32 byte[BATCH], index[BATCH];
#pragma unroll
                for (int j = 0; j < BATCH; j++) {
                    // behind the end the last entry again
                    uint2 entry = me.entries[min(i + PARTS * j, to - 1)];
                    index[j] = entry.y;
                    byte[j] = __ldcg(heap - entry.x);
                }
#pragma unroll
                for (int j = 0; j < BATCH; j++) mark(marks, byte[j], index[j]);
            }
            from = to;
            __syncthreads();
            if (lag <= DEPTH) break;
            wanted = lag > 2 * DEPTH ? 2 * DEPTH : lag > DEPTH + 4 ? DEPTH + 4 : lag > DEPTH + 1 ? DEPTH + 1 : DEPTH;
        }
        if (task.exception_count > 0) {
            if (warp < 4) {
                const u32 place = chunk * CHUNK + group * 32 + lane;
                for (u32 i = exceptions_before(task, place); i < task.exception_count; i++) {
                    uint2 exception = __ldg(task.exceptions + i);
                    if (exception.x != place) break;
                    mark(marks, 0, exception.y);
                }
            }
            __syncthreads();
        }
        // four marks at a time become bits
        for (u32 w = part; w < WORDS; w += PARTS) {
            u32 bits = 0;
#pragma unroll
            for (u32 j = 0; j < 8; j++) {
                u32 &four = *(u32 *)(marks + (w * 8 + j) * 128);
                bits |= four * 0x10204080u >> 28 << 4 * j;
                four = 0;
            }
            me.sets[w][group * 32 + lane] = bits;
        }
        __syncthreads();
        if (warp < 4) {
            u32 open[WORDS];
#pragma unroll
            for (int w = 0; w < WORDS; w++) open[w] = ~me.sets[w][threadIdx.x];
#pragma unroll
            for (int i = 0; i < GIVEN; i++) {
                u32 least = MARK;
#pragma unroll
                for (int w = 0; w < WORDS; w++) {
                    const bool is_first = least == MARK && open[w] != 0;
                    least = is_first ? 32 * w + __ffs(open[w]) - 1 : least;
                    open[w] = is_first ? open[w] & (open[w] - 1) : open[w];
                }
                ((u8 *)me.candidates[i])[4 * lane + group] = least;
            }
        }
        __syncthreads();
        if (warp == 0) {
            const u32 slot = chunk % SLOTS;
#pragma unroll
            for (int i = 0; i < GIVEN; i++) __stcg(task.lists + (slot * GIVEN + i) * 32 + lane, me.candidates[i][lane]);
            __syncwarp();
            if (lane == 0) store_release(task.ready + slot, chunk + 1);
        }
    }
}

extern "C" __global__ void __cluster_dims__(CLUSTER, 1, 1) __launch_bounds__(THREADS, 1) common(Task task) {
    extern __shared__ __align__(16) u8 memory[];
    if (blockIdx.x == 0) lead(task, memory);
    else if (blockIdx.x < CLUSTER) strike_ahead(task, memory);
    else work(task, memory);
}
