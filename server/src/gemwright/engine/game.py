"""What every game is: a module with the same few verbs. There is no base class behind it.

Beside it stands what the games share: the options that both have, and who may look at a match.
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
    """What others know of a game, and its verbs. A viewer is a seat, or nothing for a spectator."""

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
        """The name of its messages wherever the contract has some for each game."""
        ...

    @property
    def SEATS(self) -> tuple[int, ...]:
        """Every number of seats that a match can have, the smallest first."""
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
        """The events and actions of which not everybody may see everything."""
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
        """The options of a match with so many seats whose creator chooses nothing."""
        ...

    def options_from_data(self, data: object) -> OptionsT:
        """The options that a mapping names, as `options.values` writes them."""
        ...

    def new(self, options: OptionsT, chance: Chance) -> StateT:
        """A dealt match."""
        ...

    def to_move(self, state: StateT) -> int | None:
        """The seat that must decide; none once the match is over."""
        ...

    def outcome(self, state: StateT) -> Outcome | None:
        """How the match ended, if it has."""
        ...

    def scores(self, state: StateT) -> tuple[Score, ...]:
        """What each seat has, whether the match is over or not."""
        ...

    def legal_actions(self, state: StateT) -> list[ActionT]:
        """Everything the seat to move may do, and nothing else."""
        ...

    def payments(self, state: StateT, action: PaidT) -> Iterator[PaymentT]:
        """Every exact payment of a listed purchase, the default one first."""
        ...

    def refusal(self, state: StateT, seat: int, action: ActionT) -> Refusal | None:
        """Why an action is refused, or nothing: then `apply` accepts it."""
        ...

    def apply(
        self,
        state: StateT,
        seat: int,
        action: ActionT,
        chance: Chance,
        log: list[EventT] | None = None,
    ) -> None:
        """Play one action; refused, it raises `Refused` and nothing has changed."""
        ...

    def forfeit(
        self, state: StateT, seat: int, why: Forfeit, log: list[EventT] | None = None
    ) -> None:
        """A seat resigns or runs out of time."""
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
        """A random position among those that the viewer cannot tell from this one."""
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
"""A game held by name: its values are passed from verb to verb without being looked into."""

MOST_IDLE_TURNS: Final = 10_000
LIMITS: Final = range(1, MOST_IDLE_TURNS + 1)
"""The limits on turns without a purchase that a creator may choose."""


def check_number(name: str, value: int | None, allowed: range) -> None:
    """Refuse an option that is neither unset nor one of these numbers."""
    if value is not None and (isinstance(value, bool) or value not in allowed):
        first, last = allowed[0], allowed[-1]
        raise ValueError(f"{name} is a number from {first} to {last} or unset, not {value!r}")


def check_viewer(viewer: int | None, seats: int) -> None:
    """Refuse a viewer that is neither a seat nor a spectator, before anything is shown to it."""
    if viewer is not None and (isinstance(viewer, bool) or viewer not in range(seats)):
        raise ValueError(f"a viewer is a seat from 0 to {seats - 1} or None, not {viewer!r}")
