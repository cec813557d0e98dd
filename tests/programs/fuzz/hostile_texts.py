"""Files with damage in them: games as text, positions as JSON, messages as JSON."""

import json
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from random import Random
from typing import Final, TypeAlias

Json: TypeAlias = object

_WORDS: Final = (
    *("", "take", "take c3", "buy", "resign 0", "resign 9", "timeout -1", "adjudicate 0 0", "pass"),
    *("adjudicate x", "adjudicate " + "9" * 5_000, "resign " + "9" * 5_000, "resign ٣", "# only"),
    *(
        "seed 00",
        "seed zz",
        "deal",
        "deal nothing at all",
        "deal first_seat ٣",
        "entropy - - - - -",
    ),
    *("actions", "result", "game duel", "game splendor", "rules 2", "options {}", "options [[[["),
    *('options {"seats":1e999}', "position {}", "position null", 'options {"seats":NaN}'),
    *("options " + "[" * 3_000, "position " + '{"a":' * 2_000, "\0", "\u2028", "é" * 2_000),
    *("adjudicate ²", "resign ²", "deal first_seat ²", "buy D1-01 paying ²", "reserve ²"),
)
_VALUES: Final[Sequence[Json]] = (
    *(None, True, False, 0, 1, -1, 2, 3, 4, 5, 99, 100, 255, 256, 2**31, -(2**31), 2**63, 10**400),
    *(0.0, 1.0, 1.5, -0.0, 1e308, float("inf"), float("nan"), "", "0", "1", "white", "gold", "é"),
    *("D1-01", "R1", "S1-01", "\0", "x" * 10_000, [], {}, [None], [[]], {"": {}}, [0] * 25),
    *([1] * 101, {"white": 255}, {"white": 256}, {"gold": -1}, [["D1-01"]], {"kind": "turn"}),
)


def damaged_text(text: str, others: Sequence[str], rng: Random) -> str:
    """A text in which lines or signs are wrong."""
    for _ in range(rng.choice((1, 1, 2, 3))):
        text = rng.choice(_WAYS)(text, others, rng)
    return text


def _other_line(text: str, others: Sequence[str], rng: Random) -> str:
    lines = text.split("\n")
    lines[rng.randrange(len(lines))] = rng.choice(_WORDS)
    return "\n".join(lines)


def _more(text: str, others: Sequence[str], rng: Random) -> str:
    lines = text.split("\n")
    lines.insert(rng.randrange(len(lines) + 1), rng.choice(_WORDS))
    return "\n".join(lines)


def _fewer(text: str, others: Sequence[str], rng: Random) -> str:
    lines = text.split("\n")
    del lines[rng.randrange(len(lines))]
    return "\n".join(lines)


def _swapped(text: str, others: Sequence[str], rng: Random) -> str:
    lines = text.split("\n")
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return "\n".join(lines)


def _doubled(text: str, others: Sequence[str], rng: Random) -> str:
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    return "\n".join([*lines[: at + 1], *lines[at:]])


def _cut(text: str, others: Sequence[str], rng: Random) -> str:
    return text[: rng.randrange(len(text) + 1)]


def _sign(text: str, others: Sequence[str], rng: Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice('0129abz-{}[]",:# \n\0é²٣\u2028') + text[at + 1 :]


def _spliced(text: str, others: Sequence[str], rng: Random) -> str:
    other = rng.choice(others)
    return text[: rng.randrange(len(text) + 1)] + other[rng.randrange(len(other) + 1) :]


Way: TypeAlias = Callable[[str, Sequence[str], Random], str]
_WAYS: Final[Sequence[Way]] = (
    *(_other_line, _other_line, _more, _more, _fewer, _swapped, _doubled, _cut, _sign, _sign),
    _spliced,
)


def damaged_value(value: Json, rng: Random) -> Json:
    """Plain data in which one to three things, at any depth, are wrong."""
    copy: Json = json.loads(json.dumps(value))
    for _ in range(rng.choice((1, 1, 2, 3))):
        places = list(_places(copy))
        if not places:
            return rng.choice(_VALUES)
        holder, key = rng.choice(places)
        _damage(holder, key, places, rng)
    return rng.choice(_VALUES) if rng.random() < 0.01 else copy


Holder: TypeAlias = dict[str, Json] | list[Json]
Place: TypeAlias = tuple[Holder, str | int]


def _places(value: Json) -> Iterator[Place]:
    """Everything that is in something."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield value, key
            yield from _places(inner)
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield value, at
            yield from _places(inner)


def _damage(holder: Holder, key: str | int, places: Sequence[Place], rng: Random) -> None:
    roll = rng.random()
    if isinstance(holder, dict) and isinstance(key, str):
        if roll < 0.1:
            del holder[key]
        elif roll < 0.2:
            holder[rng.choice(("more", "", "é", f"{key} ", "__class__"))] = holder[key]
        else:
            holder[key] = _instead(holder[key], places, rng)
    elif isinstance(holder, list) and isinstance(key, int):
        if roll < 0.1:
            del holder[key]
        elif roll < 0.2:
            holder.insert(key, holder[key])
        else:
            holder[key] = _instead(holder[key], places, rng)


def _instead(value: Json, places: Sequence[Place], rng: Random) -> Json:
    """Another value, often one that is near."""
    roll = rng.random()
    if roll < 0.3 and isinstance(value, int):
        return value + rng.choice((-1, 1, 2, -2, 100))
    if roll < 0.5:
        holder, key = rng.choice(places)
        if isinstance(holder, dict) and isinstance(key, str):
            return json.loads(json.dumps(holder[key])) if key in holder else None
        if isinstance(holder, list) and isinstance(key, int):
            return json.loads(json.dumps(holder[key])) if key < len(holder) else None
    return deepcopy(rng.choice(_VALUES))
