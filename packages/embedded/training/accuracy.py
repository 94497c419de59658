"""How often one sample is right, by kind of problem."""

import torch

from network import Network
from problems import BUCKETS, test_problems
from rows import prompt
from sampling import sample
from vocabulary import answer_keys


@torch.no_grad()
def single_accuracy(network: Network, count: int, temperature: float = 0.8, buckets=tuple(BUCKETS)) -> dict:
    device = next(network.parameters()).device
    result = {}
    for bucket in buckets:
        problems = test_problems(bucket, count).to(device)
        samples = sample(network, prompt(problems), temperature, seed=1)
        right = answer_keys(samples.tokens) == answer_keys(problems.answers)
        result[bucket] = round(right.float().mean().item(), 4)
    return result
