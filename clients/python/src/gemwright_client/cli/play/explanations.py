"""The answers to `?`: what is possible now, and why other things are not.

The server is asked what the rules say: it judges an action without playing it.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from gemwright_client.board.cards import Kind, colours_of, counts_of
from gemwright_client.board.lines import BLANK, SPACE, Line, fill, joined, text
from gemwright_client.board.pen import Pen
from gemwright_client.cli.play.choices import Choice, choice_line, face_line
from gemwright_client.cli.play.help_page import example_of
from gemwright_client.cli.play.live_match import LiveMatch
from gemwright_client.cli.play.typed_line import narrowed, quoted, unlisted, written
from gemwright_client.errors import (
    ActionRefused,
    CallError,
    GemwrightError,
    InvalidRequest,
    Unreachable,
)
from gemwright_client.notation import CELL_NAMES, action_text
from gemwright_client.pb.catalog_service_pb2 import (
    CARD_SORT_COUNTERFEITER,
    CARD_SORT_JEWEL,
    CARD_SORT_NOBLE,
    CARD_SORT_ROYAL,
    Card,
)
from gemwright_client.pb.game_pb2 import GAME_SPLENDOR, View
from gemwright_client.pb.token_pb2 import ColourCounts, TokenCounts, TokenKind
from gemwright_client.wording import decision_key

_GOLD: Final = TokenKind.TOKEN_KIND_GOLD
_NOT_ASKED: Final = "NOT_ASKED"
_VERB_WIDTH: Final = 14
_COUNT_WIDTH: Final = 5
_VERBS: Final[Mapping[int, Sequence[str]]] = {
    CARD_SORT_JEWEL: ("buy", "reserve"),
    CARD_SORT_COUNTERFEITER: ("buy",),
    CARD_SORT_ROYAL: ("royal",),
    CARD_SORT_NOBLE: ("noble",),
}
"""What one does with a card, by its sort."""


def refusal_text(error: GemwrightError, pen: Pen, *, is_turn: bool = False) -> str:
    """Explain a refusal in a sentence, with the id of the rule.

    In an ordinary turn, NOT_ASKED would mislead: no question waits for an answer.
    """
    if isinstance(error, ActionRefused) and f"refusal.{error.refusal}" in pen.words:
        rule = f" [{error.rule}]" if error.rule else ""
        is_unasked = is_turn and error.refusal == _NOT_ASKED
        key = "error.ACTION_REFUSED" if is_unasked else f"refusal.{error.refusal}"
        return f"{pen.say(key)}{rule}"
    if isinstance(error, InvalidRequest):  # the move is the only field that a player fills in
        return pen.say("refusal.MALFORMED")
    if isinstance(error, CallError) and f"error.{error.reason}" in pen.words:
        return pen.say(f"error.{error.reason}")
    if isinstance(error, Unreachable):
        return pen.say("cli.unreachable")
    return pen.glyphs.text(quoted(str(error)))


def is_turn_open(view: View) -> bool:
    """Tell whether an ordinary turn is to be played, not a question to be answered."""
    return decision_key(view).endswith(".TURN")


def decision_text(view: View, pen: Pen) -> str:
    """Say what is to be decided."""
    key = decision_key(view)
    return pen.say(key) if key in pen.words else ""


def summary(choices: Sequence[Choice], pen: Pen) -> str:
    """Count the choices of each sort."""
    counts: dict[str, int] = {}
    for choice in choices:
        counts[choice.verb] = counts.get(choice.verb, 0) + 1
    parts = [f"{verb} {number}" if number > 1 else verb for verb, number in counts.items()]
    return f" {pen.glyphs.dot} ".join(parts)


async def possible(live: LiveMatch, choices: Sequence[Choice], pen: Pen) -> list[Line]:
    """Write a page on what is possible now and what is not."""
    lines = [text(decision_text(live.seen.view, pen), "title"), BLANK]
    examples: dict[str, list[Choice]] = {}
    for choice in choices:
        examples.setdefault(choice.verb, []).append(choice)
    for verb, found in examples.items():
        lines.append(_group(verb, found, pen))
    has_turn = is_turn_open(live.seen.view)
    impossible = await _impossible(live, set(examples), pen) if has_turn else ()
    if impossible:
        lines += [BLANK, text(pen.say("cli.not_possible"), "title"), *impossible]
    return [*lines, BLANK, text(pen.say("cli.ask_more", card=example_of(pen)[0]), "dim")]


async def about(live: LiveMatch, choices: Sequence[Choice], line: str, pen: Pen) -> list[Line]:
    """Write a page on a card, or on an action in notation."""
    name = line.strip().upper()
    if name in pen.cards:
        return await _about_card(live, choices, pen.cards[name], pen)
    action = unlisted(choices, line, live.match.game)
    lines = [] if action is None else [await _judged(live, action_text(action), pen)]
    left = narrowed(choices, line)
    if left:
        lines.append(text(pen.say("cli.can_play", number=len(left)), "good"))
        lines += [choice_line(choice, 3) for choice in left]
    return lines or [text(pen.say("cli.not_understood", text=quoted(line)), "bad")]


def _group(verb: str, found: Sequence[Choice], pen: Pen) -> Line:
    example = (*text(found[0].text), *text("  "), *found[0].hint)
    return (
        *fill(text(verb, "strong"), _VERB_WIDTH),
        *fill(text(str(len(found))), _COUNT_WIDTH),
        *text(f"{pen.say('cli.such_as')} ", "dim"),
        *example,
    )


async def _impossible(live: LiveMatch, possible_verbs: set[str], pen: Pen) -> list[Line]:
    """Explain why the other sorts of action are not possible, with an example of each."""
    lines = []
    for verb, example in _samples(live.seen.view, live.match.game).items():
        if verb not in possible_verbs:
            why = await _refusal(live, example, pen)
            if why:
                lines.append((*fill(text(example, "strong"), _VERB_WIDTH + _COUNT_WIDTH), *why))
    return lines


def _samples(view: View, game: int) -> dict[str, str]:
    """Give an example of every sort of action that a turn can have."""
    if game == GAME_SPLENDOR:
        face_up = next(filter(None, view.splendor.table.face_up), "")
        cards = {"buy": f"buy {face_up}", "reserve": f"reserve {face_up}"} if face_up else {}
        return {"take": "take white blue green", **cards, "pass": "pass"}
    jewel = next(filter(None, view.duel.table.pyramid), "")
    cards = {"buy": f"buy {jewel}", "reserve": f"reserve {jewel} gold c3"} if jewel else {}
    whole = {"privilege": "privilege c3", "replenish": "replenish", "claim": "claim"}
    return {"take": "take c3", **cards, **whole, "pass": "pass"}


async def _about_card(
    live: LiveMatch, choices: Sequence[Choice], card: Card, pen: Pen
) -> list[Line]:
    """Describe a card, its abilities, and what can be done with it now."""
    costs = joined([text(pen.words("cost"), "label"), pen.cost(card)], SPACE)
    lines = [joined([text(card.card, "title"), face_line(card, pen), costs], text("   "))]
    keys = [f"ability.{ability}" for ability in card.abilities]
    lines += [text(pen.say(key)) for key in keys if key in pen.words]
    found = [choice for choice in choices if card.card.lower() in choice.names]
    can_buy = any(choice.verb == "buy" for choice in found)
    missing = {} if can_buy else _missing(live.seen.view, card)
    if missing:
        lines.append((*text(f"{pen.say('cli.lacks')} ", "bad"), *pen.counts(missing)))
    lines += [choice_line(choice, 3) for choice in found]
    for verb in _VERBS.get(card.sort, ()) if live.is_my_turn else ():
        if not any(choice.verb == verb for choice in found):
            lines.append(await _judged(live, _with_card(live, verb, card), pen))
    return lines


def _with_card(live: LiveMatch, verb: str, card: Card) -> str:
    """Write an action with a card, as a player would try it."""
    reserved = _reserved(live.seen.view)
    if verb == "buy" and card.card in reserved:
        return f"buy reserved {reserved.index(card.card) + 1}"
    is_splendor = live.match.game == GAME_SPLENDOR
    takes_gold = verb == "reserve" and not is_splendor
    gold = f" gold {_gold_cell(live.seen.view)}" if takes_gold else ""
    return f"{verb} {card.card}{gold}"


def _reserved(view: View) -> Sequence[str]:
    is_splendor = view.WhichOneof("game") == "splendor"
    return list(view.splendor.private.reserved if is_splendor else view.duel.private.reserved)


def _gold_cell(view: View) -> str:
    """Name a cell with a gold; the centre where there is none."""
    cells = view.duel.table.board
    return next((CELL_NAMES[at] for at, kind in enumerate(cells) if kind == _GOLD), "c3")


async def _judged(live: LiveMatch, line: str, pen: Pen) -> Line:
    """Write an action, and what the rules say of it."""
    why = await _refusal(live, line, pen)
    return (*text(f"{line}: ", "strong"), *(why or text(pen.say("cli.is_possible"), "good")))


async def _refusal(live: LiveMatch, line: str, pen: Pen) -> Line:
    """Explain why an action is refused; empty if it is legal."""
    action = written((), line, live.match.game)
    if action is None:
        return text(pen.say("cli.not_understood", text=line), "bad")
    try:
        await live.validate(action)
    except GemwrightError as error:
        return text(refusal_text(error, pen, is_turn=is_turn_open(live.seen.view)), "bad")
    return ()


def _missing(view: View, card: Card) -> dict[Kind, int]:
    """Count what the viewer lacks for a card; nothing if gold makes up for it."""
    has = _holding(view)
    if has is None:
        return {}
    tokens, bonuses = counts_of(has[0]), colours_of(has[1])
    if card.sort == CARD_SORT_NOBLE:  # nobles ask for cards only
        tokens = dict.fromkeys(tokens, 0)
    lacking = {
        kind: cost - bonuses.get(kind, 0) - tokens[kind]
        for kind, cost in counts_of(card.cost).items()
    }
    lacking = {kind: number for kind, number in lacking.items() if number > 0}
    return lacking if sum(lacking.values()) > tokens["gold"] else {}


def _holding(view: View) -> tuple[TokenCounts, ColourCounts] | None:
    """Return the viewer's tokens and bonuses."""
    if view.WhichOneof("game") == "splendor" and view.splendor.HasField("private"):
        player = view.splendor.table.players[view.splendor.private.seat]
        return player.tokens, player.bonuses
    if view.WhichOneof("game") == "duel" and view.duel.HasField("private"):
        one = view.duel.table.players[view.duel.private.seat]
        return one.tokens, one.bonuses
    return None
