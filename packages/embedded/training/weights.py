"""Weights as safetensors files: float32 for checkpoints, float16 for the package."""

import json
import struct
from pathlib import Path

import numpy as np
import torch

from network import Network
from vocabulary import ANSWER_WIDTH, CHARACTERS, SIZE

TYPES = {"F16": np.float16, "F32": np.float32}
MOST_PEERS = 4


def _name(parameter: str) -> str:
    return parameter.removesuffix(".weight")


def save(path, network: Network, half: bool = False, **about: str) -> None:
    """With half: what the package ships, rounded, only rows of characters that exist."""
    shape = dict(network.shape)
    settings = {
        "dim": shape["dim"], "layers": shape["layers"], "heads": shape["heads"],
        "feedForward": shape["feed_forward"], "vocabulary": CHARACTERS,
        "maxAnswer": ANSWER_WIDTH, "maxPeers": MOST_PEERS,
    }  # fmt: skip
    header = {"__metadata__": {"settings": json.dumps(settings), **about}}
    blobs, offset = [], 0
    for name, tensor in network.state_dict().items():
        values = tensor.detach().float().cpu().numpy()
        if half and name == "embedding.weight":
            values = values[:SIZE]
        blob = np.ascontiguousarray(values.astype(np.float16 if half else np.float32)).tobytes()
        header[_name(name)] = {
            "dtype": "F16" if half else "F32",
            "shape": list(values.shape),
            "data_offsets": [offset, offset + len(blob)],
        }
        blobs.append(blob)
        offset += len(blob)
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_suffix(".partial")
    partial.write_bytes(struct.pack("<Q", len(text)) + text + b"".join(blobs))
    partial.rename(target)  # A reader sees the whole file or none.


def load(path, device="cpu") -> Network:
    data = Path(path).read_bytes()
    length = struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8 : 8 + length])
    settings = json.loads(header.pop("__metadata__")["settings"])
    network = Network(settings["dim"], settings["layers"], settings["heads"], settings["feedForward"])
    state = network.state_dict()
    for name in state:
        entry = header[_name(name)]
        count = int(np.prod(entry["shape"]))
        array = np.frombuffer(data, TYPES[entry["dtype"]], count, 8 + length + entry["data_offsets"][0])
        tensor = torch.from_numpy(array.reshape(entry["shape"]).astype(np.float32))
        state[name].zero_()
        state[name][: len(tensor)] = tensor
    network.load_state_dict(state)
    return network.to(device)


@torch.no_grad()
def round_to_half(network: Network) -> Network:
    """The weights as they are shipped, computed with in float32."""
    for parameter in network.parameters():
        parameter.copy_(parameter.half().float())
    return network
