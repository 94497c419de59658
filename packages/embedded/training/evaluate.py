"""Single answers, votes, self-revision, debate and its controls, on held-out problems.

python evaluate.py --name mixed --panel build/xs-1.stage2.safetensors build/xs-2... build/xs-3... --out results

Writes which problems each arm got right (results/mixed.npz) and how well confidence holds (results/mixed.json);
report.py makes tables of them. Problems depend on the bucket alone, so that panels can be compared in pairs.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch

import weights
from accuracy import single_accuracy
from calibration import calibration
from network import Network
from problems import Problems, test_problems
from rows import Lines, prompt
from sampling import Samples, sample
from vocabulary import answer_keys, stated_only

MEMBERS = 3
SAMPLES = 24  # Independent answers to a problem, eight from each member in turn.
ROUNDS = 2
# A mode decides what a member sees of the others when it revises.
MODES = ("self", "debate", "placebo", "terse")


def vote(keys: torch.Tensor, weights_of: torch.Tensor | None = None) -> torch.Tensor:
    """The most frequent (or heaviest) stated result of each row [n, voters]; ties go to the earliest."""
    same = (keys[:, :, None] == keys[:, None, :]).float()
    ballots = (same if weights_of is None else same * weights_of[:, None, :]).sum(-1)
    ballots = torch.where(keys < 0, -1.0, ballots)
    earlier = 1e-4 * torch.arange(keys.shape[1], device=keys.device)
    return keys.gather(1, (ballots - earlier).argmax(1, keepdim=True))[:, 0]


def peers_shown(mode: str, answers: list[Samples], member: int) -> list[Lines]:
    others = [answers[(member + k) % MEMBERS].lines for k in (1, 2)]
    if mode == "self":
        return []
    if mode == "placebo":  # The same peers, on another problem.
        return [(tokens.roll(1, 0), lengths.roll(1, 0)) for tokens, lengths in others]
    return [stated_only(*lines) for lines in others] if mode == "terse" else others


def revise(panel: list[Network], problems: Problems, answers: list[Samples], mode: str, temperature, seed, chunk):
    """One round: every member answers anew, having seen its own last answer and what the mode shows."""
    prompts = [prompt(problems, answers[m].lines, peers_shown(mode, answers, m)) for m in range(MEMBERS)]
    revised = [sample(panel[m], prompts[m], temperature, seed + m, chunk) for m in range(MEMBERS)]
    read = sum(length.float().mean().item() for parts in prompts for _, length in parts)
    written = sum(samples.lengths.float().mean().item() for samples in revised)
    return revised, read, written


def arms_of(panel: list[Network], bucket: str, count: int, temperature: float, chunk: int):
    device = next(panel[0].parameters()).device
    problems = test_problems(bucket, count).to(device)
    truth = answer_keys(problems.answers)
    first = [sample(panel[k % MEMBERS], prompt(problems), temperature, 1000 + k, chunk) for k in range(SAMPLES)]
    keys = torch.stack([answer_keys(samples.tokens) for samples in first], 1)
    sure = torch.stack([samples.log_probability.exp() for samples in first], 1)
    right = {f"single_{m}": keys[:, m] == truth for m in range(MEMBERS)}
    for voters in (3, 9, 24):
        right[f"vote_{voters}"] = vote(keys[:, :voters]) == truth
        right[f"weighted_{voters}"] = vote(keys[:, :voters], sure[:, :voters]) == truth
    right |= {f"any_{n}": (keys[:, :n] == truth[:, None]).any(1) for n in (3, 9)}

    alone_written = sum(samples.lengths.float().mean().item() for samples in first[:MEMBERS])
    alone_read = MEMBERS * (problems.question_lengths.float().mean().item() + 1)
    about = {
        "tokens": {"vote_3": dict(read=alone_read, written=alone_written)},
        "unanimous": {"round_0": (keys[:, :3] == keys[:, :1]).all(1).float().mean().item()},
        "calibration": {"round_0": calibration(sure[:, :3].flatten(), (keys == truth[:, None])[:, :3].flatten())},
    }
    for number, mode in enumerate(MODES):
        answers, read, written = first[:MEMBERS], alone_read, alone_written
        for round_ in range(1, ROUNDS + 1):
            seed = 5000 + 100 * number + 10 * round_
            answers, more_read, more_written = revise(panel, problems, answers, mode, temperature, seed, chunk)
            read, written = read + more_read, written + more_written
            later = torch.stack([answer_keys(samples.tokens) for samples in answers], 1)
            later_sure = torch.stack([samples.log_probability.exp() for samples in answers], 1)
            right[f"{mode}_{round_}"] = vote(later) == truth
            right[f"{mode}_{round_}_weighted"] = vote(later, later_sure) == truth
        about["tokens"][f"{mode}_{ROUNDS}"] = dict(read=read, written=written)
        about["unanimous"][f"{mode}_{ROUNDS}"] = (later == later[:, :1]).all(1).float().mean().item()
        about["calibration"][f"{mode}_{ROUNDS}"] = calibration(later_sure.flatten(), (later == truth[:, None]).flatten())
    return {arm: values.cpu().numpy() for arm, values in right.items()}, about


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--name", required=True)
    arguments.add_argument("--panel", nargs=MEMBERS, required=True, help="three weights files")
    arguments.add_argument("--buckets", nargs="+", default=["triple_5", "triple_6"])
    arguments.add_argument("--count", type=int, default=5000)
    arguments.add_argument("--single", type=int, default=0, help="problems a bucket for the accuracy of member 1 alone")
    arguments.add_argument("--temperature", type=float, default=0.8)
    arguments.add_argument("--chunk", type=int, default=5000)
    arguments.add_argument("--out", default="results")
    options = arguments.parse_args()

    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    panel = [weights.round_to_half(weights.load(path, device)) for path in options.panel]
    folder = Path(options.out)
    folder.mkdir(parents=True, exist_ok=True)
    right, about = {}, {"name": options.name, "temperature": options.temperature, "buckets": {}}
    note = lambda: (folder / f"{options.name}.json").write_text(json.dumps(about, indent=1) + "\n")
    for bucket in options.buckets:
        began = time.time()
        arms, notes = arms_of(panel, bucket, options.count, options.temperature, options.chunk)
        right |= {f"{bucket}/{arm}": np.packbits(values) for arm, values in arms.items()}
        about["buckets"][bucket] = dict(count=options.count, **notes)
        shares = {arm: round(100 * float(values.mean()), 1) for arm, values in arms.items()}
        print(json.dumps(dict(panel=options.name, bucket=bucket, seconds=round(time.time() - began), **shares)), flush=True)
        np.savez_compressed(folder / f"{options.name}.npz", **right)
        note()
    if options.single:
        about["single"] = single_accuracy(panel[0], options.single, options.temperature)
        note()


if __name__ == "__main__":
    main()
