"""The text of every action, and back, without the rules.

    take c3 c4 c5        privilege c3         replenish      claim      pass
    reserve D1-05 gold a1                     reserve deck 2 gold a1
    buy D2-07 as red     buy reserved 1       buy C-03
    use C-11 red         keep 2 bottom 3 1    discard red    done

One table for each game has the name of every action in its `oneof`, and its words. Which
actions are legal, which cards there are and what they cost is not known here.
"""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Final, TypeAlias

from google.protobuf.message import Message

from gemwright_client.errors import NotationError
from gemwright_client.notation_grammar import (
    CELL,
    CELL_NAMES,
    COUNTERFEITER,
    KIND,
    KIND_NAMES,
    UNKNOWN,
    Fields,
    Led,
    Many,
    Mismatch,
    One,
    Paid,
    Part,
    Reader,
    Word,
    card_like,
    number_of,
    paid_text,
)
from gemwright_client.pb.game_pb2 import (
    GAME_DUEL,
    GAME_DUEL_COUNTERFEITERS,
    GAME_SPLENDOR,
    Action,
    Payment,
)

__all__ = [
    "CELL_NAMES",
    "KIND_NAMES",
    "action_text",
    "match_legal",
    "parse_action",
    "payment_text",
]

Form: TypeAlias = tuple[Part, ...]
Forms: TypeAlias = Mapping[str, Form]

_JEWEL: Final = card_like("D[1-3]-[0-9]{2}", "a card such as D1-05")
_ROYAL: Final = card_like("R-[0-9]{1,2}", "a royal card such as R-2")
_DEVELOPMENT: Final = card_like("S[1-3]-[0-9]{2}", "a card such as S1-05")
_NOBLE: Final = card_like("N-[0-9]{1,2}", "a noble such as N-3")
_LEVEL: Final = One("level", number_of(1, 3, "a level from 1 to 3"))
_DRAWN: Final = One("number", number_of(0, 2, "a number of tokens from 0 to 2"))
_DUEL_SLOT: Final = One("slot", number_of(1, 5, "a place in the reserve from 1 to 5", first=1))
_SPLENDOR_SLOT: Final = One("slot", number_of(1, 3, "a place in the reserve from 1 to 3", first=1))
_DUG: Final = number_of(1, 99, "the place of a card, counted from 1", first=1)
_BOTTOM: Final = Led("bottom", "bottom", Many("bottom", _DUG))
_GOLD: Final = Led("gold", "gold", One("gold", CELL))
_AS: Final = Led("as", "colour", One("colour", KIND))
_PAY: Final = Led("pay", "payment", Paid(has_units=True))
_SPLENDOR_PAY: Final = Led("pay", "payment", Paid(has_units=False))

_DUEL: Final[Forms] = {
    "take_tokens": (Word("take"), Many("cells", CELL, sorted)),
    "reserve_card": (Word("reserve"), One("card", _JEWEL), _GOLD),
    "reserve_from_deck": (Word("reserve"), Word("deck"), _LEVEL, _GOLD),
    "buy_card": (Word("buy"), One("card", _JEWEL), _AS, _PAY),
    "buy_reserved": (Word("buy"), Word("reserved"), _DUEL_SLOT, _AS, _PAY),
    "use_privilege": (Word("privilege"), One("cell", CELL)),
    "replenish": (Word("replenish"),),
    "claim": (Word("claim"),),
    "pass_turn": (Word("pass"),),
    "pick_token": (Word("pick"), One("cell", CELL)),
    "steal_token": (Word("steal"), One("kind", KIND)),
    "take_royal": (Word("royal"), One("card", _ROYAL)),
    "discard": (Word("discard"), One("kind", KIND)),
    "stop": (Word("stop"),),
}
_COUNTERFEITERS: Final[Forms] = {
    **_DUEL,
    "buy_counterfeiter": (Word("buy"), One("card", COUNTERFEITER), _PAY),
    "take_counterfeiter": (Word("counterfeiter"), One("card", COUNTERFEITER, absent="deck")),
    "draw_tokens": (Word("draw"), _DRAWN),
    "buy_royal": (Word("use"), Word("C-09"), One("card", _ROYAL), _PAY),
    "buy_extra_turn": (Word("use"), Word("C-10"), _PAY),
    "buy_steal": (Word("use"), Word("C-11"), One("kind", KIND), _PAY),
    "dig": (Word("use"), Word("C-17"), Word("deck", can_lack=True), _LEVEL, _PAY),
    "keep_dug": (Word("keep"), One("keep", _DUG, absent=""), _BOTTOM),
    "done": (Word("done"),),
}
_SPLENDOR: Final[Forms] = {
    "take_gems": (Word("take"), Many("colours", KIND, sorted)),
    "reserve_card": (Word("reserve"), One("card", _DEVELOPMENT)),
    "reserve_from_deck": (Word("reserve"), Word("deck"), _LEVEL),
    "buy_card": (Word("buy"), One("card", _DEVELOPMENT), _SPLENDOR_PAY),
    "buy_reserved": (Word("buy"), Word("reserved"), _SPLENDOR_SLOT, _SPLENDOR_PAY),
    "pass_turn": (Word("pass"),),
    "discard": (Word("discard"), One("kind", KIND)),
    "take_noble": (Word("noble"), One("noble", _NOBLE)),
}
_FORMS_BY_GAME: Final[Mapping[int, Forms]] = {
    GAME_DUEL: _DUEL,
    GAME_DUEL_COUNTERFEITERS: _COUNTERFEITERS,
    GAME_SPLENDOR: _SPLENDOR,
}
FORMS_BY_FAMILY: Final[Mapping[str, Forms]] = {"duel": _COUNTERFEITERS, "splendor": _SPLENDOR}
"""The words of every action, by the name of its family and its own name in their `oneof`s."""
_LONGEST_QUOTE: Final = 60


def action_text(action: Action) -> str:
    """Write the action in notation; `?` for one of a newer server."""
    for family, message in action.ListFields():
        forms = FORMS_BY_FAMILY[family.name]
        for case, fields in message.ListFields():
            return _text(forms[case.name], fields)
    return UNKNOWN


def _text(form: Form, message: Message) -> str:
    fields = {field.name: value for field, value in message.ListFields()}
    return " ".join(filter(None, (part.text(fields) for part in form)))


def payment_text(payment: Payment) -> str:
    """Write a payment in notation, as in `2 white 1 gold using C-08 red`."""
    is_splendor = payment.WhichOneof("game") == "splendor"
    return paid_text(payment.splendor if is_splendor else payment.duel)


def parse_action(text: str, game: int) -> Action:
    """Read an action of a `Game`; raises `NotationError`.

    Letters may be upper or lower case, and commas may stand between words.
    """
    if game not in _FORMS_BY_GAME:
        raise NotationError(f"{game} is no game that has a notation")
    reader = Reader(text.replace(",", " ").split())
    for case, form in _FORMS_BY_GAME[game].items():
        fields = _read(form, reader)
        if fields is not None:
            return _action(game, case, fields)
    raise NotationError(_complaint(text, reader, _FORMS_BY_GAME[game]))


def _read(form: Form, reader: Reader) -> Fields | None:
    """Read the fields of a line in this form; None if it has another form."""
    reader.at = 0
    fields: dict[str, object] = {}
    try:
        for part in form:
            fields.update(part.read(reader))
        reader.finish()
    except Mismatch:
        return None
    return fields


def _action(game: int, case: str, fields: Fields) -> Action:
    if game == GAME_SPLENDOR:
        return Action(splendor={case: fields})
    return Action(duel={case: fields})


def _complaint(text: str, reader: Reader, forms: Forms) -> str:
    """Say what was found, and what was expected there."""
    quoted = _quoted(text)
    if reader.furthest < len(reader.words):
        found = f"found {_quoted(reader.words[reader.furthest])}"
    else:
        found = "the line ends"
    if reader.furthest:
        return f"{quoted}: {_either(reader.expected)} is expected, {found}"
    verbs = list(dict.fromkeys(form[0].text({}) for form in forms.values()))
    nearest = _nearest(reader.words[0].lower(), verbs) if reader.words else None
    if nearest:
        return f"{quoted}: {found}, perhaps {nearest!r} is meant"
    return f"{quoted}: {_either(verbs)} is expected, {found}"


def _nearest(word: str, verbs: Sequence[str]) -> str | None:
    begun = [verb for verb in verbs if verb.startswith(word)]
    return next(iter(begun or get_close_matches(word, verbs, n=1)), None)


def _either(choices: Sequence[str]) -> str:
    *most, last = choices
    return f"{', '.join(most)} or {last}" if most else last


def _quoted(text: str) -> str:
    return repr(text if len(text) <= _LONGEST_QUOTE else text[:_LONGEST_QUOTE] + "…")


def match_legal(text: str, legal_actions: Sequence[Action], game: int) -> Action:
    """Find the listed action that a text stands for, or else read the text: the server judges it.

    A purchase may state a payment that the list leaves open.
    """
    parsed = parse_action(text, game)
    wanted = _sorted_text(parsed)
    return next((legal for legal in legal_actions if _sorted_text(legal) == wanted), parsed)


def _sorted_text(action: Action) -> str:
    """Write the action in notation, with the words of a `take` sorted."""
    verb, *rest = action_text(action).split()
    return " ".join([verb, *(sorted(rest) if verb == "take" else rest)])
