"""Certificates of misère play, kinds misere, misere-bound and misere-tame, for check.py: written from docs/certificate.md alone.

Elements of the monoid are numbers, 0 is the identity; sets of elements are the bits of integers.
"""
NUMBER = "(?:0|[1-9][0-9]{0,19})"
INF = float("inf")
MOST, PAIRS, ROWS = 2**12, 2**30, 2**28

within = lambda ranges, n: any(low <= n <= high for low, high in ranges)
up_to = lambda ranges, most: (n for low, high in ranges for n in range(low, min(high, most) + 1))
halves_of = lambda value, plus: lambda m, gap: (plus(value(a), value(m - a)) for a in range(1, max(0, m - abs(gap)) // 2 + 1))
bits = lambda elements: sum(1 << x for x in elements)

def options(moves, n, value, plus, one, spend, halves):
    """The values of the options of heap n: value(h) is that of a smaller heap, plus adds two, halves lists those of two."""
    def parts(total, left, least, gap, first, x):
        if left == 1:
            if least <= total < n and not (gap == -1 and total == first):
                yield plus(x, value(total))
            return
        spend(max(0, total // left + 1 - least))
        for part in range(least, total // left + 1):
            yield from parts(total - part, left - 1, part + max(gap, 0), gap, first or part, plus(x, value(part)))
    found = set()
    spend(sum(len(take) + len(on) for take, _, _, on in moves))
    for take, leave, gap, on in moves:
        if within(on, n):
            for m, h in ((n - i, h) for i in up_to(take, n) for h in up_to(leave, 16)):
                spend(1 + (m // 2 if h == 2 else 0))
                # two parts are the same as more, only faster
                found.update(halves(m, gap) if h == 2 else parts(m, h, 1, gap, 0, one) if h else [one] * (m == 0))
    return found

class Game:
    """A monoid given by the actions of generators, and the values of the heaps below `count`."""
    def __init__(self, rule, order, generators, values, count, need, sets=1):
        need("U1", 1 <= order <= MOST, "no order, or too many elements")
        need("U2", len(values) == count and 1 <= count <= 2**17, "not as many values as needed")
        need("U24", order**2 * sets <= ROWS, "too many rows to compare")
        need("U24", len(generators) <= order, "too many generators for so few elements")
        self.spend = rule.work(count)
        need("U2", max(values) < order, "a value is no element")
        heaps = [heap for heap, _ in generators]
        sound = all(h < count and len(action) == order and max(action) < order for h, action in generators)
        need("U3", sound and all(a < b for a, b in zip(heaps, heaps[1:])), "a generator is not in order")
        for at, (heap, action) in enumerate(generators):
            need("U5", action[0] == values[heap], "an action does not begin with the value of its heap")
            commute = all([other[x] for x in action[:order]] == [action[x] for x in other[:order]] for _, other in generators[:at])
            need("U4", commute, "two actions do not commute")
        self.order, self.values, self.need, self.all = order, values, need, (1 << order) - 1
        self.rows, used = [list(range(order))], 0
        for heap, value in enumerate(values):
            if value < len(self.rows):
                continue
            need("U8", used < len(heaps) and heaps[used] == heap, "heap %d should be a generator" % heap)
            action, used, x = generators[used][1], used + 1, 0
            while x < len(self.rows):
                if action[x] >= len(self.rows):
                    need("U8", action[x] == len(self.rows), "the elements are not numbered by least words")
                    self.rows.append([action[y] for y in self.rows[x]])
                x += 1
        need("U8", len(self.rows) == order and used == len(heaps), "an element or a generator is not needed")
        self.letters = set()
        for heap in range(count):
            of = self.options(rule, heap)
            need("U6", of or values[heap] == 0, "a heap without moves has a value")
            self.letters |= {(values[heap], bits(of))} if of else set()
            need("U24", order**2 * max(1, sets) * len(self.letters) <= PAIRS, "too many pairs of elements to look at")
    def options(self, rule, heap):
        value, plus = self.values.__getitem__, lambda x, y: self.rows[x][y]
        return options(rule.moves, heap, value, plus, 0, self.spend, halves_of(value, plus))
    def portion(self, elements):
        sound = all(a < b for a, b in zip(elements, elements[1:])) and max(elements, default=0) < self.order
        self.need("U2", sound, "a portion is not in order")
        return bits(elements)
    def divided(self, x, elements):
        return bits(z for z, y in enumerate(self.rows[x]) if elements >> y & 1)
    def recognizes(self, positions, banned):
        """M.10: a sum is P exactly if its value is in `positions`, where sums with a banned value are not."""
        need, letters, quotients, order = self.need, [], {}, self.order
        rows = [self.divided(x, positions) for x in range(self.order)]
        shut = [self.divided(x, positions | banned) for x in range(self.order)] if banned else rows
        for value, of in self.letters:
            wins = 0
            for e in (e for e in range(order) if of >> e & 1):
                wins |= rows[e]
            need("U9", not wins & rows[value], "a P-position has a move to a P-position")
            letters.append((value, self.all & ~wins & ~shut[value]))
        for value in {value for value, _ in letters}:
            quotients[value] = [[] for _ in range(self.order)]
            for z, w in enumerate(self.rows[value]):
                quotients[value][w].append(z)
        open_pairs, met = [q for q in range(order) if not (positions | banned) >> q & 1], bytearray(order * order)
        for pair in open_pairs:
            met[pair] = 1
        while open_pairs:
            x, w = divmod(open_pairs.pop(), order)
            row = self.rows[x]
            for value, losing in letters:
                for z in quotients[value][w]:
                    if losing >> row[z] & 1:
                        need("U10", z != 0, "a sum that is no P-position has no winning move")
                        pair = row[value] * order + z
                        if not met[pair]:
                            met[pair] = 1
                            open_pairs.append(pair)
    def tells_apart(self, sets):
        rows = {tuple(self.divided(x, one) for one in sets) for x in range(self.order)}
        self.need("U13", len(rows) == self.order, "two elements are told apart by no sum")

def needed(rule, n0, p, need):
    """N of theorem M.11."""
    need("U11", n0 >= 1 and p >= 1, "the preperiod or the period is 0")
    need("U12", rule.k < INF, "a move takes any number of tokens")
    free = all(gap == 0 or leave[-1][1] < 2 for _, leave, gap, _ in rule.moves)
    need("U12", free or rule.t <= 2, "three or more parts under a condition")
    start = max(n0, rule.settled)
    return rule.t * start + rule.t * p + rule.k if free else rule.t * start + 3 * p + rule.gap + rule.k

def check_quotient(game, portion, n0, p, need):
    positions, values = game.portion(portion), game.values
    need("U7", not positions & 1, "the empty sum is listed as a P-position")
    game.recognizes(positions, 0)
    game.tells_apart([positions])
    if p:
        need("U14", values[n0:-p] == values[n0 + p :], "the values do not repeat as claimed")
        need("U15", n0 == 1 or values[n0 - 1] != values[n0 - 1 + p], "the preperiod is not the least")
        turn = values[n0 : n0 + p]
        repeats = any(p % q == 0 and turn[q:] == turn[:-q] for q in range(1, p))
        need("U16", not repeats, "the period is not fundamental")

def check_bound(game, rule, heap, layers, need):
    last = game.options(rule, heap)
    need("U17", last, "the heap of the bound has no moves")
    need("U2", layers, "there is no layer")
    sets, banned = [], 0
    for at, layer in enumerate(layers):
        positions = game.portion(layer)
        if at == 0:
            need("U7", not positions & 1, "the empty sum is listed as a P-position")
        else:
            banned = 0
            for e in last:
                banned |= game.divided(e, sets[-1])
            need("U18", not positions & banned and positions & 1 != banned & 1, "a layer and its ban set do not fit")
        game.recognizes(positions, banned)
        sets.append(positions)
    game.tells_apart(sets)

def check_tame(rule, last, normal, misere, need):
    need("U12", rule.k < INF, "a move takes any number of tokens")
    count = rule.t * last + rule.k + 1
    need("U2", count <= 2**17 and len(normal) == len(misere) == count, "not as many values as needed")
    spend, value = rule.work(count), lambda heap: listed[heap]
    mex = lambda values: next(v for v in range(len(values) + 1) if v not in values)
    firm, fickle, listed = (lambda x: x[0] == x[1]), (lambda x: x in ((0, 1), (1, 0))), list(zip(normal, misere))
    plus = lambda x, y: (x[0] ^ y[0], x[0] ^ y[0] ^ (0 if firm(x) or firm(y) else 1))
    for heap in range(count):
        of = options(rule.moves, heap, value, plus, (0, 1), spend, halves_of(value, plus))
        pair = (mex({g for g, _ in of}), mex({c for _, c in of})) if of else (0, 1)
        need("U19", pair == listed[heap], "the pair of heap %d is another" % heap)
        need("U20", firm(pair) or fickle(pair), "heap %d is wild" % heap)
        kept = fickle(pair) if heap == last else heap < last or firm(pair)
        need("U21", kept, "heap %d is on the wrong side of the last fickle heap" % heap)
    need("U22", rule.settled <= count, "the rule still changes beyond the evidence")
    def always(take, leave, gap, on):
        left = next((max(low, 1) for low, high in leave if high > 0), None)
        return left and on[-1][1] == INF and take[0][0] + left + left * (left - 1) // 2 * abs(gap) <= count
    need("U23", any(always(*move) for move in rule.moves), "heaps beyond the evidence may be without moves")
    return [str(heap) for heap in range(count) if fickle(listed[heap])]

def check(reader, read_rule, expand, need, number):
    kind = reader.field("kind", "misere(?:-bound|-tame)?", str)
    rule = read_rule(reader)
    if kind == "misere-tame":
        last = reader.field("last-fickle")
        normal, misere = reader.runs("normal"), reader.runs("misere")
        need("U2", all(sum(c for _, c in runs) <= 2**17 for runs in (normal, misere)), "too many values")
        reader.end()
        fickle = check_tame(rule, last, list(expand(normal)), list(expand(misere)), need)
        said = "a sum with a heap other than %s has its normal outcome under misère play" % ", ".join(fickle)
        return True, "By the rule of the file, %s: theorem M.6." % said, rule.t * last + rule.k
    numbers = lambda keyword: [number(word) for word in reader.list(keyword, NUMBER)]
    heap = reader.field("heap") if kind == "misere-bound" else None
    order, generators, layers, n0, p = reader.field("order"), [], [], 0, 0
    while reader.peek("generator"):
        generators.append((reader.field("generator"), numbers("action")))
    portion = numbers("portion") if kind == "misere" else None
    runs = reader.runs("values")
    need("U2", sum(count for _, count in runs) <= 2**17, "too many values")
    if kind == "misere-bound":
        while reader.peek("layer"):
            need("F4", reader.field("layer") == len(layers), "layers are not counted from 0")
            layers.append(numbers("portion"))
        count = heap
    elif reader.peek("heaps"):
        count = reader.field("heaps")
    else:
        n0, p = reader.field("preperiod"), reader.field("period")
        count = needed(rule, n0, p, need)
    reader.end()
    game = Game(rule, order, generators, list(expand(runs)), count, need, 1 if portion is not None else len(layers))
    if kind == "misere-bound":
        check_bound(game, rule, heap, layers, need)
        said = "the misère quotient of the heaps up to %d has at least %d elements" % (heap, order)
        return True, "By the rule of the file, %s: theorems M.10 and M.14." % said, heap
    check_quotient(game, portion, n0, p, need)
    scope = "of heaps of any size, with values of period %d from %d on," % (p, n0) if p else "of heaps below %d" % count
    said = "a sum %s is P under misère play exactly if its product is in the portion; order %d" % (scope, order)
    return True, "By the rule of the file, %s: theorems M.7, M.10, M.11." % said, count - 1
