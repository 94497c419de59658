"""Batches for stage 2: what the network is shown of itself and others, always followed by the true answer."""

import torch

from pool import Column, Pool
from problems import Problems
from rows import Lines, prompt, training_rows
from vocabulary import stated_only

SOLO_WIDTH, SELF_WIDTH, PEERS_WIDTH = 112, 212, 432
MOST_PEERS = 4

AGREEING_KEPT = 0.2  # Of contexts in which all shown answers agree: they teach little.
DISTRACTED = 0.15  # Rows whose peers mostly answer other problems: peers are not to be followed blindly.
TERSE = 0.25  # Rows whose peers mostly state a result only, like a peer whose prose can't be read.
OWN_MISSING = 0.06  # Rows without an own answer, as after a failed call.
OWN_TERSE = 0.03


def solo_batch(problems: Problems, count: int):
    device = problems.questions.device
    batch = problems[torch.randint(len(problems), (count,), device=device)]
    return training_rows(batch, prompt(batch), SOLO_WIDTH)


def self_batch(pool: Pool, count: int):
    """Own answers alone; half of them, once there are any, from after a revision."""
    device = pool.problems.questions.device
    own, lengths, index = _pick(pool.own, len(pool.problems), count, device)
    if pool.self_revised is not None:
        again = torch.rand(count, device=device) < 0.5
        index = torch.where(again, index % pool.revised_count, index)
        fresh = _at(pool.own, torch.randint(len(pool.own), (count,), device=device), index)
        later = pool.self_revised.tokens[index % pool.revised_count], pool.self_revised.lengths[index % pool.revised_count]
        own, lengths = _choose(again, later, fresh)
    problems = pool.problems[index]
    return training_rows(problems, prompt(problems, (own, lengths)), SELF_WIDTH)


def peers_batch(pool: Pool, count: int):
    device = pool.problems.questions.device
    drawn = 3 * count  # More than needed: agreeing ones are thinned out.
    index = torch.randint(len(pool.problems), (drawn,), device=device)
    later = torch.zeros(drawn, dtype=torch.bool, device=device)
    if pool.revised:
        later = torch.rand(drawn, device=device) < 0.5
        index = torch.where(later, index % pool.revised_count, index)
    how_many = torch.tensor([0.15, 0.6, 0.15, 0.1], device=device).multinomial(drawn, replacement=True) + 1
    how_many = torch.where(later, how_many.clamp(max=2), how_many)

    columns = pool.own + pool.peers
    speakers = _speakers(len(pool.own), len(columns), drawn, device)
    keys = torch.stack([column.keys for column in columns], 1)[index].gather(1, speakers)
    if pool.revised:
        revised_keys = torch.stack([column.keys for column in pool.revised], 1)[index % pool.revised_count]
        keys[:, :3] = torch.where(later[:, None], revised_keys, keys[:, :3])
    shown = torch.arange(1 + MOST_PEERS, device=device)[None] <= how_many[:, None]
    disagreeing = ((keys != keys[:, :1]) & shown).any(1)
    # Thinned by what is shown alone, never by who is right: the odds of being right stay true.
    kept = torch.where(disagreeing, 1.0, AGREEING_KEPT).multinomial(count)
    index, later, how_many, speakers = index[kept], later[kept], how_many[kept], speakers[kept]

    lines: list[Lines] = []
    for place in range(1 + MOST_PEERS):
        line = _at(columns, speakers[:, place], index)
        if pool.revised and place < 3:
            column = pool.revised[place]
            again = column.tokens[index % pool.revised_count], column.lengths[index % pool.revised_count]
            line = _choose(later, again, line)
        lines.append(line)
    own = _blur_own(lines[0], count, device)
    peers = _blur_peers(pool, columns, lines[1:], count, device)
    peers = [(tokens, lengths * (how_many > place)) for place, (tokens, lengths) in enumerate(peers)]
    problems = pool.problems[index]
    return training_rows(problems, prompt(problems, own, peers), PEERS_WIDTH)


def _blur_own(own: Lines, count: int, device) -> Lines:
    own = _choose(torch.rand(count, device=device) < OWN_TERSE, stated_only(*own), own)
    missing = torch.rand(count, device=device) < OWN_MISSING
    return own[0], own[1] * ~missing


def _blur_peers(pool: Pool, columns: list[Column], peers: list[Lines], count: int, device) -> list[Lines]:
    distracted, terse = (torch.rand(count, device=device) < share for share in (DISTRACTED, TERSE))
    result = []
    for line in peers:
        other = torch.randint(len(pool.problems), (count,), device=device)
        stranger = _at(columns, torch.randint(len(columns), (count,), device=device), other)
        line = _choose(distracted & (torch.rand(count, device=device) < 0.7), stranger, line)
        line = _choose(terse & (torch.rand(count, device=device) < 0.7), stated_only(*line), line)
        result.append(line)
    return result


def _speakers(own: int, total: int, count: int, device) -> torch.Tensor:
    """Columns in the order shown, [count, 5]: first one of the own, then others at random, each once."""
    if total < 1 + MOST_PEERS:
        raise SystemExit("too few answers to show: name at least one peer, if need be the network itself")
    order = torch.rand(count, total, device=device)
    order[torch.arange(count, device=device), torch.randint(own, (count,), device=device)] = -1
    return order.argsort(1)[:, : 1 + MOST_PEERS]


def _pick(columns: list[Column], problems: int, count: int, device):
    index = torch.randint(problems, (count,), device=device)
    tokens, lengths = _at(columns, torch.randint(len(columns), (count,), device=device), index)
    return tokens, lengths, index


def _at(columns: list[Column], which: torch.Tensor, index: torch.Tensor) -> Lines:
    tokens, lengths = columns[0].tokens[index], columns[0].lengths[index]
    for number, column in enumerate(columns[1:], 1):
        tokens, lengths = _choose(which == number, (column.tokens[index], column.lengths[index]), (tokens, lengths))
    return tokens, lengths


def _choose(condition: torch.Tensor, yes: Lines, no: Lines) -> Lines:
    return torch.where(condition[:, None], yes[0], no[0]), torch.where(condition, yes[1], no[1])
