"""AdamW with a warm-up and a cosine, under a limit of steps and of time."""

import math
import time

import torch

from network import Network


class Progress:
    """From `begun` to 1 by steps taken, or by time where the machine is too slow for all of them."""

    def __init__(self, steps: int, seconds: float, begun: float = 0.0):
        self.steps, self.seconds, self.begun = steps, seconds, begun
        self.step, self.started, self.paused = 0, None, 0.0

    def advance(self) -> None:
        self.step += 1
        self.started = self.started or time.time()  # Compiling, in the first step, isn't counted.

    def pause(self, seconds: float) -> None:
        self.paused += seconds

    @property
    def elapsed(self) -> float:
        return 0.0 if self.started is None else time.time() - self.started - self.paused

    @property
    def share(self) -> float:
        done = max(self.step / self.steps, self.elapsed / self.seconds)
        return min(1.0, self.begun + (1 - self.begun) * done)


class Optimiser:
    def __init__(self, network: Network, rate: float, warm_up: int):
        matrices = [p for p in network.parameters() if p.dim() > 1]
        vectors = [p for p in network.parameters() if p.dim() < 2]
        groups = [dict(params=matrices, weight_decay=0.1), dict(params=vectors, weight_decay=0.0)]
        fused = next(network.parameters()).is_cuda
        self.adam = torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.95), fused=fused)
        self.network, self.rate, self.warm_up = network, rate, warm_up

    def step(self, progress: Progress) -> None:
        cosine = 0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * progress.share))
        for group in self.adam.param_groups:
            group["lr"] = self.rate * min(1.0, (progress.step + 1) / self.warm_up) * cosine
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.adam.step()
        self.adam.zero_grad(set_to_none=True)


def prepare(seed: int) -> torch.device:
    torch.manual_seed(seed)
    torch.set_float32_matmul_precision("high")
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def compiled_loss(network: Network):
    if not next(network.parameters()).is_cuda:
        return network.loss
    return torch.compile(network.loss, dynamic=False)
