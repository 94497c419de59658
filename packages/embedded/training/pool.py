"""Answers to fresh problems by the network in training and its peers: what revisions are learnt from."""

from dataclasses import dataclass

import torch

from network import Network
from problems import REVISION_MIX, Problems, generate
from rows import Lines, prompt
from sampling import Samples, sample
from vocabulary import answer_keys

OWN_TEMPERATURES = (0.7, 0.8, 1.0)
PEER_TEMPERATURES = (0.8, 0.9)


@dataclass
class Column:
    """One answer to every problem of the pool."""

    tokens: torch.Tensor
    lengths: torch.Tensor
    keys: torch.Tensor

    @staticmethod
    def of(samples: Samples) -> "Column":
        return Column(samples.tokens, samples.lengths, answer_keys(samples.tokens))

    @property
    def lines(self) -> Lines:
        return self.tokens, self.lengths


@dataclass
class Pool:
    problems: Problems
    own: list[Column]  # By the network itself, independent.
    peers: list[Column]  # By its peers, independent.
    # The first part of the problems after one round: by the panel, member 0 being the network itself.
    revised: list[Column]
    # The same part, each revised without peers.
    self_revised: Column | None

    @property
    def revised_count(self) -> int:
        return len(self.self_revised.keys) if self.self_revised else 0


def make_pool(network: Network, peers: list[Network], count: int, revised: int, seed: int, chunk=16384) -> Pool:
    """`revised`: how many problems go through a round of debate and of self-revision as well."""
    device = next(network.parameters()).device
    problems = generate(seed, count, REVISION_MIX).to(device)
    draw = lambda net, parts, temperature, n: Column.of(sample(net, parts, temperature, seed + n, chunk, fast=True))
    own = [draw(network, prompt(problems), t, n) for n, t in enumerate(OWN_TEMPERATURES)]
    others = [
        draw(peer, prompt(problems), t, 10 + 10 * p + n)
        for p, peer in enumerate(peers)
        for n, t in enumerate(PEER_TEMPERATURES)
    ]
    pool = Pool(problems, own, others, [], None)
    if revised > 0:
        _revise(pool, network, peers, revised, seed, chunk // 2)
    return pool


def _revise(pool: Pool, network: Network, peers: list[Network], revised: int, seed: int, chunk: int) -> None:
    first = pool.problems[:revised]
    head = lambda column: (column.tokens[:revised], column.lengths[:revised])
    per_peer = len(PEER_TEMPERATURES)
    # Two panels by halves: the network with its peers, and the network three times.
    mixed = [network, *peers[:2]] if len(peers) >= 2 else [network] * 3
    mixed_answers = [head(pool.own[0])] + (
        [head(pool.peers[p * per_peer]) for p in range(2)] if len(peers) >= 2 else [head(c) for c in pool.own[1:]]
    )
    alone_answers = [head(column) for column in pool.own]
    half = revised // 2

    def round_of(panel: list[Network], answers: list[Lines], rows: slice, number: int) -> list[Samples]:
        part = lambda lines: (lines[0][rows], lines[1][rows])
        return [
            sample(
                panel[member],
                prompt(first[rows], part(answers[member]), [part(answers[(member + k) % 3]) for k in (1, 2)]),
                0.8, seed + number + member, chunk, fast=True,
            )
            for member in range(3)
        ]  # fmt: skip

    panels = zip(
        round_of(mixed, mixed_answers, slice(0, half), 100),
        round_of([network] * 3, alone_answers, slice(half, revised), 200),
    )
    pool.revised = [
        Column(torch.cat([a.tokens, b.tokens]), torch.cat([a.lengths, b.lengths]), answer_keys(torch.cat([a.tokens, b.tokens])))
        for a, b in panels
    ]
    pool.self_revised = Column.of(
        sample(network, prompt(first, head(pool.own[1])), 0.8, seed + 300, chunk, fast=True)
    )


def accuracy_of(pool: Pool) -> dict:
    truth = answer_keys(pool.problems.answers)
    share = lambda columns: [round((c.keys == truth[: len(c.keys)]).float().mean().item(), 4) for c in columns]
    return dict(
        own=share(pool.own), peers=share(pool.peers), revised=share(pool.revised),
        self_revised=share([pool.self_revised] if pool.self_revised else []),
    )  # fmt: skip
