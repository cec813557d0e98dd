"""The verbs that every game has: a game is a module with these functions, without a base class.

This module also has the checks that the games share: of options and of viewers.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Final, Generic, Protocol, Self, TypeVar

from gemwright.engine.chance import Chance
from gemwright.engine.outcomes import Forfeit, Outcome, Score
from gemwright.engine.refusals import Refusal


class SomeOptions(Protocol):
    """The options of a match, whatever the game."""

    @property
    def seats(self) -> int:
        """How many seats the match has."""
        ...

    @property
    def values(self) -> Mapping[str, int | bool | None]:
        """Every option by its name."""
        ...


class SomeState(Protocol):
    """A position, whatever the game."""

    @property
    def players(self) -> Sequence[object]:
        """What each seat has, an entry a seat."""
        ...

    @property
    def turn(self) -> int:
        """The number of the turn that is played, 1 for the first."""
        ...

    def copy(self) -> Self:
        """An independent copy."""
        ...


OptionsT = TypeVar("OptionsT", bound=SomeOptions)
StateT = TypeVar("StateT", bound=SomeState)
ActionT = TypeVar("ActionT")
PaidT = TypeVar("PaidT", contravariant=True)
PaymentT = TypeVar("PaymentT", covariant=True)
EventT = TypeVar("EventT")
ViewT = TypeVar("ViewT")


class Game(Protocol, Generic[OptionsT, StateT, ActionT, PaidT, PaymentT, EventT, ViewT]):
    """The constants and verbs of a game. A viewer is a seat, or None for a spectator."""

    @property
    def NAME(self) -> str:
        """The name of the game, its key in `GAMES`."""
        ...

    @property
    def RULES_VERSION(self) -> str:
        """The version of the rules that are played."""
        ...

    @property
    def FAMILY(self) -> str:
        """The name of its family of messages in the contract."""
        ...

    @property
    def SEATS(self) -> tuple[int, ...]:
        """The numbers of seats that a match can have, the smallest first."""
        ...

    @property
    def ACTIONS(self) -> frozenset[type[ActionT]]:
        """The class of every action."""
        ...

    @property
    def PAID(self) -> frozenset[type[ActionT]]:
        """The actions that are paid for: those that have `payments`."""
        ...

    @property
    def PRIVATE(self) -> frozenset[type]:
        """The events and actions that some viewers may not see in full."""
        ...

    @property
    def CARDS(self) -> tuple[object, ...]:
        """The printed values of every card, those of the decks first."""
        ...

    @property
    def Options(self) -> type[OptionsT]:
        """The class of the game's options."""
        ...

    def default_options(self, seats: int) -> OptionsT:
        """The default options of a match with this number of seats."""
        ...

    def options_from_data(self, data: object) -> OptionsT:
        """The options that a mapping names, as `options.values` writes them."""
        ...

    def new(self, options: OptionsT, chance: Chance) -> StateT:
        """A dealt match."""
        ...

    def to_move(self, state: StateT) -> int | None:
        """The seat that must decide; None once the match is over."""
        ...

    def outcome(self, state: StateT) -> Outcome | None:
        """How the match ended; None while it goes on."""
        ...

    def scores(self, state: StateT) -> tuple[Score, ...]:
        """The score of each seat, whether the match is over or not."""
        ...

    def legal_actions(self, state: StateT) -> list[ActionT]:
        """All actions that the seat to move may play."""
        ...

    def payments(self, state: StateT, action: PaidT) -> Iterator[PaymentT]:
        """Every exact payment of a listed purchase, the default one first."""
        ...

    def refusal(self, state: StateT, seat: int, action: ActionT) -> Refusal | None:
        """Why an action is refused; None if `apply` accepts it."""
        ...

    def apply(
        self,
        state: StateT,
        seat: int,
        action: ActionT,
        chance: Chance,
        log: list[EventT] | None = None,
    ) -> None:
        """Play one action, or raise `Refused` and change nothing."""
        ...

    def forfeit(
        self, state: StateT, seat: int, why: Forfeit, log: list[EventT] | None = None
    ) -> None:
        """Let a seat leave the match: it resigned or ran out of time."""
        ...

    def view(self, state: StateT, viewer: int | None) -> ViewT:
        """What a viewer may know of the position."""
        ...

    def project(self, events: Iterable[EventT], viewer: int | None) -> tuple[EventT, ...]:
        """The events of an update as a viewer sees them."""
        ...

    def seen_action(self, action: ActionT, seat: int, viewer: int | None) -> ActionT:
        """A seat's action as a viewer sees it."""
        ...

    def follow(self, view: ViewT, events: Iterable[EventT]) -> ViewT:
        """The view after an update, from the view before it and the events the viewer saw."""
        ...

    def resample(self, state: StateT, viewer: int | None, rng: Random) -> StateT:
        """A random position that the viewer cannot tell from this one."""
        ...

    def to_data(self, state: StateT) -> dict[str, object]:
        """The whole position, secrets included, as a value that JSON can hold."""
        ...

    def from_data(self, data: object) -> StateT:
        """The position that plain data describes; raises `PositionError`."""
        ...

    def action_text(self, action: ActionT) -> str:
        """The action in notation."""
        ...

    def parse_action(self, line: str) -> ActionT:
        """The action that a line of notation stands for; raises `NotationError`."""
        ...


AnyGame = Game[SomeOptions, SomeState, object, object, object, object, object]
"""A game held by name: its values are passed from verb to verb unread."""

MOST_IDLE_TURNS: Final = 10_000
LIMITS: Final = range(1, MOST_IDLE_TURNS + 1)
"""The limits on turns without a purchase that a creator may choose."""


def check_number(name: str, value: int | None, allowed: range) -> None:
    """Refuse an option that is set and is not one of these numbers."""
    if value is not None and (isinstance(value, bool) or value not in allowed):
        first, last = allowed[0], allowed[-1]
        raise ValueError(f"{name} is a number from {first} to {last} or unset, not {value!r}")


def check_viewer(viewer: int | None, seats: int) -> None:
    """Refuse a viewer that is neither a seat nor a spectator, before anything is shown to it."""
    if viewer is not None and (isinstance(viewer, bool) or viewer not in range(seats)):
        raise ValueError(f"a viewer is a seat from 0 to {seats - 1} or None, not {viewer!r}")
