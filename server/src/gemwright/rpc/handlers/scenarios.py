"""Scenarios: a request that names one becomes one that contains all of it."""

from typing import Final

from gemwright.contract.fields import Findings
from gemwright.contract.games import MESSAGE_GAMES, action_bytes, position_message
from gemwright.languages import LANGUAGES
from gemwright.pb import catalog_service_pb2 as catalog
from gemwright.pb.game_pb2 import Action
from gemwright.pb.matchmaker_service_pb2 import (
    BUILT_IN_BOT_GREEDY,
    CreateMatchRequest,
    OpenSeat,
    SeatSpec,
)
from gemwright.scenarios import Scenario, scenarios

NOBODY: Final = "nobody"
"""The principal that holds the seats of absent opponents."""
_EXCLUDED: Final = ("options", "rematch_of", "position", "seed")


def staged(request: CreateMatchRequest, principal: str | None) -> CreateMatchRequest:
    """The request with the game, position, seats and clocks of its scenario, for this caller."""
    found = Findings()
    scenario = scenarios().get(request.scenario)
    if scenario is None:
        found.add("scenario", "there is none of this name; ListScenarios has them all")
    for name, _ in request.ListFields():
        if name.name in _EXCLUDED:
            found.add(name.name, "a scenario has its own")
    if scenario and request.game not in (0, MESSAGE_GAMES[scenario.game]):
        found.add("game", f"the scenario is one of {scenario.game}")
    found.check()
    assert scenario is not None
    whole = CreateMatchRequest()
    whole.CopyFrom(request)
    whole.ClearField("scenario")
    whole.game = MESSAGE_GAMES[scenario.game]
    whole.position.CopyFrom(position_message(scenario.game, scenario.position))
    if not request.seats:
        whole.seats.extend(_seats(scenario, principal))
    if scenario.per_turn_s is not None and not request.HasField("time_control"):
        whole.time_control.per_turn.limit.FromSeconds(scenario.per_turn_s)
    return whole


def scenario_message(scenario: Scenario, language: str) -> catalog.Scenario:
    """A scenario as the contract describes it."""
    action = scenario.action
    return catalog.Scenario(
        scenario=scenario.name,
        game=MESSAGE_GAMES[scenario.game],
        seats=scenario.seats,
        text=LANGUAGES[language].scenarios[scenario.name],
        seat_to_act=scenario.seat_to_act,
        seat=scenario.seat,
        action=None if action is None else Action.FromString(action_bytes(scenario.game, action)),
    )


def _seats(scenario: Scenario, principal: str | None) -> list[SeatSpec]:
    """The caller in the seat that the scenario is for, and opponents in the others."""
    if principal is None:
        mine = SeatSpec(open=OpenSeat())
    else:
        mine = SeatSpec(principal=principal)
    if scenario.is_opponent_absent:
        other = SeatSpec(principal=NOBODY)
    else:
        other = SeatSpec(bot=BUILT_IN_BOT_GREEDY)
    return [mine if seat == scenario.seat else other for seat in range(scenario.seats)]
