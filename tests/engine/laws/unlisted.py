"""Actions of every kind, most of them illegal and many malformed, to throw at a judge."""

from collections.abc import Callable
from random import Random
from typing import Final

from gemwright.engine.duel import actions as duel
from gemwright.engine.duel.cards import COUNTERFEITERS, JEWELS, ROYALS
from gemwright.engine.kinds import GEMS, KINDS, Kind
from gemwright.engine.splendor import actions as splendor
from gemwright.engine.splendor.cards import DEVELOPMENTS, NOBLES

_ODD_NUMBERS: Final = (-1, -7, 3, 4, 5, 25, 99, 2**40)
_ODD_CARDS: Final = ("", "X-1", "D4-01", "S9-99", "D1-1", "C-00")


def _number(rng: Random, most: int) -> int:
    return rng.choice(_ODD_NUMBERS) if rng.random() < 0.1 else rng.randrange(most)


def _card(rng: Random, cards: list[str]) -> str:
    return rng.choice(_ODD_CARDS) if rng.random() < 0.05 else rng.choice(cards)


def _kind(rng: Random) -> Kind:
    return rng.choice(KINDS)


def _counts(rng: Random) -> tuple[int, ...]:
    length = len(KINDS) if rng.random() < 0.95 else rng.randrange(12)
    return tuple(rng.choice((0, 0, 0, 1, 1, 2, 3, -1)) for _ in range(length))


def _duel_payment(rng: Random) -> duel.Payment | None:
    if rng.random() < 0.4:
        return None
    cards = list(COUNTERFEITERS)
    units = [duel.Unit(_card(rng, cards), _kind(rng)) for _ in range(rng.choice((0, 0, 1, 2)))]
    return duel.Payment(_counts(rng), tuple(units))


def _colour(rng: Random) -> Kind | None:
    return rng.choice((None, None, *GEMS, _kind(rng)))


_JEWELS, _ROYALS, _COUNTERFEITERS = list(JEWELS), list(ROYALS), list(COUNTERFEITERS)

_DUEL: Final[tuple[Callable[[Random], duel.Action], ...]] = (
    lambda rng: duel.UsePrivilege(_number(rng, 25)),
    lambda rng: duel.Replenish(),
    lambda rng: duel.Claim(),
    lambda rng: duel.TakeTokens(tuple(_number(rng, 25) for _ in range(rng.randrange(5)))),
    lambda rng: duel.ReserveCard(_card(rng, _JEWELS), rng.choice((None, _number(rng, 25)))),
    lambda rng: duel.ReserveFromDeck(_number(rng, 4), rng.choice((None, _number(rng, 25)))),
    lambda rng: duel.BuyCard(_card(rng, _JEWELS), _colour(rng), _duel_payment(rng)),
    lambda rng: duel.BuyReserved(_number(rng, 5), _colour(rng), _duel_payment(rng)),
    lambda rng: duel.BuyCounterfeiter(_card(rng, _COUNTERFEITERS), _duel_payment(rng)),
    lambda rng: duel.Pass(),
    lambda rng: duel.PickToken(_number(rng, 25)),
    lambda rng: duel.StealToken(_kind(rng)),
    lambda rng: duel.TakeRoyal(_card(rng, _ROYALS)),
    lambda rng: duel.TakeCounterfeiter(rng.choice((None, _card(rng, _COUNTERFEITERS)))),
    lambda rng: duel.DrawTokens(_number(rng, 4)),
    lambda rng: duel.BuyRoyal(_card(rng, _ROYALS), _duel_payment(rng)),
    lambda rng: duel.BuyExtraTurn(_duel_payment(rng)),
    lambda rng: duel.BuySteal(_kind(rng), _duel_payment(rng)),
    lambda rng: duel.Dig(_number(rng, 4), _duel_payment(rng)),
    lambda rng: duel.KeepDug(
        rng.choice((None, _number(rng, 3))), tuple(_number(rng, 3) for _ in range(rng.randrange(4)))
    ),
    lambda rng: duel.Discard(_kind(rng)),
    lambda rng: duel.Stop(),
    lambda rng: duel.Done(),
)

_DEVELOPMENTS, _NOBLES = list(DEVELOPMENTS), list(NOBLES)


def _splendor_payment(rng: Random) -> splendor.Payment | None:
    return None if rng.random() < 0.4 else splendor.Payment(_counts(rng))


_SPLENDOR: Final[tuple[Callable[[Random], splendor.Action], ...]] = (
    lambda rng: splendor.TakeGems(tuple(_kind(rng) for _ in range(rng.randrange(5)))),
    lambda rng: splendor.ReserveCard(_card(rng, _DEVELOPMENTS)),
    lambda rng: splendor.ReserveFromDeck(_number(rng, 4)),
    lambda rng: splendor.BuyCard(_card(rng, _DEVELOPMENTS), _splendor_payment(rng)),
    lambda rng: splendor.BuyReserved(_number(rng, 3), _splendor_payment(rng)),
    lambda rng: splendor.Pass(),
    lambda rng: splendor.Discard(_kind(rng)),
    lambda rng: splendor.TakeNoble(_card(rng, _NOBLES)),
)

ACTIONS: Final = {
    "duel": _DUEL,
    "duel_counterfeiters": _DUEL,
    "splendor": _SPLENDOR,
}


def any_action(game: str, rng: Random) -> object:
    """An action of the game without a thought of whether it is legal."""
    return rng.choice(ACTIONS[game])(rng)
