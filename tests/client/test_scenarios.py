"""Every scenario can be created by its name, and is what its name says."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Final, TypeAlias

import pytest

from gemwright.engine import GAMES, outcomes
from gemwright.engine.chance import Sampled
from gemwright.engine.outcomes import Outcome
from gemwright.languages import LANGUAGES
from gemwright.scenarios import Scenario as Prepared
from gemwright.scenarios import scenarios
from gemwright_client import SyncClient, action_text
from gemwright_client.errors import InvalidRequest
from gemwright_client.local import PrivateServer
from gemwright_client.pb.catalog_service_pb2 import Scenario
from gemwright_client.pb.duel_view_pb2 import DuelDecision, DuelDecisionKind, DuelTable
from gemwright_client.pb.game_pb2 import GAME_SPLENDOR
from gemwright_client.pb.match_pb2 import Match, Update
from gemwright_client.pb.match_service_pb2 import GetMatchResponse
from gemwright_client.pb.matchmaker_service_pb2 import CreateMatchRequest, OpenSeat, SeatSpec
from gemwright_client.pb.outcome_pb2 import EndReason
from gemwright_client.pb.splendor_decision_pb2 import SplendorDecisionKind
from gemwright_client.pb.splendor_view_pb2 import SplendorTable

NAMES: Final = list(scenarios())
NOBODY: Final = "nobody"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server in development mode."""
    with PrivateServer() as server:
        yield server.address


@pytest.fixture(scope="module")
def client(address: str) -> Iterator[SyncClient]:
    """Ann, who tries things out there."""
    with SyncClient(address, "dev:ann") as ann:
        yield ann


@dataclass(frozen=True)
class Tried:
    """A scenario as one finds it, and what came of the action it names."""

    scenario: Scenario
    seen: GetMatchResponse
    update: Update | None

    @property
    def texts(self) -> list[str]:
        """Everything possible, in notation."""
        return [action_text(action) for action in self.seen.legal_actions]

    @property
    def duel(self) -> DuelTable:
        """The table of Duel."""
        return self.seen.view.duel.table

    @property
    def splendor(self) -> SplendorTable:
        """The table of Splendor."""
        return self.seen.view.splendor.table

    @property
    def happened(self) -> list[str]:
        """The names of the events that the action had."""
        assert self.update is not None
        names = [
            (e.duel.WhichOneof("event"), e.splendor.WhichOneof("event")) for e in self.update.events
        ]
        return [of_duel or of_splendor or "" for of_duel, of_splendor in names]


def tried(client: SyncClient, name: str) -> Tried:
    """Create a scenario, look at it from its seat, and play what it names."""
    scenario = next(each for each in client.catalogue.scenarios() if each.scenario == name)
    made = client.matches.create(CreateMatchRequest(scenario=name)).match
    handle = client.match(made.match)
    seen = handle.get()
    assert seen.viewer_seat == scenario.seat
    update = handle.act(scenario.action) if scenario.HasField("action") else None
    return Tried(scenario, seen, update)


Is: TypeAlias = Callable[[Tried], bool]
D: Final = DuelDecisionKind
S: Final = SplendorDecisionKind


def asks(kind: DuelDecisionKind, card: str = "", least: int = 2) -> Is:
    """A decision of Duel is asked, by a card if one is named, with so many answers at least."""

    def holds(what: Tried) -> bool:
        asked: DuelDecision = what.duel.decision
        return asked.kind == kind and card in ("", asked.card) and len(what.texts) >= least

    return holds


def possible(*beginnings: str) -> Is:
    """For each of these there is an action that begins so."""
    return lambda what: all(any(t.startswith(b) for t in what.texts) for b in beginnings)


def leads_to(event: str) -> Is:
    """The action has such an event."""
    return lambda what: event in what.happened


def wins(reason: EndReason, *, winners: int = 1) -> Is:
    """The action ends the match for this reason alone, and who acts wins unless nobody does."""

    def holds(what: Tried) -> bool:
        assert what.update is not None
        last = what.update.events[-1]
        ended = last.duel if last.HasField("duel") else last.splendor
        outcome = ended.match_ended.outcome
        is_mine = not winners or what.scenario.seat_to_act in outcome.winners
        return is_mine and len(outcome.winners) == winners and list(outcome.reasons) == [reason]

    return holds


def scores(compare: Callable[[Sequence[int], Sequence[int]], bool]) -> Is:
    """The points and the cards of the winner and of the other compare so at the end."""

    def holds(what: Tried) -> bool:
        assert what.update is not None
        found = what.update.events[-1].splendor.match_ended.outcome.scores
        mine, other = found[what.scenario.seat_to_act], found[1 - what.scenario.seat_to_act]
        return compare((mine.points, mine.cards), (other.points, other.cards))

    return holds


def all_of(*conditions: Is) -> Is:
    return lambda what: all(condition(what) for condition in conditions)


def is_dealt(what: Tried) -> bool:
    return (what.duel.turn or what.splendor.turn) == 1 and 0 not in what.duel.board


def takes_my_privilege(what: Tried) -> bool:
    assert what.update is not None
    taken = [e.duel.privilege_taken for e in what.update.events]
    return any(one.HasField("loser") and one.loser == what.scenario.seat for one in taken)


def colours_of_wild(what: Tried) -> bool:
    card = action_text(what.scenario.action).partition(" as ")[0]
    return len({text for text in what.texts if text.startswith(f"{card} as ")}) >= 3


def is_running(what: Tried) -> bool:
    clock = what.seen.match.clocks.seats[what.seen.match.seat_to_act]
    return clock.is_running and clock.remaining.ToTimedelta() <= timedelta(seconds=15)


def is_alone(what: Tried) -> bool:
    gone = what.seen.match.seats[what.scenario.seat_to_act]
    return is_running(what) and gone.principal == NOBODY and not what.texts


def has_royal(card: str) -> Is:
    return lambda what: card in what.duel.players[what.scenario.seat].royals


POINTS: Final = wins(EndReason.END_REASON_POINTS)
CROWNS: Final = wins(EndReason.END_REASON_CROWNS)
COLOUR: Final = wins(EndReason.END_REASON_COLOUR_POINTS)
LAST_ROUND: Final = wins(EndReason.END_REASON_LAST_ROUND)
WINDOW: Final = asks(D.DUEL_DECISION_KIND_WINDOW)
TAKE: Final = D.DUEL_DECISION_KIND_TAKE

SAYS: Final[Mapping[str, Is]] = {
    "duel-first-turn": is_dealt,
    "duel-privilege-theft": takes_my_privilege,
    "duel-forced-replenish": lambda what: what.texts == ["replenish"],
    "duel-discard-of-four": lambda what: (
        asks(D.DUEL_DECISION_KIND_DISCARD)(what) and what.duel.decision.left == 4
    ),
    "duel-royal-choice": asks(D.DUEL_DECISION_KIND_ROYAL, least=4),
    "duel-wild-colour-choice": colours_of_wild,
    "duel-steal": all_of(asks(D.DUEL_DECISION_KIND_STEAL), leads_to("token_stolen")),
    "duel-take-matching": all_of(asks(TAKE), leads_to("token_taken")),
    "duel-extra-turn": leads_to("extra_turn_gained"),
    "duel-win-by-points": POINTS,
    "duel-win-by-crowns": CROWNS,
    "duel-win-by-colour": COLOUR,
    "duel-win-by-claim": wins(EndReason.END_REASON_BLOCKING_CLAIM),
    "duel-draw": wins(EndReason.END_REASON_NO_PROGRESS, winners=0),
    "duel-clock-running-out": is_running,
    "duel-opponent-gone": is_alone,
    "counterfeiters-first-turn": is_dealt,
    "counterfeiters-window-buy-royal": all_of(WINDOW, possible("use C-09", "done")),
    "counterfeiters-window-extra-turn": all_of(WINDOW, possible("use C-10", "done")),
    "counterfeiters-window-steal": all_of(WINDOW, possible("use C-11", "done")),
    "counterfeiters-window-dig": all_of(WINDOW, possible("use C-17", "done"), leads_to("deck_dug")),
    "counterfeiters-window-several": lambda what: (
        WINDOW(what) and len({text.split()[1] for text in what.texts if " " in text}) > 1
    ),
    "counterfeiters-dug-cards": all_of(
        asks(D.DUEL_DECISION_KIND_DIG), leads_to("dug_cards_returned")
    ),
    "counterfeiters-free-card": asks(D.DUEL_DECISION_KIND_COUNTERFEITER),
    "counterfeiters-random-tokens": lambda what: (
        asks(D.DUEL_DECISION_KIND_DRAW)(what) and what.happened.count("token_drawn") == 2
    ),
    "counterfeiters-royal-choice": asks(D.DUEL_DECISION_KIND_ROYAL, least=4),
    "counterfeiters-free-reserve": asks(D.DUEL_DECISION_KIND_RESERVE, "R-5"),
    "counterfeiters-second-reserve": all_of(
        asks(D.DUEL_DECISION_KIND_RESERVE, "C-15"), possible("stop")
    ),
    "counterfeiters-take-four-of-a-kind": asks(TAKE, "R-8"),
    "counterfeiters-take-gold": asks(TAKE, "R-11"),
    "counterfeiters-take-three": asks(TAKE, "R-12"),
    "counterfeiters-second-token": all_of(asks(TAKE, "C-13"), possible("stop")),
    "counterfeiters-better-matching": lambda what: (
        asks(TAKE)(what) and "C-16" in what.duel.players[what.scenario.seat].counterfeiters
    ),
    "counterfeiters-steal-by-royal": asks(D.DUEL_DECISION_KIND_STEAL, "R-3"),
    "counterfeiters-discounts": lambda what: "card_purchased" in what.happened,
    "counterfeiters-discard-with-glassware": all_of(
        asks(D.DUEL_DECISION_KIND_DISCARD), possible("discard glassware")
    ),
    "counterfeiters-win-by-nine-crowns": all_of(CROWNS, has_royal("R-7")),
    "counterfeiters-win-by-nine-of-colour": all_of(COLOUR, has_royal("R-6")),
    "counterfeiters-win-by-royal": all_of(WINDOW, POINTS, leads_to("royal_taken")),
    "splendor-first-turn": is_dealt,
    "splendor-last-round": lambda what: what.splendor.is_last_round and what.scenario.seats == 3,
    "splendor-discard": lambda what: (
        what.splendor.decision.kind == S.SPLENDOR_DECISION_KIND_DISCARD and len(what.texts) > 1
    ),
    "splendor-noble-choice": lambda what: (
        what.splendor.decision.kind == S.SPLENDOR_DECISION_KIND_NOBLE and len(what.texts) > 1
    ),
    "splendor-win-by-points": all_of(LAST_ROUND, scores(lambda mine, other: mine[0] > other[0])),
    "splendor-win-by-noble": all_of(LAST_ROUND, leads_to("noble_received")),
    "splendor-win-by-fewer-cards": all_of(
        LAST_ROUND, scores(lambda mine, other: mine[0] == other[0] and mine[1] < other[1])
    ),
    "splendor-shared-win": wins(EndReason.END_REASON_LAST_ROUND, winners=2),
    "splendor-win-by-passing": wins(EndReason.END_REASON_ALL_PASSED),
    "splendor-opponent-gone": is_alone,
}


def test_there_is_a_test_for_every_scenario() -> None:
    assert set(SAYS) == set(NAMES)


def test_every_end_that_is_played_for_has_one() -> None:
    ends = {
        (scenario.game, ending)
        for scenario in scenarios().values()
        if (outcome := outcome_after(scenario)) is not None
        for ending in outcome.endings
    }
    of_duel = {
        outcomes.EndReason.POINTS,
        outcomes.EndReason.CROWNS,
        outcomes.EndReason.COLOUR_POINTS,
    }
    assert ends == {
        *(
            ("duel", end)
            for end in (*of_duel, outcomes.EndReason.BLOCKING_CLAIM, outcomes.EndReason.NO_PROGRESS)
        ),
        *(("duel_counterfeiters", end) for end in of_duel),
        *(
            ("splendor", end)
            for end in (outcomes.EndReason.LAST_ROUND, outcomes.EndReason.ALL_PASSED)
        ),
    }


def outcome_after(scenario: Prepared) -> Outcome | None:
    """How the match ends with the action that a scenario names, if it does."""
    rules = GAMES[scenario.game]
    state = rules.from_data(scenario.position)
    if scenario.action is not None:
        chance = Sampled(Random(1))
        rules.apply(state, scenario.seat_to_act, scenario.action, chance)
    return rules.outcome(state)


def test_every_decision_of_the_counterfeiters_has_one(client: SyncClient) -> None:
    asked = set()
    for name in NAMES:
        if name.startswith("counterfeiters-"):
            made = client.matches.create(CreateMatchRequest(scenario=name)).match
            asked.add(client.match(made.match).get().view.duel.table.decision.kind)
    assert asked == set(DuelDecisionKind.values()) - {0}


@pytest.mark.parametrize("name", NAMES)
def test_a_scenario_is_what_its_name_says(client: SyncClient, name: str) -> None:
    what = tried(client, name)
    match = what.seen.match
    assert (match.game, len(match.seats)) == (what.scenario.game, what.scenario.seats)
    assert match.seat_to_act == what.scenario.seat_to_act
    assert match.fairness.is_unverifiable
    if what.scenario.HasField("action"):
        assert action_text(what.scenario.action) in what.texts
    assert SAYS[name](what)


@pytest.mark.parametrize("language", LANGUAGES)
def test_they_are_told_in_every_language(client: SyncClient, language: str) -> None:
    told = {each.scenario: each.text for each in client.catalogue.scenarios(language)}
    assert list(told) == NAMES
    assert set(LANGUAGES[language].scenarios) == set(NAMES)
    assert all(text.endswith(".") for text in told.values())
    assert len(set(told.values())) == len(told)


@pytest.mark.parametrize(
    ("name", "goes_on"), [("duel-opponent-gone", False), ("splendor-opponent-gone", True)]
)
def test_an_opponent_who_is_gone_loses_by_the_clock(
    client: SyncClient, name: str, goes_on: bool
) -> None:
    request = CreateMatchRequest(scenario=name)
    request.time_control.per_turn.limit.FromSeconds(1)
    match = client.match(client.matches.create(request).match.match)
    update = next(iter(match.updates(after=0)))
    assert isinstance(update, Update)
    assert update.forfeit.seat == 1
    assert match.get().match.HasField("outcome") != goes_on


def test_other_seats_and_clocks_can_be_asked_for(client: SyncClient) -> None:
    seats = [SeatSpec(principal="bob"), SeatSpec(open=OpenSeat())]
    request = CreateMatchRequest(scenario="duel-royal-choice", seats=seats)
    request.time_control.per_turn.limit.FromSeconds(60)
    made = client.matches.create(request)
    assert made.match.seats[0].principal == "bob"
    assert made.match.time_control.per_turn.limit.seconds == 60
    assert [token.seat for token in made.join_tokens] == [1]


def test_who_has_no_name_gets_a_token_for_the_seat(address: str) -> None:
    with SyncClient(address) as stranger:
        made = stranger.matches.create(CreateMatchRequest(scenario="duel-royal-choice"))
        assert [token.seat for token in made.join_tokens] == [0]


def test_a_scenario_created_twice_is_one_match(client: SyncClient) -> None:
    request = CreateMatchRequest(scenario="duel-steal", request_id="a-scenario-once")
    one, other = client.matches.create(request), client.matches.create(request)
    assert one.match.match == other.match.match


def refused(client: SyncClient, request: CreateMatchRequest) -> list[str]:
    """The fields for which a request is refused."""
    with pytest.raises(InvalidRequest) as raised:
        client.matches.create(request)
    return [field for field, _ in raised.value.violations]


def test_what_a_scenario_excludes_is_refused_by_its_field(client: SyncClient) -> None:
    def named(**more: object) -> CreateMatchRequest:
        request = CreateMatchRequest(scenario="duel-steal")
        request.MergeFrom(CreateMatchRequest(**more))  # type: ignore[arg-type]
        return request

    assert refused(client, named(scenario="duel-nothing")) == ["scenario"]
    assert refused(client, named(seed=bytes(32))) == ["seed"]
    assert refused(client, named(rematch_of="x" * 24)) == ["rematch_of"]
    assert refused(client, named(options={"duel": {}}, position={"duel": {}})) == [
        "options",
        "position",
    ]
    assert refused(client, named(game=GAME_SPLENDOR)) == ["game"]
    assert refused(client, named(seats=[SeatSpec(principal="ann")] * 3)) == ["seats"]


def test_a_match_of_a_scenario_can_be_played_again_from_the_beginning(client: SyncClient) -> None:
    made: Match = client.matches.create(CreateMatchRequest(scenario="duel-win-by-points")).match
    client.match(made.match).resign()
    again = client.matches.create(CreateMatchRequest(rematch_of=made.match)).match
    assert not again.fairness.is_unverifiable
