"""Lines of different lengths put one after another, into rows of a batch."""

import torch
import torch.nn.functional as F

from problems import Problems
from vocabulary import ANSWER, OWN, PEER

# A text for every row of a batch: tokens [n, width] and lengths [n]. Length 0: the line is left out.
Lines = tuple[torch.Tensor, torch.Tensor]


def join(parts: list[Lines], width: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Rows [n, width] of tokens, where the last part starts, and where the row ends (may exceed width)."""
    widest = max(tokens.shape[1] for tokens, _ in parts)
    texts = torch.stack([F.pad(tokens, (0, widest - tokens.shape[1])) for tokens, _ in parts], 1)
    lengths = torch.stack([length.long() for _, length in parts], 1)
    ends = lengths.cumsum(1)
    starts = ends - lengths
    place = torch.arange(width, device=texts.device)
    part = (place[None, :, None] >= ends[:, None, :]).sum(-1).clamp(max=len(parts) - 1)
    index = part * widest + place[None] - starts.gather(1, part)
    joined = texts.flatten(1).gather(1, index.clamp(0, len(parts) * widest - 1))
    joined = torch.where(place[None] < ends[:, -1:], joined, 0).to(texts.dtype)
    return joined, starts[:, -1], ends[:, -1]


def prompt(problems: Problems, own: Lines | None = None, peers: list[Lines] | tuple = ()) -> list[Lines]:
    """`Q...\\n`, then `Y{own}\\n`, `P{peer}\\n` for each peer, and the mark `A` after which the answer comes."""
    count, device = len(problems), problems.questions.device

    def mark(token: int, present: torch.Tensor) -> Lines:
        return torch.full((count, 1), token, dtype=torch.uint8, device=device), present.int()

    parts: list[Lines] = [(problems.questions, problems.question_lengths)]
    for token, lines in [(OWN, own)] * (own is not None) + [(PEER, peer) for peer in peers]:
        parts += [mark(token, lines[1] > 0), lines]
    return parts + [mark(ANSWER, torch.ones(count, device=device))]


def training_rows(problems: Problems, parts: list[Lines], width: int):
    """Rows with the true answer appended, and the span that is learnt; rows that don't fit teach nothing."""
    rows, start, end = join(parts + [(problems.answers, problems.answer_lengths)], width)
    return rows, torch.where(end <= width, start, end), end
