"""The words as they lie in their files, and what the contract says they must have.

Nothing here asks the library: a test compares the two.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from string import Formatter
from typing import Final

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FileDescriptor

from gemwright.contract.cards import card_messages
from gemwright.engine import GAMES
from gemwright_client.pb import catalog_service_pb2, error_pb2, match_service_pb2, refusal_pb2
from gemwright_client.words import LANGUAGES

ROOT: Final = Path(__file__).parents[2]
SERVER_WORDS: Final = ROOT / "server" / "src" / "gemwright" / "words"
CLIENT_WORDS: Final = ROOT / "clients" / "python" / "src" / "gemwright_client" / "words"
TABLE_WORDS: Final = ROOT / "clients" / "web" / "src" / "table" / "words"

_PRINTED: Final = """
white blue green red black gem pearl gold glassware token board bag pyramid deck jewel_card level
royal_card counterfeiter_card development_card noble privilege privileges crown prestige_points
bonus ability cost reserve reserved_card purchase use_a_privilege replenish_the_board take_tokens
take_a_gold_and_reserve discard extra_turn opponent victory_conditions
"""
PRINTED: Final = frozenset(_PRINTED.split())
"""Words of the printed rules, which any front end may want."""

FILES: Final = (
    catalog_service_pb2.DESCRIPTOR,
    error_pb2.DESCRIPTOR,
    match_service_pb2.DESCRIPTOR,
    refusal_pb2.DESCRIPTOR,
)
"""What players meet of the contract, together with all that these files import."""


def contract(files: Iterable[FileDescriptor] = FILES) -> Iterator[FileDescriptor]:
    """The files of the contract that are met, some of them twice."""
    for file in files:
        if file.package == FILES[0].package:
            yield file
            yield from contract(file.dependencies)


ENUMS: Final = {name: enum for file in contract() for name, enum in file.enum_types_by_name.items()}
FAMILIES: Final = {
    "refusal.": "RefusalReason",
    "error.": "ErrorReason",
    "end.": "EndReason",
    "forfeit.": "ForfeitReason",
    "state.": "MatchState",
    "reset.": "ResetReason",
    "decision.duel.": "DuelDecisionKind",
    "decision.splendor.": "SplendorDecisionKind",
}
"""Enumerations of the contract of which every value has a text."""


class Named(dict[str, object]):
    """An object of a file, each of whose keys stands there once."""

    def __init__(self, pairs: list[tuple[str, object]]) -> None:
        super().__init__(pairs)
        assert len(self) == len(pairs), f"a key stands twice: {[key for key, _ in pairs]}"


def texts_of(path: Path, *, under: str = "") -> dict[str, str]:
    """The texts of a file, or of one object in it."""
    found = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=Named)
    texts = found[under] if under else found
    assert all(isinstance(text, str) for text in texts.values())
    return dict(texts)


TERMS: Final = {
    language: texts_of(SERVER_WORDS / f"{language}.json", under="terms") for language in LANGUAGES
}
"""What every client may say."""
SCENARIOS: Final = {
    language: texts_of(SERVER_WORDS / f"{language}.json", under="scenarios")
    for language in LANGUAGES
}
COMMAND_LINE: Final = {
    language: texts_of(CLIENT_WORDS / f"{language}.json") for language in LANGUAGES
}
"""What only the command line says."""
TABLE: Final = {language: texts_of(TABLE_WORDS / f"{language}.json") for language in LANGUAGES}
"""What only the table of clients/web says."""
CATALOGUES: Final = {
    language: TERMS[language] | COMMAND_LINE[language] | TABLE[language] for language in LANGUAGES
}
ABILITIES: Final = frozenset(
    ability for game in GAMES for card in card_messages(game) for ability in card.abilities
)


def values_of(enum: EnumDescriptor) -> list[str]:
    """The names of an enumeration without its prefix, those that are really sent."""
    prefix = enum.values[0].name.removesuffix("UNSPECIFIED")
    return [value.name.removeprefix(prefix) for value in enum.values[1:]]


def keys_of_contract() -> Iterator[str]:
    for family, enum in FAMILIES.items():
        yield from (family + name for name in values_of(ENUMS[enum]))
    yield from (f"game.{name.lower()}" for name in values_of(ENUMS["Game"]))
    yield from (f"mark.{name.lower()}" for name in values_of(ENUMS["TokenKind"]))
    yield from (f"ability.{ability}" for ability in ABILITIES)
    yield from (f"short.{ability}" for ability in ABILITIES)


def names_of_contract() -> set[str]:
    """Every name that may fill a hole in an f-string: messages, fields, values."""
    names = {*ABILITIES, *PRINTED}
    for enum in ENUMS.values():
        values = values_of(enum)
        names.update(values, map(str.lower, values))
    for file in contract():
        for message in file.message_types_by_name.values():
            names.update(_names_of_message(message))
    return names


def _names_of_message(message: Descriptor) -> Iterator[str]:
    yield message.name
    yield from message.fields_by_name
    for inner in message.nested_types:
        yield from _names_of_message(inner)


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
