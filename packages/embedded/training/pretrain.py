"""Stage 1: answering alone. python pretrain.py --size xs --seed 1 --steps 26000 --rate 4e-3 --out build/xs-1.stage1"""

import argparse
import json
import queue
import threading

import torch

import weights
from accuracy import single_accuracy
from network import SIZES, Network, parameters_of
from optimiser import Optimiser, Progress, compiled_loss, prepare
from problems import TRAINING_MIX, generate
from rows import prompt, training_rows

BATCH = 1024
WIDTH = 112  # The longest question and answer.
SHARD = 256  # Batches made at once.


def feed(seed: int, device):
    """Batches of rows, made by another thread while the GPU works."""
    shards: queue.Queue = queue.Queue(2)

    def produce():
        for index in range(1 << 30):
            shards.put(generate(seed * 1_000_003 + index, BATCH * SHARD, TRAINING_MIX))

    threading.Thread(target=produce, daemon=True).start()
    while True:
        shard = shards.get().to(device)
        for at in range(0, len(shard), BATCH * 32):
            part = shard[at : at + BATCH * 32]
            rows, start, end = training_rows(part, prompt(part), WIDTH)
            for i in range(0, len(rows), BATCH):
                yield rows[i : i + BATCH], start[i : i + BATCH], end[i : i + BATCH]


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--size", choices=SIZES, required=True)
    arguments.add_argument("--seed", type=int, required=True)
    arguments.add_argument("--steps", type=int, required=True)
    arguments.add_argument("--seconds", type=float, default=1e9, help="stop training by then, rate lowered in time")
    arguments.add_argument("--rate", type=float, required=True)
    arguments.add_argument("--out", required=True)
    options = arguments.parse_args()

    device = prepare(options.seed)
    network = Network(**SIZES[options.size]).to(device)
    loss_of = compiled_loss(network)
    optimiser, progress = Optimiser(network, options.rate, warm_up=300), Progress(options.steps, options.seconds)
    say = lambda **fields: print(json.dumps(dict(stage=1, name=options.out, **fields)), flush=True)
    say(parameters=parameters_of(network))

    answer_tokens = torch.zeros((), dtype=torch.long, device=device)
    for rows, start, end in feed(options.seed, device):
        with torch.autocast(device.type, torch.bfloat16):
            loss = loss_of(rows, start, end)
        loss.backward()
        optimiser.step(progress)
        answer_tokens += (end - start).sum()
        if progress.step % 2000 == 0:
            say(step=progress.step, seconds=round(progress.elapsed, 1), loss=round(loss.item(), 4))
        elif progress.step % 50 == 0:
            loss.item()  # Keeps the queue of work short, so that the clock is true.
        progress.advance()
        if progress.share >= 1:
            break

    weights.save(f"{options.out}.safetensors", network, stage="1", seed=str(options.seed))
    say(steps=progress.step, seconds=round(progress.elapsed, 1), answer_tokens=answer_tokens.item(), loss=loss.item())
    say(single=single_accuracy(network, count=1000))


if __name__ == "__main__":
    main()
