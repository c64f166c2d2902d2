"""Certificates of kind classes (theorem P.11), written from docs/certificate.md alone; check.py calls `check`.

Heaps from n0 on are in classes modulo the period, which grow or are constant; small heaps are those below n0.
"""
import itertools

INF, STEPS = float("inf"), 10**9  # the most steps: the first checker takes more
within = lambda ranges, n: any(low <= n <= high for low, high in ranges)
up_to = lambda ranges, most: (n for low, high in ranges for n in range(low, min(high, most) + 1))

class Classes:
    def __init__(self, rule, claim, constant, numbers, g, need):
        (self.n0, multiple, self.N, self.L), (pre, P, S) = numbers, claim
        self.rule, self.g, self.need, self.P, self.constant, self.steps = rule, g, need, P, set(constant), 0
        self.p, self.s = multiple * P, multiple * S
        self.shift = 63 if self.s == 0 else (self.s & -self.s).bit_length() - 1
        turns = 2 if self.s else 1
        k = max([0] + [low if high == INF else high for move in rule.moves for low, high in move[0][-1:]])
        need("G1", multiple > 0, "the multiple is 0")
        proper = not constant or (S > 0 and len(constant) < P and constant[-1] < P)
        need("G2", proper and all(a < b for a, b in zip(constant, constant[1:])), "residues out of order")
        need("G3", len(g) == self.N + turns * self.p, "not as many values as the theorem needs")
        need("G4", self.n0 >= max(1, pre), "n0 is too small")
        need("G5", self.N >= self.n0, "N is less than n0")
        need("G6", self.N > k, "N is not beyond all that a move takes")
        need("G7", self.N >= rule.settled, "the rule changes beyond N")
        need("G8", self.L >= 2 * self.s and (self.s or self.L == 0), "L is wrong")
        self.check_claim(pre, S)
        # G* far enough for every base option of moves that take a single number
        far = k + 1 + max([1] + [h for move in rule.moves for h in up_to(move[1], 16)]) * (self.n0 + self.p)
        self.table = [self.star(n) for n in range(far)]
        for take, leave, gap, on in rule.moves:
            for h in up_to(leave, 16) if on[-1][1] == INF else ():
                self.exclude(take, h, gap if h > 1 else 0)
        for n in range(self.N, self.N + turns * self.p):
            self.include(n)

    def count(self, more=1):
        self.steps += more
        self.need("G9", self.steps <= STEPS, "too many base options, or options")
    def grows(self, n):
        return self.s > 0 and n % self.P not in self.constant
    def star(self, n):
        if n < self.n0 + self.p:
            return self.g[n]
        turns, place = divmod(n - self.n0, self.p)
        return self.g[self.n0 + place] + (turns * self.s if self.grows(n) else 0)
    low = lambda self, v: v & ((1 << self.shift) - 1)
    high = lambda self, v: v >> self.shift

    def check_claim(self, pre, S):
        g, P, need = self.g, self.P, self.need
        step = lambda n: S if self.grows(n) else 0
        need("C2", all(g[n + P] == g[n] + step(n) for n in range(pre, len(g) - P)), "the values do not repeat as claimed")
        need("C3", pre == 0 or g[pre - 1 + P] != g[pre - 1] + step(pre - 1), "the preperiod is not the least")
        for u in (u for u in range(2, P + 1) if P % u == 0 and all(u % d for d in range(2, int(u**0.5) + 1))):
            shorter = lambda n: step(n + P // u) == step(n) and self.star(n + P // u) == g[n] + step(n) // u
            need("C4", S % u or not all(map(shorter, range(pre, pre + P))), "the period is not fundamental")

    # (E): the pattern's value is never that of an option
    def exclude(self, take, h, gap):
        n0, end = self.n0, self.n0 + self.p
        single = take[-1][1] < INF
        for f in range(h + 1):
            if f == h and single and take[-1][1] + h * (n0 - 1) < self.N:
                continue  # all parts small: the heap is below N
            for small in itertools.combinations_with_replacement(range(1, n0), f):
                self.count()
                if gap > 0 and any(b - a < gap for a, b in zip(small, small[1:])):
                    continue
                if f == h:
                    if not (gap == -1 and small[0] == small[-1]):
                        self.small_only(take, small)
                elif h - f == 1 and self.s == 0 and single:
                    self.one_constant(take, small)
                else:
                    for large in itertools.combinations_with_replacement(range(n0, end), h - f):
                        self.count()
                        self.base(take, small, large)
    def small_only(self, take, small):
        total, value = sum(small), 0
        for x in small:
            value ^= self.g[x]
        for low, high in take:
            if high < INF:
                self.count(high - low + 1)
                for i in range(low, high + 1):
                    met = total + i >= self.N and value == self.table[total + i]
                    self.need("E1", not met, "an option of small parts has the value of the pattern")
            else:
                fits = lambda n: value < self.star(n) if self.grows(n) else value != self.star(n)
                self.count(self.p)
                self.need("E2", all(map(fits, range(self.N, self.N + self.p))), "small parts can have the pattern's value")
    def one_constant(self, take, small):
        """Without a saltus, one part from n0 on: the same as `base`, only faster."""
        total, value = sum(small), 0
        for x in small:
            value ^= self.g[x]
        sums = [value ^ v for v in self.g[self.n0 : self.n0 + self.p]]
        self.count(self.p)
        for i in up_to(take, 2**56):
            m = total + self.n0 + i
            self.need("E7", not any(map(int.__eq__, sums, self.table[m : m + self.p])), "a base option has the pattern's value")
    def base(self, take, small, large):
        total, value, a, c, S, d = sum(small) + sum(large), 0, 0, 0, 0, 0
        for x in small:
            value, d = value ^ self.g[x], d ^ self.high(self.g[x])
        for x in large:
            value ^= self.g[x]
            if self.grows(x):
                a, S = a + 1, S + self.high(self.g[x])
            else:
                c, d = c + 1, d ^ self.high(self.g[x])
        low_part = self.low(value)
        for low, high in take:
            if high < INF:
                for i in range(low, high + 1):
                    if self.low(self.table[total + i]) == low_part:
                        self.line(total + i, a, c, S, d, False)
                continue
            i, settled = low, 0
            while settled < self.p:
                self.count()
                m = total + i
                if self.low(self.star(m)) == low_part:
                    self.line(m, a, c, S, d, True)
                settled = settled + 1 if not self.grows(m) or S + d < self.high(self.star(m)) else 0
                i += 1
    def line(self, m, a, c, S, d, endless):
        q, o, later = self.high(self.star(m)), self.high(self.s), max(0, -((m - self.N) // self.p))
        y = d + q - S
        if self.grows(m):
            name, fits = (("E3", d < q + o * later) if a == 0 else
                          ("E4", y < 0 or y % 2 == 1 or (y // 2) & ~d) if (a, c) == (1, 0) else
                          ("E5", S + d < q or (S + d - q) % 2 == 1) if c == 0 else ("E6", S + d < q))
        else:
            name, fits = (("E7", d != q) if a == 0 else
                          ("E8", (q ^ d) < S + (0 if endless else o * later)) if (a, c) == (1, 0) else
                          ("E9", (q ^ d) < S) if a == 1 else ("E10", False))
        self.need(name, fits, "an option of heap %d may have the value of the pattern" % m)

    # (I): every smaller value is that of an option that can be carried on
    def include(self, n):
        lift, keep, both, value = set(), set(), set(), self.g[n]
        wanted = set(range(value))
        for take, leave, gap, on in (move for move in self.rule.moves if within(move[3], n)):
            for low, high in take:
                self.count(max(0, min(high, n) + 1 - low) * len(leave))
                for i, h in ((i, h) for i in range(low, min(high, n) + 1) for h in up_to(leave, n - i)):
                    if h == 0:
                        if n == i and high == INF:
                            keep.add(0)
                        continue
                    for parts in self.partitions(n - i, h, 1):
                        self.count()
                        v = 0
                        for x in parts:
                            v ^= self.g[x]
                        if v not in wanted or v in lift and v in keep and v in both or not self.allowed(parts, gap):
                            continue
                        for flag, values in zip(self.carried(parts, gap, high == INF), (lift, keep, both)):
                            if flag:
                                values.add(v)
        name = "heap %d: " % n
        if not self.grows(n):
            self.need("I2", wanted <= keep, name + "a value is not kept")
            return
        self.need("I1", self.L <= value, name + "L is greater than its value")
        self.need("I2", set(range(min(self.L, value))) <= keep, name + "a value is not kept")
        band = set(range(max(0, self.L - 2 * self.s), min(self.L, value)))
        self.need("I3", band <= both, name + "a value below L is not both kept and lifted")
        self.need("I4", set(range(self.L, value)) <= lift, name + "a value is not lifted")
    def partitions(self, total, h, least):
        self.count()
        if h == 1:
            if total >= least:
                yield (total,)
            return
        for part in range(least, total // h + 1):
            for rest in self.partitions(total - part, h - 1, part):
                yield (part,) + rest
    def allowed(self, parts, gap):
        if len(parts) < 2 or gap == 0:
            return True
        return parts[0] != parts[-1] if gap == -1 else all(b - a >= gap for a, b in zip(parts, parts[1:]))
    def carried(self, parts, gap, endless):
        at = range(len(parts))
        grows = [x >= self.n0 and self.grows(x) for x in parts]
        highs = [self.high(self.g[x]) for x in parts]
        keepers = [()] if endless else []
        keepers += [(j,) for j in at if parts[j] >= self.n0 and not grows[j]]
        keepers += [(i, j) for i in at for j in at if i < j and grows[i] and grows[j] and highs[i] == highs[j]]
        whole = 0
        for v in highs:
            whole ^= v
        lifters = [j for j in at if grows[j] and whole == highs[j]]
        safe = lambda lifted, kept: self.safe(parts, gap, [1 if j == lifted else 2 if j in kept else 0 for j in at])
        together = ((j, kept) for j in lifters for kept in keepers if j not in kept or self.removed("I6"))
        return (any(safe(j, ()) for j in lifters), any(safe(None, kept) for kept in keepers),
                any(safe(j, kept) for j, kept in together))
    def removed(self, condition):
        """Only tests take a condition away; then `need` does not refuse."""
        try:
            self.need(condition, False, "")
        except Exception:
            return False
        return True
    def safe(self, parts, gap, group):
        if len(parts) < 2 or gap == 0:
            return True
        rest = lambda i, j: (parts[j] - parts[i]) % self.p
        alone = lambda i, j: group[i] == 0 and parts[i] < parts[j]  # only the larger one moves
        stays = lambda i, j, least: group[i] == group[j] or alone(i, j) or least <= rest(i, j) <= self.p - least
        pairs = [(i, j) for i in range(len(parts)) for j in range(i + 1, len(parts))]
        if gap == -1:
            kept = any(parts[i] != parts[j] and stays(i, j, 1) for i, j in pairs)
        else:
            kept = all(stays(i, j, gap) for i, j in pairs)
        return kept or self.removed("I5")

def check(rule, claim, constant, numbers, g, need):
    Classes(rule, claim, constant, numbers, g, need)
    return len(g) - 1
