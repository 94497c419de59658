"""Problems from the C generator, compiled on first use."""

import ctypes
import os
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from vocabulary import ANSWER_WIDTH, QUESTION_WIDTH, token_table

TRAINING_MIX = (0.20, 0.20, 0.30, 0.30)  # Shares of Du 0-29, Du 0-99, generic, with a triple product.
REVISION_MIX = (0.12, 0.18, 0.20, 0.50)

ANY_LEVEL = -1
# Test buckets: the family that is drawn, and its level.
BUCKETS = {
    "du_29": ((1, 0, 0, 0), ANY_LEVEL),
    "du_99": ((0, 1, 0, 0), ANY_LEVEL),
    "generic": ((0, 0, 1, 0), ANY_LEVEL),
    "triple_5": ((0, 0, 0, 1), 5),
    "triple_6": ((0, 0, 0, 1), 6),
    "two_triples": ((0, 0, 0, 1), 66),
}


@dataclass
class Problems:
    questions: torch.Tensor  # [n, QUESTION_WIDTH] tokens, "Q...\n"
    question_lengths: torch.Tensor
    answers: torch.Tensor  # [n, ANSWER_WIDTH] tokens, worked and ending in "\n"
    answer_lengths: torch.Tensor

    def to(self, device) -> "Problems":
        move = lambda tensor: tensor.to(device, non_blocking=True)
        return Problems(*map(move, (self.questions, self.question_lengths, self.answers, self.answer_lengths)))

    def __getitem__(self, rows) -> "Problems":
        return Problems(
            self.questions[rows], self.question_lengths[rows], self.answers[rows], self.answer_lengths[rows]
        )

    def __len__(self) -> int:
        return len(self.questions)


def _compile():
    source = Path(__file__).with_name("generator.c")
    library = os.path.join(tempfile.mkdtemp(), "generator.so")
    subprocess.check_call([os.environ.get("CC", "cc"), "-O2", "-shared", "-fPIC", "-o", library, str(source)])
    return ctypes.CDLL(library)


_library = None


def generate(seed: int, count: int, shares, level: int = ANY_LEVEL, test: bool = False) -> Problems:
    global _library
    _library = _library or _compile()
    shares = np.array(shares, np.float64)
    table = token_table()
    questions = np.empty((count, QUESTION_WIDTH), np.uint8)
    answers = np.empty((count, ANSWER_WIDTH), np.uint8)
    question_lengths = np.empty(count, np.int32)
    answer_lengths = np.empty(count, np.int32)
    pointer = lambda array: array.ctypes.data_as(ctypes.c_void_p)
    _library.generate(
        ctypes.c_uint64(seed), ctypes.c_int(count), pointer(shares), ctypes.c_int(level), ctypes.c_int(test),
        pointer(table), pointer(questions), pointer(question_lengths), pointer(answers), pointer(answer_lengths),
    )  # fmt: skip
    return Problems(*map(torch.from_numpy, (questions, question_lengths, answers, answer_lengths)))


def test_problems(bucket: str, count: int, seed: int = 20_000) -> Problems:
    shares, level = BUCKETS[bucket]
    return generate(seed + list(BUCKETS).index(bucket), count, shares, level, test=True)
