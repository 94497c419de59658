"""Does a stated confidence hold?"""

import numpy as np
import torch


def calibration(confidence: torch.Tensor, right: torch.Tensor) -> dict:
    """Expected calibration error over ten bins of equal size, and the chance that of a right and a wrong
    answer the right one was stated with more confidence (AUROC)."""
    confidence, right = confidence.float().cpu().numpy(), right.cpu().numpy()
    order = np.argsort(confidence, kind="stable")
    bins = np.array_split(order, 10)
    gaps = [len(part) * abs(confidence[part].mean() - right[part].mean()) for part in bins]
    ranks = np.empty(len(order))
    ranks[order] = np.arange(1, len(order) + 1)
    _, group, sizes = np.unique(confidence, return_inverse=True, return_counts=True)
    ranks = (np.bincount(group, ranks) / sizes)[group]  # Equal confidences share a rank.
    yes, no = int(right.sum()), int((~right).sum())
    auroc = (ranks[right].sum() - yes * (yes + 1) / 2) / (yes * no) if yes and no else None
    return dict(
        ece=round(float(sum(gaps) / len(order)), 4),
        auroc=None if auroc is None else round(float(auroc), 4),
        bins=[[round(float(confidence[p].mean()), 3), round(float(right[p].mean()), 3)] for p in bins],
    )
