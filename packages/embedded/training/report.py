"""Tables from what evaluate.py wrote. Needs numpy alone: python report.py results

Intervals are 95 % bootstrap percentiles over problems (10,000 resamples), paired for differences.
"""

import json
import sys
from pathlib import Path

import numpy as np

RESAMPLES = 10_000
ARMS = {
    "single (mean of the three)": "single",
    "vote of 3": "vote_3",
    "vote of 9": "vote_9",
    "vote of 24": "vote_24",
    "vote of 3, weighed by confidence": "weighted_3",
    "vote of 9, weighed by confidence": "weighted_9",
    "self-revise twice, vote of 3": "self_2",
    "debate, 1 revision, vote of 3": "debate_1",
    "debate, 2 revisions, vote of 3": "debate_2",
    "debate, 2 revisions, weighed by confidence": "debate_2_weighted",
    "debate on results alone, 2 revisions": "terse_2",
    "placebo debate, 2 revisions": "placebo_2",
    "any of 3 right": "any_3",
    "any of 9 right": "any_9",
}
PAIRS = [
    ("debate_2", "vote_3"), ("debate_2", "vote_9"), ("debate_2", "vote_24"), ("debate_2", "self_2"),
    ("debate_2", "placebo_2"), ("debate_2", "terse_2"), ("debate_2", "weighted_9"), ("self_2", "vote_9"),
    ("debate_2_weighted", "weighted_9"),
]  # fmt: skip


class Panel:
    def __init__(self, folder: Path, name: str):
        self.name = name
        self.about = json.loads((folder / f"{name}.json").read_text())
        with np.load(folder / f"{name}.npz") as packed:
            self.packed = {key: packed[key] for key in packed}

    def right(self, bucket: str, arm: str) -> np.ndarray:
        count = self.about["buckets"][bucket]["count"]
        unpack = lambda name: np.unpackbits(self.packed[f"{bucket}/{name}"], count=count).astype(float)
        return np.mean([unpack(f"single_{m}") for m in range(3)], 0) if arm == "single" else unpack(arm)


def interval(values: np.ndarray) -> str:
    """Mean in per cent with its interval. Values are few and repeat, so counts of each are resampled."""
    distinct, counts = np.unique(values, return_counts=True)
    drawn = np.random.default_rng(0).multinomial(len(values), counts / len(values), RESAMPLES)
    low, high = np.percentile(drawn @ distinct / len(values), [2.5, 97.5])
    return f"{100 * values.mean():.1f} [{100 * low:.1f}, {100 * high:.1f}]"


def table(rows: list[list[str]]) -> None:
    print("| " + " | ".join(rows[0]) + " |\n" + "|---" * len(rows[0]) + "|")
    for row in rows[1:]:
        print("| " + " | ".join(row) + " |")
    print()


def main(folder: Path) -> None:
    panels = [Panel(folder, path.stem) for path in sorted(folder.glob("*.npz"))]
    buckets = sorted({bucket for panel in panels for bucket in panel.about["buckets"]})
    singles = [panel for panel in panels if "single" in panel.about]
    if singles:
        print("## Single answers, per cent right\n")
        kinds = list(singles[0].about["single"])
        table([["", *kinds]] + [[p.name, *(f"{100 * p.about['single'][k]:.1f}" for k in kinds)] for p in singles])
    for bucket in buckets:
        present = [panel for panel in panels if bucket in panel.about["buckets"]]
        count = present[0].about["buckets"][bucket]["count"]
        print(f"## {bucket}, n = {count}, per cent right\n")
        names = [panel.name for panel in present]
        table([["arm", *names]] + [
            [title, *(interval(panel.right(bucket, arm)) for panel in present)] for title, arm in ARMS.items()
        ])  # fmt: skip
        print("Paired differences\n")
        table([["", *names]] + [
            [f"{a} - {b}", *(interval(p.right(bucket, a) - p.right(bucket, b)) for p in present)] for a, b in PAIRS
        ])  # fmt: skip
        mixed = next((panel for panel in present if panel.name == "mixed"), None)
        alike = [panel for panel in present if panel.name.startswith("xs-")]
        if mixed and alike:
            best = max(alike, key=lambda panel: panel.right(bucket, "single").mean())
            print("Three different debaters against one debater three times, paired\n")
            rows = [["arm", "against the mean of the three", f"against the best of them, {best.name}"]]
            for arm in ("vote_3", "vote_9", "weighted_3", "weighted_9", "self_2", "debate_2", "debate_2_weighted", "any_3"):
                mine, same = mixed.right(bucket, arm), np.mean([panel.right(bucket, arm) for panel in alike], 0)
                rows.append([arm, interval(mine - same), interval(mine - best.right(bucket, arm))])
            table(rows)
        print("Confidence of round 0 and after the debate: calibration error / AUROC; tokens a problem: read + written\n")
        rows = [["", "round 0", "debate", "vote of 3", "debate, 2 revisions", "unanimous before / after"]]
        for panel in present:
            notes = panel.about["buckets"][bucket]
            cal, tokens, same = notes["calibration"], notes["tokens"], notes["unanimous"]
            rows.append([
                panel.name,
                *(f"{cal[k]['ece']:.3f} / {cal[k]['auroc'] or 0.5:.3f}" for k in ("round_0", "debate_2")),
                *(f"{tokens[k]['read']:.0f} + {tokens[k]['written']:.0f}" for k in ("vote_3", "debate_2")),
                f"{100 * same['round_0']:.1f} / {100 * same['debate_2']:.1f}",
            ])  # fmt: skip
        table(rows)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "results"))
