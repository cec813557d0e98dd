"""Every way to pay for a purchase: page by page, the engine's own list, each of them accepted."""

from dataclasses import dataclass
from typing import Final

import pytest

from gemwright.contract.games import (
    MESSAGE_GAMES,
    action_bytes,
    payment_message,
    position_message,
)
from gemwright.engine.duel import actions as duel
from gemwright.engine.duel.cards import JEWELS
from gemwright.engine.game import SomeState
from gemwright.engine.splendor import actions as splendor
from gemwright.engine.splendor.cards import DEVELOPMENTS
from gemwright.pb.error_pb2 import StaleVersion
from gemwright.pb.game_pb2 import GAME_DUEL, Action, Payment
from tests.engine.laws.games import (
    COUNTERFEITERS,
    DUEL,
    SPLENDOR,
    Table,
    has_payment,
    random_play,
    with_payment,
)
from tests.service.callers import Caller, failure_of
from tests.service.players import seated
from tests.service.servers import PATIENT, Host, Servers

NAMES: Final = ("ann", "bob")
FEWEST: Final = 4
"""Payments of a purchase worth a page or two."""
SCENES: Final = 3

tables = pytest.mark.parametrize("rules", [DUEL, COUNTERFEITERS, SPLENDOR[0]], ids=str)


@dataclass(frozen=True)
class Scene:
    """A position, its seat to act, and a purchase that can be paid in several ways."""

    rules: Table
    state: SomeState
    seat: int
    purchase: object
    payments: list[object]

    def message(self, action: object) -> Action:
        """An action as a client sends it."""
        return Action.FromString(action_bytes(self.rules.game.NAME, action))

    def listed(self) -> list[Payment]:
        """The payments as a client reads them."""
        return [payment_message(self.rules.game.NAME, one) for one in self.payments]

    def beyond_reach(self) -> object:
        """A purchase that is refused."""
        is_splendor = self.rules.game.NAME == "splendor"
        tried: list[object] = (
            [splendor.BuyCard(card) for card in DEVELOPMENTS]
            if is_splendor
            else [duel.BuyCard(card) for card in JEWELS]
        )
        refusal = self.rules.game.refusal
        return next(one for one in tried if refusal(self.state, self.seat, one) is not None)


def scenes(rules: Table, number: int) -> list[Scene]:
    """So many scenes, each of another random match; with discounts where the game has them."""
    found: list[Scene] = []
    for seed in range(1000):
        scene = next((one for one in scenes_of(rules, seed) if is_rich(one)), None)
        found += [scene] if scene else []
        if len(found) == number:
            return found
    raise AssertionError("too few matches have such a purchase")


def is_rich(scene: Scene) -> bool:
    """Whether there is enough to choose from."""
    has_discounts = any(isinstance(one, duel.Payment) and one.units for one in scene.payments)
    return len(scene.payments) >= FEWEST and (has_discounts or scene.rules is not COUNTERFEITERS)


def scenes_of(rules: Table, seed: int) -> list[Scene]:
    """Every purchase of a random match that could be made."""
    game, found = rules.game, []
    for state, _, _ in random_play(rules, seed):
        seat = game.to_move(state)
        assert seat is not None
        for action in game.legal_actions(state):
            if has_payment(action):
                payments = list(game.payments(state, action))
                found.append(Scene(rules, state.copy(), seat, action, payments))
    return found


async def begin(host: Host, scene: Scene) -> tuple[str, list[Caller]]:
    """A match that goes on from there, and its callers."""
    name = scene.rules.game.NAME
    request = seated(MESSAGE_GAMES[name], NAMES)
    request.position.CopyFrom(position_message(name, scene.rules.game.to_data(scene.state)))
    callers = [host.caller(name) for name in NAMES]
    return (await callers[0].create(request)).match.match, callers


async def in_pages(
    caller: Caller, match: str, seat: int, action: Action, size: int
) -> list[Payment]:
    """Every page of the payments, joined."""
    found: list[Payment] = []
    token = ""
    while True:
        page = await caller.payments(match, seat, action, size, token)
        assert 0 < len(page.payments) <= size
        assert page.version == 0
        found += page.payments
        token = page.next_page_token
        if not token:
            return found


def paying(action: Action, payment: Payment) -> Action:
    """The action with its payment stated, as a client puts the two together."""
    paid = Action.FromString(action.SerializeToString())
    if paid.HasField("splendor"):
        for _, purchase in paid.splendor.ListFields():
            purchase.payment.CopyFrom(payment.splendor)
    else:
        for _, purchase in paid.duel.ListFields():
            purchase.payment.CopyFrom(payment.duel)
    return paid


@tables
@pytest.mark.servers(1, PATIENT)
async def test_the_pages_are_the_payments_of_the_rules_and_each_of_them_is_accepted(
    servers: Servers, rules: Table
) -> None:
    for scene in scenes(rules, SCENES):
        match, callers = await begin(servers.hosts[0], scene)
        caller, seat = callers[scene.seat], scene.seat
        purchase = scene.message(scene.purchase)
        assert purchase in (await caller.get(match, seat)).legal_actions
        whole = await caller.payments(match, seat, purchase)
        assert not whole.next_page_token
        assert list(whole.payments) == scene.listed()
        for size in (1, 2, len(scene.payments)):
            assert await in_pages(caller, match, seat, purchase, size) == scene.listed()
        for payment, listed in zip(scene.payments, whole.payments, strict=True):
            paid = paying(purchase, listed)
            assert paid == scene.message(with_payment(scene.purchase, payment))
            await caller.act(match, seat, 0, paid, validate_only=True)
        assert (await caller.get(match)).match.version == 0


@tables
@pytest.mark.servers(1, PATIENT)
async def test_the_first_payment_is_what_is_paid_where_none_is_stated(
    servers: Servers, rules: Table
) -> None:
    (scene,) = scenes(rules, 1)
    views = []
    first, last = scene.listed()[0], scene.listed()[-1]
    purchase = scene.message(scene.purchase)
    for action in (purchase, paying(purchase, first), paying(purchase, last)):
        match, callers = await begin(servers.hosts[0], scene)
        await callers[scene.seat].act(match, scene.seat, 0, action)
        views.append(await callers[scene.seat].get(match, scene.seat))
    stated, default, other = (view.view for view in views)
    players = [view.SerializeToString(deterministic=True) for view in (stated, default)]
    assert players[0] == players[1]
    assert other.SerializeToString(deterministic=True) != players[0]


@tables
@pytest.mark.servers(2, PATIENT, wake_ups=False)
async def test_a_list_is_not_continued_after_another_move(servers: Servers, rules: Table) -> None:
    (scene,) = scenes(rules, 1)
    match, callers = await begin(servers.hosts[0], scene)
    caller, seat = callers[scene.seat], scene.seat
    purchase = scene.message(scene.purchase)
    page = await caller.payments(match, seat, purchase, 1)
    assert page.next_page_token
    behind = servers.hosts[1].caller(NAMES[seat])
    assert (await behind.get(match)).match.version == 0
    await caller.act(match, seat, 0, paying(purchase, scene.listed()[-1]))
    for asked in (caller, behind):
        call = asked.payments(match, seat, purchase, 1, page.next_page_token)
        failed = await failure_of(call)
        assert (failed.code, failed.reason) == ("ABORTED", "STALE_VERSION")
        assert failed.detail(StaleVersion).current_version == 1


@tables
@pytest.mark.servers(1, PATIENT)
async def test_only_what_the_seat_to_act_can_buy_has_payments(
    servers: Servers, rules: Table
) -> None:
    (scene,) = scenes(rules, 1)
    match, callers = await begin(servers.hosts[0], scene)
    seat, other = scene.seat, 1 - scene.seat
    purchase, far = scene.message(scene.purchase), scene.message(scene.beyond_reach())
    for call, code, reason in (
        (callers[seat].payments(match, seat, far), "FAILED_PRECONDITION", "ACTION_REFUSED"),
        (
            callers[other].payments(match, other, purchase),
            "FAILED_PRECONDITION",
            "ACTION_REFUSED",
        ),
        (
            callers[other].payments(match, seat, purchase),
            "PERMISSION_DENIED",
            "NOT_YOUR_SEAT",
        ),
    ):
        failed = await failure_of(call)
        assert (failed.code, failed.reason) == (code, reason)
    await callers[other].resign(match, other)
    failed = await failure_of(callers[seat].payments(match, seat, purchase))
    assert failed.reason == "MATCH_OVER"


@pytest.mark.servers(1, PATIENT)
async def test_what_is_never_paid_for_has_no_payments(servers: Servers) -> None:
    ann = servers.hosts[0].caller("ann")
    made = (await ann.create(seated(GAME_DUEL, ["ann", "ann"]))).match
    replenish = Action(duel={"replenish": {}})
    for action in (replenish, Action()):
        failed = await failure_of(ann.payments(made.match, made.seat_to_act, action))
        assert (failed.code, failed.reason) == ("INVALID_ARGUMENT", "INVALID_FIELD")
