"""A small Llama-style decoder: RMSNorm, rotary positions (interleaved pairs), SwiGLU, tied embedding."""

import math

import torch
import torch.nn as nn
import torch.nn.functional as F

from vocabulary import PADDED_SIZE

SIZES = {
    "xs": dict(dim=64, layers=4, heads=2, feed_forward=192),
    "m": dict(dim=128, layers=6, heads=4, feed_forward=288),
}
CONTEXT = 1024


class Norm(nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(dim))

    def forward(self, x):
        wide = x.float()
        scale = torch.rsqrt(wide.pow(2).mean(-1, keepdim=True) + 1e-5)
        return (wide * scale * self.weight).to(x.dtype)


def rotate(x, cosine, sine):
    even, odd = x[..., 0::2], x[..., 1::2]
    turned = torch.stack((even * cosine - odd * sine, even * sine + odd * cosine), -1)
    return turned.flatten(-2).to(x.dtype)


class Layer(nn.Module):
    def __init__(self, dim: int, layers: int, heads: int, feed_forward: int):
        super().__init__()
        self.heads = heads
        linear = lambda inputs, outputs: nn.Linear(inputs, outputs, bias=False)
        self.attention_norm, self.feed_norm = Norm(dim), Norm(dim)
        self.query, self.key, self.value, self.output = (linear(dim, dim) for _ in range(4))
        self.gate, self.up, self.down = linear(dim, feed_forward), linear(dim, feed_forward), linear(feed_forward, dim)
        for module in (self.query, self.key, self.value, self.gate, self.up):
            nn.init.normal_(module.weight, std=dim**-0.5)
        for module in (self.output, self.down):  # Written to the state: smaller, the more layers there are.
            nn.init.normal_(module.weight, std=module.in_features**-0.5 / math.sqrt(2 * layers))

    def query_key_value(self, x, cosine, sine):
        count, length, dim = x.shape
        normed = self.attention_norm(x)
        split = lambda y: y.view(count, length, self.heads, dim // self.heads).transpose(1, 2)
        query, key = (rotate(split(f(normed)), cosine, sine) for f in (self.query, self.key))
        return query, key, split(self.value(normed))

    def after_attention(self, x, attended):
        x = x + self.output(attended.transpose(1, 2).flatten(2))
        normed = self.feed_norm(x)
        return x + self.down(F.silu(self.gate(normed)) * self.up(normed))

    def forward(self, x, cosine, sine):
        query, key, value = self.query_key_value(x, cosine, sine)
        return self.after_attention(x, F.scaled_dot_product_attention(query, key, value, is_causal=True))


class Network(nn.Module):
    def __init__(self, dim: int, layers: int, heads: int, feed_forward: int):
        super().__init__()
        self.shape = dict(dim=dim, layers=layers, heads=heads, feed_forward=feed_forward)
        self.embedding = nn.Embedding(PADDED_SIZE, dim)
        nn.init.normal_(self.embedding.weight, std=0.05)
        self.layers = nn.ModuleList(Layer(dim, layers, heads, feed_forward) for _ in range(layers))
        self.final_norm = Norm(dim)
        frequency = 10000.0 ** (-torch.arange(0, dim // heads, 2).float() * heads / dim)
        angle = torch.outer(torch.arange(CONTEXT).float(), frequency)
        self.register_buffer("cosine", angle.cos(), persistent=False)
        self.register_buffer("sine", angle.sin(), persistent=False)

    def logits(self, state):
        return F.linear(self.final_norm(state), self.embedding.weight)

    def forward(self, tokens):
        length = tokens.shape[1]
        state = self.embedding(tokens)
        for layer in self.layers:
            state = layer(state, self.cosine[:length], self.sine[:length])
        return self.logits(state)

    def loss(self, rows, start, end):
        """Mean cross-entropy of the tokens from start to end of every row: the answers, nothing else."""
        rows = rows.long()
        logits = self(rows[:, :-1]).float()
        place = torch.arange(1, rows.shape[1], device=rows.device)
        learnt = (place[None] >= start[:, None]) & (place[None] < end[:, None])
        each = F.cross_entropy(logits.flatten(0, 1), rows[:, 1:].flatten(), reduction="none").view(learnt.shape)
        return (each * learnt).sum() / learnt.sum().clamp(min=1)


def parameters_of(network: Network) -> int:
    return sum(parameter.numel() for parameter in network.parameters())
