"""One character a token. Token 0 is padding."""

import numpy as np
import torch

CHARACTERS = "\0\n0123456789+-*=;#QAYP"
SIZE = len(CHARACTERS)
PADDED_SIZE = 32  # Rows of the embedding while training; those beyond SIZE are never targets.

TOKEN = {character: token for token, character in enumerate(CHARACTERS)}
NEWLINE, HASH, ANSWER, OWN, PEER = (TOKEN[c] for c in "\n#AYP")

QUESTION_WIDTH = 24
ANSWER_WIDTH = 96


def token_table() -> np.ndarray:
    table = np.zeros(256, np.uint8)
    for character, token in TOKEN.items():
        table[ord(character)] = token
    return table


def decode(row: torch.Tensor) -> str:
    return "".join(CHARACTERS[token] for token in row.tolist() if token)


def answer_keys(answers: torch.Tensor) -> torch.Tensor:
    """The stated result of each answer as one integer, equal exactly when the digits are; -1: none."""
    shape, width = answers.shape[:-1], answers.shape[-1]
    rows = answers.reshape(-1, width).long()
    is_hash = rows == HASH
    start = is_hash.float().argmax(1)
    key = torch.zeros(len(rows), dtype=torch.long, device=rows.device)
    ended = torch.zeros_like(key, dtype=torch.bool)
    for step in range(1, 10):
        place = (start + step).clamp(max=width - 1)
        token = rows.gather(1, place[:, None])[:, 0]
        ended = ended | (token == NEWLINE) | (token == 0)
        key = torch.where(ended, key, key * PADDED_SIZE + token)
    return torch.where(is_hash.any(1) & ended, key, -1).view(shape)


def stated_only(answers: torch.Tensor, lengths: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Answers without their working: from `#` on. What is known of a peer that argues in prose."""
    is_hash = answers == HASH
    start = torch.where(is_hash.any(1), is_hash.float().argmax(1), 0)
    place = start[:, None] + torch.arange(answers.shape[1], device=answers.device)
    shifted = answers.gather(1, place.clamp(max=answers.shape[1] - 1))
    shifted = torch.where(place < lengths[:, None], shifted, 0).to(answers.dtype)
    return shifted, (lengths - start).to(lengths.dtype)
