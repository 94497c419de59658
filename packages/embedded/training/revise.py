"""Stage 2: revising after a second look and after reading peers.

python revise.py --name xs-1 --peers xs-2 xs-3 --folder build --seed 11 --steps 6150 --rate 2e-3

Starts from build/xs-1.stage1.safetensors. Runs of a panel are started together; at each refresh they read one
another's current weights from the folder. A run that was cut off goes on from its last refresh: --resume 2.
"""

import argparse
import json
import time
from pathlib import Path

import torch

import weights
from accuracy import single_accuracy
from contexts import peers_batch, self_batch, solo_batch
from network import Network
from optimiser import Optimiser, Progress, compiled_loss, prepare
from pool import accuracy_of, make_pool
from problems import REVISION_MIX, generate

SOLO, SELF, PEERS = 768, 384, 384  # Rows a step.
REFRESH_AT = (0.35, 0.70)
SOLO_SHARD = 300_000


def peer_networks(folder: Path, names: list[str], refresh: int, patience: float, device) -> list[Network]:
    """The peers as they are at this refresh; where one is late, as it was before."""
    found = []
    deadline = time.time() + patience
    for name in names:
        stages = [folder / f"{name}.refresh{r}.safetensors" for r in range(refresh, 0, -1)]
        stages.append(folder / f"{name}.stage1.safetensors")
        while not stages[0].exists() and time.time() < deadline:
            time.sleep(0.2)
        found.append(weights.load(next(stage for stage in stages if stage.exists()), device))
    return found


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--name", required=True)
    arguments.add_argument("--peers", nargs="*", default=[], help="names of the networks it debates with")
    arguments.add_argument("--folder", default="build")
    arguments.add_argument("--seed", type=int, required=True)
    arguments.add_argument("--steps", type=int, required=True, help="from here on")
    arguments.add_argument("--resume", type=int, default=0, help="number of the refresh to go on from")
    arguments.add_argument("--seconds", type=float, default=1e9)
    arguments.add_argument("--rate", type=float, required=True)
    arguments.add_argument("--pool", type=int, default=40_000)
    arguments.add_argument("--patience", type=float, default=60, help="seconds to wait for peers at a refresh")
    arguments.add_argument("--check", type=int, default=1000, help="problems of each kind for the last accuracy")
    options = arguments.parse_args()

    device = prepare(options.seed)
    folder = Path(options.folder)
    start = f"refresh{options.resume}" if options.resume else "stage1"
    network = weights.load(folder / f"{options.name}.{start}.safetensors", device)
    say = lambda **fields: print(json.dumps(dict(stage=2, name=options.name, **fields)), flush=True)
    begun = (0.0, *REFRESH_AT)[options.resume]
    progress = Progress(options.steps, options.seconds, begun)

    def refresh(number: int):
        began = time.time()
        if number > options.resume:
            weights.save(folder / f"{options.name}.refresh{number}.safetensors", network)
        peers = peer_networks(folder, options.peers, number, options.patience, device)
        # Before the first refresh the network can't revise yet.
        revised = options.pool // 2 if number > 0 else 0
        pool = make_pool(network, peers, options.pool, revised, options.seed * 7919 + number * 1009)
        progress.pause(time.time() - began if number > options.resume else 0)
        say(refresh=number, step=progress.step, seconds=round(time.time() - began, 1), **accuracy_of(pool))
        return pool

    pool = refresh(options.resume)
    refreshes = list(REFRESH_AT[options.resume :])
    loss_of = compiled_loss(network)
    optimiser = Optimiser(network, options.rate, warm_up=200)
    while progress.share < 1:
        if refreshes and progress.share >= refreshes[0]:
            refreshes.pop(0)
            pool = refresh(len(REFRESH_AT) - len(refreshes))
        if progress.step % 1000 == 0:
            solo = generate(options.seed * 31337 + progress.step, SOLO_SHARD, REVISION_MIX).to(device)
        losses = []
        batches = ((solo_batch(solo, SOLO), 1.0), (self_batch(pool, SELF), 0.5), (peers_batch(pool, PEERS), 0.5))
        for rows, weight in batches:
            with torch.autocast(device.type, torch.bfloat16):
                loss = loss_of(*rows)
            (loss * weight).backward()
            losses.append(loss.detach())
        optimiser.step(progress)
        if progress.step % 500 == 0:
            rounded = [round(loss.item(), 4) for loss in losses]
            say(step=progress.step, seconds=round(progress.elapsed, 1), solo_self_peers=rounded)
        elif progress.step % 20 == 0:
            losses[0].item()  # Keeps the queue of work short, so that the clock is true.
        progress.advance()

    weights.save(folder / f"{options.name}.stage2.safetensors", network, stage="2", seed=str(options.seed))
    say(steps=progress.step, seconds=round(progress.elapsed, 1))
    if options.check:
        say(single=single_accuracy(network, options.check))


if __name__ == "__main__":
    main()
