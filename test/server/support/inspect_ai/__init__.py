"""Stand-ins for the names of Inspect that examples/clients/inspect_jury.py uses. Inspect itself is not here."""

import sys
import types
from dataclasses import dataclass, field


def task(make):
    return make


@dataclass
class Task:
    dataset: list
    solver: object
    scorer: object


@dataclass
class Sample:
    input: str
    target: str


@dataclass
class Score:
    value: str
    answer: str = ""
    explanation: str = ""
    metadata: dict = field(default_factory=dict)


def scorer(metrics):
    return lambda make: make


def add(name, **values):
    module = types.ModuleType(f"inspect_ai.{name}")
    vars(module).update(values)
    sys.modules[f"inspect_ai.{name}"] = module


def nothing():
    return None


add("dataset", Sample=Sample)
add("solver", TaskState=object, generate=nothing)
add(
    "scorer",
    CORRECT="C",
    INCORRECT="I",
    Score=Score,
    Target=object,
    accuracy=nothing,
    scorer=scorer,
    stderr=nothing,
)
