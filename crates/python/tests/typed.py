"""A script that uses all of the package, for mypy and pyright: it is read, and run once."""

from __future__ import annotations

import numpy as np

import sprague as sp


def options(n: int) -> list[int]:
    return [n - k for k in (1, 3, 4) if k <= n]


@sp.rules
def halving(n: int) -> list[int]:
    return [n - 1, n // 2] if n else []


own: sp.Rules[int] = sp.rules(options)
value: int = own.value(5)
outcome: str = own.outcome(5, play="misere")
wins: list[int] = own.winning_moves(5)
bulk: int = int(own.values(range(5)).sum())
total: sp.Sum = own.at(5) + sp.nim(3)
after: list[sp.Sum] = [move.after for move in total.winning_moves]
halved: int = halving.value(7)
arrays: sp.VectorRules = sp.rules(lambda n: n[:, None] - np.array([1, 3, 4]), vector=True)
many: int = int(arrays.values(range(9)).max())

game: sp.Game = sp.kayles
period = game.period()
assert period is not None
theorem: str | None = period.theorem
array = game.values(10)
part = game.values(from_=5, to=10)
first: int = int(array[0] + part[0]) + game[7]
some = game[1:20]
place: int = some.first

position: sp.Position = game.position(5, 7) + sp.nim(3)
answer: sp.Answer = position.solve(moves=5)
number: int | None = position.value
moves: tuple[sp.Move, ...] = position.winning_moves
said: str = moves[0].words
next_one: sp.Position = moves[0].after
taken: int | None = moves[0].taken
rows: tuple[sp.Row, ...] = position.why.rows
texts: tuple[str, ...] = sp.solve("nim: 1").winning_moves

quotient: sp.MisereQuotient = sp.misere_quotient("kayles")
order: int = quotient.order
entry: sp.GenusEntry = sp.genus("kayles", 5)[5]
counts: dict[int, int] = sp.stats("kayles", 50).counts
product: sp.Nimber = sp.Nimber(5) * 7
names: tuple[str, ...] = sp.games().names()
oeis: str | None = sp.game("kayles").oeis
found: list[sp.Match] = sp.identify(game.values(20))
p: int = sp.count(game, 2, 5).p
row: int | None = sp.star.row(3).period
cells: tuple[tuple[int | None, ...], ...] = sp.star.table(2, 3).values
certificate: sp.Certificate = game.prove()
claim: str = certificate.claim
valid: bool | None = certificate.check().valid
picture: sp.Picture = sp.scatter(game, 100)
graph: sp.GraphPicture = sp.graph(sp.kayles(4), nodes=200)
nodes: tuple[sp.GraphNode, ...] = sp.graph("nim: 2").nodes
try:
    sp.solve("chomp: " + "14," * 13 + "13")
except sp.TooLarge as error:
    limit: int | None = error.limit
print("typed")
