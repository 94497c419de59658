"""Batched sampling with a key-value cache."""

from dataclasses import dataclass

import torch
import torch.nn.functional as F

from network import Network
from rows import Lines, join
from vocabulary import ANSWER_WIDTH, NEWLINE, SIZE


@dataclass
class Samples:
    tokens: torch.Tensor  # [n, ANSWER_WIDTH], 0 after the newline
    lengths: torch.Tensor  # newline included
    log_probability: torch.Tensor  # at temperature 1, whatever temperature was drawn at

    @property
    def lines(self) -> Lines:
        return self.tokens, self.lengths


def sample(network: Network, parts: list[Lines], temperature: float, seed: int, chunk: int = 8192, fast=False):
    """Answers to prompts; fast: in bfloat16, for training data only."""
    pieces = []
    for at in range(0, len(parts[0][0]), chunk):
        slices = [(tokens[at : at + chunk], lengths[at : at + chunk]) for tokens, lengths in parts]
        pieces.append(_sample(network, slices, temperature, seed * 1_000_003 + at, fast))
    return Samples(*(torch.cat([getattr(p, f) for p in pieces]) for f in ("tokens", "lengths", "log_probability")))


@torch.no_grad()
def _sample(network: Network, parts: list[Lines], temperature: float, seed: int, fast: bool) -> Samples:
    device = parts[0][0].device
    fast = fast and device.type == "cuda"
    generator = torch.Generator(device=device).manual_seed(seed)
    with torch.autocast(device.type, torch.bfloat16, enabled=fast):
        reader = _Reader(network, parts, torch.bfloat16 if fast else torch.float32)
        count = reader.count
        logits = reader.read_prompt()
        tokens = torch.zeros(count, ANSWER_WIDTH, dtype=torch.uint8, device=device)
        lengths = torch.zeros(count, dtype=torch.int32, device=device)
        total = torch.zeros(count, device=device)
        done = torch.zeros(count, dtype=torch.bool, device=device)
        for step in range(ANSWER_WIDTH):
            logs = F.log_softmax(logits[:, :SIZE].float(), -1)
            drawable = logs.clone()
            drawable[:, 0] = -1e9
            if temperature == 0:
                token = drawable.argmax(-1)
            else:
                shares = (drawable / temperature).softmax(-1)
                token = torch.multinomial(shares, 1, generator=generator)[:, 0]
            total += logs.gather(1, token[:, None])[:, 0] * ~done
            tokens[:, step] = (token * ~done).to(torch.uint8)
            lengths += (~done).int()
            done |= token == NEWLINE
            if step + 1 == ANSWER_WIDTH or (step % 8 == 7 and bool(done.all())):
                break
            logits = reader.read_one(token)
    return Samples(tokens, lengths, total)


class _Reader:
    """Prompts are padded on the left, so that all rows continue at the same position."""

    def __init__(self, network: Network, parts: list[Lines], dtype):
        self.network, self.dtype = network, dtype
        lengths = sum(length.long() for _, length in parts)
        self.count, self.length = len(lengths), int(lengths.max())
        device = lengths.device
        rows, _, _ = join(parts, self.length)
        source = torch.arange(self.length, device=device)[None] - (self.length - lengths)[:, None]
        self.present = source >= 0
        self.rows = torch.where(self.present, rows.gather(1, source.clamp(min=0)), 0).long()
        heads = network.shape["heads"]
        room = (self.count, heads, self.length + ANSWER_WIDTH, network.shape["dim"] // heads)
        self.keys, self.values = (
            [torch.zeros(room, dtype=dtype, device=device) for _ in network.layers] for _ in range(2)
        )
        self.visible = torch.zeros(self.count, 1, 1, room[2], dtype=torch.bool, device=device)
        self.visible[:, 0, 0, : self.length] = self.present
        self.position = 0

    def read_prompt(self):
        length, device = self.length, self.rows.device
        # Padding sees itself: a row that sees nothing would become NaN.
        causal = torch.ones(length, length, dtype=torch.bool, device=device).tril()
        itself = torch.eye(length, dtype=torch.bool, device=device)
        return self._read(self.rows, (causal & self.present[:, None, None, :]) | itself)

    def read_one(self, token):
        self.visible[:, 0, 0, self.position] = True
        return self._read(token[:, None], self.visible[:, :, :, : self.position + 1])

    def _read(self, tokens, mask):
        network, start, end = self.network, self.position, self.position + tokens.shape[1]
        state = network.embedding(tokens).to(self.dtype)
        for index, layer in enumerate(network.layers):
            query, key, value = layer.query_key_value(state, network.cosine[start:end], network.sine[start:end])
            self.keys[index][:, :, start:end] = key
            self.values[index][:, :, start:end] = value
            keys, values = self.keys[index][:, :, :end], self.values[index][:, :, :end]
            state = layer.after_attention(state, F.scaled_dot_product_attention(query, keys, values, attn_mask=mask))
        self.position = end
        return network.logits(state[:, -1:])[:, 0]
