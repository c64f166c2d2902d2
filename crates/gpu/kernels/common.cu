// The common part: blocks of HEAPS heaps, one after the other, by one persistent kernel.
//
// The first cluster of CLUSTER thread blocks leads. Each of its warps owns some heaps of the block and keeps their
// exclusion sets in registers. Entries with a shift of at least two blocks are collected by the workers, all other thread
// blocks, for the block after the next; the leaders add the shifts that reach into the last two blocks, guess every
// value and repeat the shifts within the block from the present guesses until a whole round changes nothing. Such a
// fixed point is the true sequence, by induction over the heaps. A warp may read a guess before or after it changes in
// the same round: what counts is the last round, in which none did.
//
// Every leader holds the last blocks and all guesses in its own shared memory. After each round it sends its guesses, and
// whether one changed, to all of them; barriers in shared memory count the bytes as they arrive.

__device__ __forceinline__ u32 shared_address(const void *pointer) {
    return (u32)__cvta_generic_to_shared(pointer);
}

__device__ __forceinline__ u32 remote(u32 address, u32 rank) {
    u32 there;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(address), "r"(rank));
    return there;
}

// Stores into another leader's memory; its barrier counts the bytes as they arrive.
__device__ __forceinline__ void send(u32 address, uint4 value, u32 barrier) {
    asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1, %2, %3, %4}, [%5];" ::"r"(address),
                 "r"(value.x), "r"(value.y), "r"(value.z), "r"(value.w), "r"(barrier)
                 : "memory");
}

__device__ __forceinline__ void send(u32 address, u32 value, u32 barrier) {
    asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];" ::"r"(address), "r"(value), "r"(barrier)
                 : "memory");
}

__device__ __forceinline__ void expect(u32 barrier, u32 bytes) {
    asm volatile("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes) : "memory");
}

__device__ __forceinline__ void await(u32 barrier, u32 phase) {
    u32 ready;
    do {
        asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;\n}"
                     : "=r"(ready) : "r"(barrier), "r"(phase) : "memory");
    } while (!ready);
}

__device__ __forceinline__ void cluster_barrier() {
    asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory");
}

// Barriers of some warps of a thread block.
__device__ __forceinline__ void meet(u32 name, u32 threads) {
    asm volatile("bar.sync %0, %1;" ::"r"(name), "r"(threads) : "memory");
}

__device__ __forceinline__ void tell(u32 name, u32 threads) {
    asm volatile("bar.arrive %0, %1;" ::"r"(name), "r"(threads) : "memory");
}

__device__ __forceinline__ u32 meet_any(u32 name, u32 threads, u32 one) {
    u32 any;
    asm volatile("{\n.reg .pred p, q;\nsetp.ne.u32 p, %1, 0;\nbar.red.or.pred q, %2, %3, p;\nselp.u32 %0, 1, 0, q;\n}"
                 : "=r"(any) : "r"(one), "r"(name), "r"(threads) : "memory");
    return any;
}

__device__ __forceinline__ u32 load_acquire(const u32 *pointer) {
    u32 value;
    asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(value) : "l"(pointer) : "memory");
    return value;
}

__device__ __forceinline__ void add_release(u32 *pointer, u32 value) {
    asm volatile("red.release.gpu.global.add.u32 [%0], %1;" ::"l"(pointer), "r"(value) : "memory");
}

// What one launch is to do. Heaps are numbered from the first byte of the window on.
struct Task {
    u8 *bytes;           // indices of the heaps: the window, then room for the new ones
    const u32 *entries;  // shift and, in the top byte, index; by shift; none reaches further than RING
    const uint2 *distant; // shift and index of those that do
    const uint2 *exceptions; // heaps, counted from the start on, and indices they cannot have; ascending
    u32 *far;            // the workers' sets: SLOTS blocks, PARTS parts of the entries, heaps, words
    u32 *ready;          // for each slot, how many sets the workers have finished
    u32 *done;           // how many parts of blocks the leaders have finished
    u32 *stopped;        // one more than the block at which the leaders gave up, or 0
    u64 *clocks;         // cycles of the first leader: earlier blocks, waiting, rounds; and how many rounds
    u32 start;           // the first heap
    u32 blocks;          // how many blocks
    u32 count;           // entries
    u32 near_count;      // entries with a shift of less than two blocks
    u32 far_away;        // distant entries
    u32 exception_count; // exceptions
};

#define SLOTS 4
#define GROUPS (HEAPS / 32)
#define LEAD_RING (4 * HEAPS)
#define WARPS 32
#define GIVEN_UP 0x40000000u
#define OWN (HEAPS / CLUSTER)        // heaps of a leader
#define TEAM 16                      // warps of a leader that compute; one more looks after the rest
#define EACH (OWN / TEAM)            // heaps of such a warp
#define TEAM_THREADS (32 * TEAM)
#define ALL_THREADS (32 * TEAM + 32)
#define MESSAGES (CLUSTER * (OWN + 4))

// A leader's heaps are CLUSTER apart, so that all leaders have the same work; in the ring they lie together.
__device__ __forceinline__ u32 place(u32 at) {
    return at % CLUSTER * OWN + at / CLUSTER;
}

struct Leader {
    __align__(16) u8 ring[LEAD_RING]; // the last blocks and the guesses
    __align__(16) u8 mine[OWN];       // this leader's guesses
    u64 barriers[2];                  // the messages of even and odd rounds
    u32 changed[2][CLUSTER];          // whether a leader's guesses changed
    u32 far[2][OWN][WORDS];           // the workers' sets for this block and the next
    u32 stop;
};

__device__ void compute(const Task &task, Leader &me, const u32 *near) {
    const u32 lane = threadIdx.x & 31, warp = threadIdx.x >> 5, rank = blockIdx.x;
    u32 at[EACH], cut[EACH], inside[EACH][ITEMS];
#pragma unroll
    for (int e = 0; e < EACH; e++) {
        at[e] = (warp * EACH + e) * CLUSTER + rank;
        cut[e] = 0;
        // entries with a shift of at most `at` stay within the block
        while (cut[e] < task.near_count && (near[cut[e]] & 0xffffff) <= at[e]) cut[e]++;
#pragma unroll
        for (int k = 0; k < ITEMS; k++) {
            u32 entry = cut[e] ? near[min(lane + 32 * k, cut[e] - 1)] : 0;
            inside[e][k] = place((at[e] - (entry & 0xffffff)) % HEAPS) | (entry & 0xff000000u);
        }
    }
    u32 turn = 0, rounds = 0;
    u64 spent[3] = {0, 0, 0};
    for (u32 block = 0; block < task.blocks; block++) {
        const u32 slot = block % 4 * HEAPS;
        u64 t0 = clock64();
        Set known[EACH];
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            clear(known[e]);
            for (u32 i = cut[e] + lane; i < task.near_count; i += 32) {
                u32 entry = near[i], from = (slot + at[e] - (entry & 0xffffff)) % LEAD_RING;
                exclude(known[e], me.ring[from / HEAPS * HEAPS + place(from % HEAPS)], entry >> 24);
            }
        }
        u64 t1 = clock64();
        meet(1, ALL_THREADS);
        if (me.stop) break;
        u64 t2 = clock64();
        u32 guess[EACH];
#pragma unroll
        for (int e = 0; e < EACH; e++) {
#pragma unroll
            for (int w = 0; w < WORDS; w++) known[e].word[w] |= me.far[block % 2][warp * EACH + e][w];
            known[e] = join(known[e]);
            guess[e] = mex(known[e], known[e]);
        }
        u32 changed = 1;
        while (true) {
            if (lane == 0) {
#pragma unroll
                for (int e = 0; e < EACH; e++) me.mine[warp * EACH + e] = guess[e];
            }
            changed = meet_any(3, TEAM_THREADS, changed);
            const u32 barrier = shared_address(&me.barriers[turn % 2]);
            if (warp == 0) {
                const u32 ring = shared_address(me.ring + slot + rank * OWN);
                for (u32 i = lane; i < CLUSTER * (OWN / 16); i += 32) {
                    u32 to = i / (OWN / 16), piece = i % (OWN / 16) * 16;
                    send(remote(ring + piece, to), *(const uint4 *)(me.mine + piece), remote(barrier, to));
                }
                if (lane < CLUSTER) {
                    send(remote(shared_address(&me.changed[turn % 2][rank]), lane), changed, remote(barrier, lane));
                }
            }
            await(barrier, turn / 2 % 2);
            changed = lane < CLUSTER ? ((volatile u32 *)me.changed[turn % 2])[lane] : 0;
            if (threadIdx.x == 0) expect(barrier, MESSAGES);
            turn++;
            if (!__any_sync(0xffffffffu, changed)) break;
            rounds++;
            changed = 0;
#pragma unroll
            for (int e = 0; e < EACH; e++) {
                Set set;
                clear(set);
#pragma unroll
                for (int k = 0; k < ITEMS; k++) {
                    if (32 * k < cut[e]) {
                        u32 entry = inside[e][k];
                        exclude(set, ((volatile u8 *)me.ring)[slot + (entry & 0xffff)], entry >> 24);
                    }
                }
                set = join(set);
                u32 better = mex(known[e], set);
                changed |= better != guess[e];
                guess[e] = better;
            }
        }
        tell(2, ALL_THREADS);
        u64 t3 = clock64();
        spent[0] += t1 - t0; spent[1] += t2 - t1; spent[2] += t3 - t2;
    }
    if (rank == 0 && threadIdx.x == 0) {
        for (int i = 0; i < 3; i++) task.clocks[i] = spent[i];
        task.clocks[4] = rounds;
    }
}

// The workers' sets for a leader's heaps, with the exceptions from `next` on; returns the first one after the block.
__device__ u32 fetch(const Task &task, Leader &me, u32 block, u32 next) {
    const u32 lane = threadIdx.x & 31, rank = blockIdx.x;
    u32 wanted = (block / SLOTS + 1) * WORKERS;
    while (load_acquire(task.ready + block % SLOTS) < wanted) {}
    for (u32 i = lane; i < OWN; i += 32) {
        const u32 *far = task.far + ((size_t)(block % SLOTS) * PARTS * HEAPS + i * CLUSTER + rank) * WORDS;
        Set set;
        clear(set);
#pragma unroll
        for (u32 part = 0; part < PARTS; part++) {
#pragma unroll
            for (int w = 0; w < WORDS; w++) set.word[w] |= __ldcg(far + part * HEAPS * WORDS + w);
        }
#pragma unroll
        for (int w = 0; w < WORDS; w++) me.far[block % 2][i][w] = set.word[w];
    }
    __syncwarp();
    for (; next < task.exception_count && task.exceptions[next].x < (block + 1) * HEAPS; next++) {
        uint2 exception = task.exceptions[next];
        u32 at = exception.x % HEAPS;
        if (lane == 0 && at % CLUSTER == rank && exception.y < 32 * WORDS) {
            me.far[block % 2][at / CLUSTER][exception.y / 32] |= 1u << exception.y % 32;
        }
    }
    return next;
}

// Fetches sets, publishes blocks, and sees whether there is a heap beyond the sets. With four words such a heap excludes
// nothing from the others and stays a mark; with more it might, and the work ends before its block.
__device__ void look_after(const Task &task, Leader &me) {
    const u32 lane = threadIdx.x & 31, rank = blockIdx.x;
    u32 next = fetch(task, me, 0, 0);
    for (u32 block = 0; block < task.blocks; block++) {
        __threadfence_block();
        tell(1, ALL_THREADS);
        if (block + 1 < task.blocks) next = fetch(task, me, block + 1, next);
        meet(2, ALL_THREADS);
        const u8 *slot = me.ring + block % 4 * HEAPS;
        u32 marks = 0;
        for (u32 i = lane; i < HEAPS / 4; i += 32) marks |= __vcmpeq4(((const volatile u32 *)slot)[i], 0xffffffffu);
        if (WORDS > 4 && __any_sync(0xffffffffu, marks != 0)) {
            if (lane == 0) {
                me.stop = 1;
                __threadfence_block();
                if (rank == 0) {
                    *task.stopped = block + 1;
                    __threadfence();
                    add_release(task.done, GIVEN_UP);
                }
            }
            __syncwarp();
            if (block + 1 < task.blocks) tell(1, ALL_THREADS);
            return;
        }
        for (u32 i = lane; i < OWN; i += 32) {
            u32 at = rank * OWN + i;
            task.bytes[task.start + block * HEAPS + at] = slot[place(at)];
        }
        __threadfence();
        __syncwarp();
        if (lane == 0) add_release(task.done, 1);
    }
}

__device__ void lead(const Task &task, u8 *memory) {
    Leader &me = *(Leader *)memory;
    u32 *near = (u32 *)(memory + sizeof(Leader));
    for (u32 i = threadIdx.x; i < task.near_count; i += blockDim.x) near[i] = task.entries[i];
    for (u32 i = threadIdx.x; i < 2 * HEAPS; i += blockDim.x) {
        me.ring[2 * HEAPS + i / HEAPS * HEAPS + place(i % HEAPS)] = task.bytes[task.start - 2 * HEAPS + i];
    }
    if (threadIdx.x == 0) {
        me.stop = 0;
        for (int i = 0; i < 2; i++) {
            u32 barrier = shared_address(&me.barriers[i]);
            asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
            asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
            expect(barrier, MESSAGES);
        }
    }
    __syncthreads();
    cluster_barrier();
    if (threadIdx.x < TEAM_THREADS) {
        compute(task, me, near);
    } else if (threadIdx.x < ALL_THREADS) {
        look_after(task, me);
    }
    __syncthreads();
    cluster_barrier();
}

__device__ void work(const Task &task, u8 *memory) {
    u8 *ring = memory;
    u32 *sets = (u32 *)(memory + RING);
    u32 *state = sets + WARPS * 32 * WORDS;
    u32 *entries = state + 4;
    const u32 lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const u32 worker = blockIdx.x - CLUSTER, group = worker % GROUPS, part = worker / GROUPS;
    const u32 far_count = task.count - task.near_count;
    const u32 first = task.near_count + (u32)((u64)far_count * part / PARTS);
    const u32 count = task.near_count + (u32)((u64)far_count * (part + 1) / PARTS) - first;
    for (u32 i = threadIdx.x; i < count; i += blockDim.x) entries[i] = task.entries[first + i];
    for (u32 i = threadIdx.x; i < RING; i += blockDim.x) {
        u32 heap = task.start - RING + i;
        ring[heap % RING] = task.bytes[heap];
    }
    __syncthreads();
    for (u32 block = 0; block < task.blocks; block++) {
        if (block >= 2) {
            if (warp == 0) {
                u32 wanted = (block - 1) * CLUSTER;
                u32 done;
                do done = load_acquire(task.done); while (done < wanted);
                if (lane == 0) *state = done;
            }
            __syncthreads();
            if (*state >= GIVEN_UP) return;
            const u32 fresh = task.start + (block - 2) * HEAPS;
            for (u32 i = threadIdx.x; i < HEAPS / 4; i += blockDim.x) {
                *(u32 *)(ring + (fresh + 4 * i) % RING) = __ldcg((const u32 *)(task.bytes + fresh) + i);
            }
            __syncthreads();
        }
        const u32 heap = task.start + block * HEAPS + group * 32 + lane;
        Set set;
        clear(set);
#pragma unroll 4
        for (u32 i = warp; i < count; i += WARPS) {
            u32 entry = entries[i];
            exclude(set, ring[(heap - (entry & 0xffffff)) % RING], entry >> 24);
        }
        if (part == 0) {
            for (u32 i = warp; i < task.far_away; i += WARPS) {
                uint2 entry = task.distant[i];
                exclude(set, __ldcg(task.bytes + heap - entry.x), entry.y);
            }
        }
#pragma unroll
        for (int w = 0; w < WORDS; w++) sets[(warp * WORDS + w) * 32 + lane] = set.word[w];
        __syncthreads();
        for (u32 i = threadIdx.x; i < 32 * WORDS; i += blockDim.x) {
            u32 bits = 0;
#pragma unroll 8
            for (int other = 0; other < WARPS; other++) bits |= sets[other * 32 * WORDS + i];
            u32 *far = task.far + (((size_t)(block % SLOTS) * PARTS + part) * HEAPS + group * 32 + i % 32) * WORDS;
            __stcg(far + i / 32, bits);
            __threadfence();
        }
        __syncthreads();
        if (threadIdx.x == 0) add_release(task.ready + block % SLOTS, 1);
    }
}

extern "C" __global__ void __cluster_dims__(CLUSTER, 1, 1) __launch_bounds__(1024, 1) common(Task task) {
    extern __shared__ __align__(16) u8 memory[];
    if (blockIdx.x < CLUSTER) lead(task, memory); else work(task, memory);
}
