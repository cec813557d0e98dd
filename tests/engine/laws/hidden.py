"""Second positions that differ from a first one only in what one viewer may not know.

They are built on the plain data of a position, from the rules of what is public, so that nothing
here leans on the code that hides.
"""

from collections.abc import Iterator
from random import Random


def twin(data: object, viewer: int | None, known: set[str], rng: Random) -> object:
    """The same position with the cards that the viewer does not know dealt anew.

    Cards in `known` stay where they are. A card stands in one place, so that swapping cards of the
    same sort and level is swapping their names.
    """
    hidden = sorted(card for card in hidden_cards(data, viewer) if card not in known)
    new_name: dict[str, str] = {}
    for sort in {card[:2] for card in hidden}:
        alike = [card for card in hidden if card[:2] == sort]
        new_name |= zip(alike, rng.sample(alike, len(alike)), strict=True)
    return renamed(data, new_name)


def renamed(data: object, new_name: dict[str, str]) -> object:
    """The data with other names for some cards."""
    if isinstance(data, dict):
        return {name: renamed(value, new_name) for name, value in data.items()}
    if isinstance(data, list):
        return [renamed(item, new_name) for item in data]
    return new_name.get(data, data) if isinstance(data, str) else data


def hidden_cards(data: object, viewer: int | None) -> Iterator[str]:
    """What this viewer may not know: decks, others' blind reservations, what others dig up."""
    assert isinstance(data, dict)
    for deck in data["decks"]:
        yield from deck
    yield from data.get("royal_deck", ())
    yield from data.get("counterfeiter_deck", ())
    yield from (entry["card"] for entry in data.get("removed_cards", ()) if entry["is_blind"])
    for seat, player in enumerate(data["players"]):
        if seat != viewer:
            yield from (entry["card"] for entry in player["reserved"] if entry["is_blind"])
    if data.get("dug") and data["turn"]["seat"] != viewer:
        yield from data["dug"]


def cards_named(value: object) -> set[str]:
    """Every word in the text of a value that could be the name of a card."""
    text = repr(value)
    for mark in "'(),=[]":
        text = text.replace(mark, " ")
    return set(text.split())
