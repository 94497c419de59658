"""What the package ships and its tests compare with.

python export.py build/xs-1.stage2.safetensors ../weights/xs-1.safetensors reference/xs-1.json

Writes float16 weights, and greedy answers of the same rounded weights in float32 to 100 held-out prompts.
"""

import json
import sys
from pathlib import Path

import torch

import weights
from problems import generate
from rows import join, prompt
from sampling import sample
from vocabulary import decode, stated_only

MIX = (0.2, 0.2, 0.2, 0.4)
# How many prompts of each kind: alone, own answer, own and two peers, the peers' results alone, no own answer.
KINDS = [40, 20, 20, 10, 10]


def reference(network) -> list[dict]:
    count = sum(KINDS)
    problems = generate(2026, count, MIX, test=True)
    first, second, third = (sample(network, prompt(problems), 0.8, seed) for seed in (1, 2, 3))
    kind = torch.repeat_interleave(torch.arange(len(KINDS)), torch.tensor(KINDS))

    def line(samples, shown):
        terse = stated_only(*samples.lines)
        tokens = torch.where((kind == 3)[:, None], terse[0], samples.tokens)
        return tokens, torch.where(kind == 3, terse[1], samples.lengths) * shown

    own = line(first, (kind >= 1) & (kind <= 3))
    parts = prompt(problems, own, [line(samples, kind >= 2) for samples in (second, third)])
    greedy = sample(network, parts, 0, 0)
    rows, _, _ = join(parts, 400)
    return [
        dict(
            prompt=decode(rows[i]),
            greedy=decode(greedy.tokens[i]).rstrip("\n"),
            logProbability=round(greedy.log_probability[i].item(), 6),
        )
        for i in range(count)
    ]


def main(checkpoint: str, target: str, reference_file: str) -> None:
    network = weights.load(checkpoint)
    weights.save(target, network, half=True)
    answers = reference(weights.round_to_half(network))
    Path(reference_file).parent.mkdir(parents=True, exist_ok=True)
    lines = ",\n".join(json.dumps(answer) for answer in answers)
    Path(reference_file).write_text(f"[\n{lines}\n]\n")
    print(target, Path(target).stat().st_size, "bytes")


if __name__ == "__main__":
    main(*sys.argv[1:4])
