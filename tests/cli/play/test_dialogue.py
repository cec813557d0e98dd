"""What a line does when it is entered: it plays, it asks, or it costs nothing."""

import pytest

from gemwright.engine import GAMES
from gemwright_client.cli.play.live_match import News
from gemwright_client.local import InProcessServer
from gemwright_client.pb.clock_pb2 import TimeControl
from gemwright_client.pb.game_pb2 import Action
from gemwright_client.pb.match_pb2 import MATCH_STATE_FINISHED
from gemwright_client.rules.games import engine_action
from tests.cli.play.decisions import NAMES, Decision, one_of_each_sort, sort_of, whole_games
from tests.cli.play.seats import Seat, at, created, new, sitting, updates
from tests.service.servers import Servers, servers_on


def purchase_with_choice() -> tuple[Decision, str]:
    """A decision at which a purchase can be paid in several ways, and that purchase."""
    return next(
        (one, choice.text)
        for one in whole_games()
        if sort_of(one) == "duel 1"
        for choice in one.choices()
        if choice.text.startswith("buy D") and len(payments_of(one, choice.action)) > 1
    )


def payments_of(decision: Decision, purchase: Action) -> list[object]:
    """Every exact payment, as the rules have them."""
    rules = GAMES[decision.game]
    return list(rules.payments(decision.state, engine_action(purchase)))


def looking(seat: Seat) -> int:
    """The seat that is looked from."""
    return seat.live.seat


def is_hidden(seat: Seat) -> bool:
    """Whether the next one has yet to say that nobody else looks."""
    return seat.dialogue.is_hidden


def nothing_happened(seat: Seat, version: int) -> bool:
    return seat.version == version and not seat.live.is_busy and seat.live.is_my_turn


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("by", ["number", "text"])
async def test_a_move_counts(servers: Servers, game: str, by: str) -> None:
    address = servers.hosts[0].address
    match = await new(address, game)
    async with sitting(address, match) as ann, sitting(address, match, "dev:bob") as bob:
        last = ann.dialogue.choices[-1]
        assert await ann.enter(str(getattr(last, by))) == ""
        await bob.until_turn()
        assert ann.version == bob.version == 1
        assert not ann.live.is_my_turn
        assert "It is the turn of bob." in ann.status
        assert last.text in ann.told
        assert last.text in bob.told
    assert await updates(address, match) == [1]


@pytest.mark.parametrize("decision", one_of_each_sort(), ids=sort_of)
async def test_every_sort_of_decision_can_be_made(servers: Servers, decision: Decision) -> None:
    address = servers.hosts[0].address
    match = await at(address, decision)
    async with sitting(address, match) as ann:
        assert ann.texts == [choice.text for choice in decision.choices()]
        assert await ann.enter(ann.texts[0]) == ""
        assert ann.version == 1


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("take a1 c2", "These cells are not next to each other"),
        ("pass", "You may pass only when nothing else is possible"),
        ("buy D3-99", "No position allows this"),
        ("nonsense", "is no move; type ? to see what is possible"),
        ("9999", "is no move"),
        ("pay", "is no move"),
        ("1 pay", "is no move"),
        ("\x1b[2J\x07", "is no move"),
        ("x" * 10_000, "is no move"),
    ],
)
async def test_what_cannot_be_played_is_answered_and_costs_nothing(
    servers: Servers, line: str, said: str
) -> None:
    address = servers.hosts[0].address
    match = await new(address)
    async with sitting(address, match) as ann:
        before = ann.texts
        assert await ann.enter(line) == line, "it is left for editing"
        assert said in ann.status
        assert ann.status.isprintable()
        assert len(ann.status) < 160
        assert nothing_happened(ann, 0)
        assert ann.texts == before
    assert await updates(address, match) == []


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Possible now: 1-{}."), ("fr", "Possible maintenant : 1-{}.")]
)
async def test_of_a_number_beyond_the_list_it_is_told_how_far_the_list_goes(
    servers: Servers, language: str, said: str
) -> None:
    address = servers.hosts[0].address
    async with sitting(address, await new(address), language=language) as ann:
        assert await ann.enter("999") == "999"
        assert ann.status.endswith(said.format(len(ann.texts)))


def line_with_a_gap(seat: Seat) -> tuple[str, str]:
    """Three tokens that can be taken, and the first and the last of them."""
    three = next(text for text in seat.texts if text.startswith("take") and text.count(" ") == 3)
    _, first, _, last = three.split()
    return three, f"{first} {last}"


@pytest.mark.parametrize("form", ["take {}", "TAKE, {} "])
async def test_an_action_that_is_not_legal_is_refused_though_one_choice_has_its_words(
    servers: Servers, form: str
) -> None:
    address = servers.hosts[0].address
    match = await new(address)
    async with sitting(address, match) as ann:
        three, ends = line_with_a_gap(ann)
        line = form.format(ends)
        (left,) = ann.dialogue.shown(line)
        assert left.text == three
        assert ann.dialogue.chosen(line) is None, "Enter does not play what is shown"
        assert await ann.enter(line) == line
        assert ann.status.startswith("These cells are not next to each other")
        assert ann.status.endswith("[D-TAKE-1]")
        assert nothing_happened(ann, 0)
    assert await updates(address, match) == []


async def test_who_asks_about_an_action_that_is_not_legal_hears_why_before_what_is_near(
    servers: Servers,
) -> None:
    address = servers.hosts[0].address
    async with sitting(address, await new(address)) as ann:
        three, ends = line_with_a_gap(ann)
        await ann.enter(f"? take {ends}")
        why, number, near = ann.page.splitlines()
        assert why.startswith(f"take {ends}: These cells are not next to each other")
        assert number == "Possible now: 1"
        assert three in near


async def test_words_that_are_no_action_play_the_only_choice_that_has_them(
    servers: Servers,
) -> None:
    address = servers.hosts[0].address
    async with sitting(address, await new(address)) as ann:
        three, ends = line_with_a_gap(ann)
        assert await ann.enter(ends) == ""
        assert ann.version == 1
        assert three in ann.told


async def test_a_payment_that_is_not_exact_is_refused_though_one_payment_has_its_words(
    servers: Servers,
) -> None:
    address = servers.hosts[0].address
    decision, text = purchase_with_choice()
    async with sitting(address, await at(address, decision)) as ann:
        await ann.dialogue.look_up(f"{text} pay")
        payments = ann.dialogue.shown(f"{text} pay")
        lines = {" ".join(one.text.split()[:-2]) for one in payments}
        short = [line for line in lines if len(ann.dialogue.shown(line)) == 1]
        assert short
        for line in short:
            assert await ann.enter(line) == line
            assert "[D-" in ann.status
        assert nothing_happened(ann, 0)


async def test_a_colour_that_is_taken_twice_among_others_is_refused(servers: Servers) -> None:
    address = servers.hosts[0].address
    async with sitting(address, await new(address, "splendor")) as ann:
        await ann.enter("take white white blue")
        assert "No position allows this" in ann.status
        assert nothing_happened(ann, 0)


@pytest.mark.parametrize("line", ["", "   ", "\t"])
async def test_nothing_typed_does_nothing_where_there_are_several_choices(
    servers: Servers, line: str
) -> None:
    address = servers.hosts[0].address
    async with sitting(address, await new(address)) as ann:
        await ann.enter(line)
        assert nothing_happened(ann, 0)
        assert "Take tokens, reserve or purchase a card." in ann.status


async def test_words_that_leave_several_choices_play_none_of_them(servers: Servers) -> None:
    address = servers.hosts[0].address
    async with sitting(address, await new(address)) as ann:
        left = len(ann.dialogue.shown("take pearl"))
        assert await ann.enter("take pearl") == "take pearl"
        assert ann.status.startswith(f"{left} choices are left")
        assert nothing_happened(ann, 0)


async def test_a_purchase_can_be_paid_as_one_chooses(servers: Servers) -> None:
    address = servers.hosts[0].address
    decision, text = purchase_with_choice()
    async with sitting(address, await at(address, decision)) as ann:
        assert await ann.enter(f"{text} pay") == ""
        assert ann.status == "Choose how to pay; undo goes back."
        paid = [choice.text for choice in ann.dialogue.shown("")]
        assert len(paid) > 1
        assert all(one.startswith(f"{text} pay ") for one in paid)
        await ann.enter("undo")
        assert [choice.text for choice in ann.dialogue.shown("")] == ann.texts
        await ann.dialogue.look_up(f"{text} pay")
        assert [choice.text for choice in ann.dialogue.shown(f"{text} pay")] == paid
        assert nothing_happened(ann, 0)
        await ann.enter(f"{text} pay")
        assert await ann.enter(str(len(paid))) == ""
        assert ann.version == 1
        assert paid[-1] in ann.told


async def test_a_payment_in_ones_own_words_is_judged_by_the_server(servers: Servers) -> None:
    address = servers.hosts[0].address
    decision, text = purchase_with_choice()
    async with sitting(address, await at(address, decision)) as ann:
        line = f"{text} pay 9 white"
        assert await ann.enter(line) == line
        assert "[D-" in ann.status
        assert nothing_happened(ann, 0)
        (payment, *_) = ann.dialogue.shown(f"{text} pay")
        assert await ann.enter(payment.text.upper()) == ""
        assert ann.version == 1


async def test_to_resign_is_asked_twice(servers: Servers) -> None:
    address = servers.hosts[0].address
    async with sitting(address, await new(address)) as ann:
        await ann.enter("resign")
        assert ann.status == "Type resign once more to give the match up."
        await ann.enter("help")
        await ann.enter("resign")
        assert "once more" in ann.status
        await ann.enter("undo")
        await ann.enter("resign")
        assert "once more" in ann.status
        assert nothing_happened(ann, 0)
        await ann.enter("resign")
        await ann.until(lambda: ann.live.is_over, "the end")
        assert ann.live.match.state == MATCH_STATE_FINISHED
        assert ann.status.startswith("bob wins. ")
        assert ann.status.endswith("The match is over; type quit.")
        await ann.enter("resign")
        assert ann.status.startswith("bob wins. ")


async def test_help_moves_and_questions_are_pages_that_enter_closes(servers: Servers) -> None:
    address = servers.hosts[0].address
    match = await new(address)
    async with sitting(address, match) as ann, sitting(address, match, "dev:bob") as bob:
        await ann.enter(ann.texts[0])
        await bob.until_turn()
        for line, words in (
            ("help", "resign"),
            ("help", "D Gold"),
            ("help", match),
            ("moves", "ann"),
            ("?", "such as"),
        ):
            await bob.enter(line)
            assert words in bob.page
            await bob.enter("")
            assert not bob.page
        assert nothing_happened(bob, 1)


async def test_enter_on_a_page_does_not_play_the_only_choice(store_url: str) -> None:
    decision = next(one for one in whole_games() if len(one.legal) == 1)
    async with servers_on(store_url) as servers:
        address = servers.hosts[0].address
        async with sitting(address, await at(address, decision)) as ann:
            await ann.enter("help")
            await ann.enter("")
            assert nothing_happened(ann, 0)
            await ann.enter("")
            assert ann.version == 1


async def test_a_line_clears_what_was_said_before(servers: Servers) -> None:
    address = servers.hosts[0].address
    async with sitting(address, await new(address)) as ann:
        await ann.enter("nonsense")
        await ann.enter("?")
        assert "nonsense" not in ann.status
        await ann.enter("nonsense")
        await ann.enter("undo")
        assert "nonsense" not in ann.status


async def test_out_of_turn_a_move_is_told_to_be_too_early_and_is_gone(servers: Servers) -> None:
    address = servers.hosts[0].address
    match = await new(address)
    async with sitting(address, match, "dev:bob") as bob:
        assert bob.status == "It is the turn of ann."
        assert await bob.enter("1") == "", "the next list has other numbers"
        assert '"1" was not played' in bob.status
        assert await bob.enter("") == ""
        assert bob.status == "It is the turn of ann."
        assert bob.dialogue.shown("") == []
    assert await updates(address, match) == []


async def test_quit_closes_the_desk_and_the_match_stays(servers: Servers) -> None:
    address = servers.hosts[0].address
    match = await new(address)
    for word in ("quit", "exit", " QUIT "):
        async with sitting(address, match) as ann:
            await ann.enter(word)
            assert ann.dialogue.is_closed
            assert not ann.live.has_ended


async def test_what_is_new_is_told_together_and_once(servers: Servers) -> None:
    address = servers.hosts[0].address
    async with sitting(address, await new(address)) as ann:
        for _ in range(3):
            ann.live.on_news(News("cli.back"))
        assert ann.status == "The connection is back."
        ann.live.on_news(News("cli.not_seen", {"first": 3, "last": 5}))
        assert ann.status == "The connection is back. Updates 3 to 5 were not shown."
        await ann.enter("help")
        assert "connection" not in ann.status


async def test_people_at_one_keyboard_take_turns_and_see_only_their_own(servers: Servers) -> None:
    address = servers.hosts[0].address
    match = await new(address, "splendor", ("ann", "ann"))
    async with sitting(address, match) as ann:
        assert sorted(ann.live.seats) == [0, 1]
        assert is_hidden(ann)
        assert ann.status == "ann#1 is next. Press a key when nobody else is looking."
        assert ann.dialogue.shown("") == []
        assert ann.dialogue.continuations("") == []
        assert ann.dialogue.completed("ta") == "ta"
        await ann.enter("reserve deck 1")
        assert ann.version == 0, "the first line only shows the board"
        await ann.enter("reserve deck 1")
        assert ann.version == 1
        assert looking(ann) == 1
        assert is_hidden(ann)
        assert "ann#2 is next." in ann.status
        assert not ann.live.seen.view.splendor.private.reserved
        ann.dialogue.reveal()
        assert not is_hidden(ann)
        assert all("reserved" not in text for text in ann.texts)
        await ann.enter("take white blue green")
        ann.dialogue.reveal()
        assert looking(ann) == 0
        (card,) = ann.live.seen.view.splendor.private.reserved
        assert card in ann.told
        await ann.enter("take white blue green")
        ann.dialogue.reveal()
        assert looking(ann) == 1
        assert card not in ann.told, "the other one does not know which card it was"


async def test_quit_leaves_also_while_the_board_is_hidden(servers: Servers) -> None:
    address = servers.hosts[0].address
    async with sitting(address, await new(address, names=("ann", "ann"))) as ann:
        await ann.enter("quit")
        assert ann.dialogue.is_closed
        assert is_hidden(ann)


async def test_a_bot_at_a_shared_keyboard_plays_in_between() -> None:
    async with InProcessServer() as server:
        address = server.address
        names = ("ann", "ann", "bot:random")
        async with sitting(address, await new(address, "splendor", names)) as ann:
            assert sorted(ann.live.seats) == [0, 1]
            for seat in (0, 1, 0):
                await ann.until_turn()
                assert looking(ann) == seat
                ann.dialogue.reveal()
                (text, *_) = [text for text in ann.texts if text.startswith("take")]
                await ann.enter(text)
            assert ann.version >= 4


@pytest.mark.parametrize("line", ["take c3", "resign", "? take c3", "buy D2-07 pay"])
async def test_nothing_typed_after_the_end_raises(servers: Servers, line: str) -> None:
    address = servers.hosts[0].address
    match = await new(address)
    async with sitting(address, match, "dev:bob") as bob:
        await bob.enter("resign")
        await bob.enter("resign")
    async with sitting(address, match) as ann:
        await ann.enter(line)
        assert ann.status.startswith("ann wins. ")


@pytest.mark.inside("a turn must run out soon")
async def test_a_turn_that_runs_out_ends_the_match_at_the_prompt(store_url: str) -> None:
    control = TimeControl()
    control.per_turn.limit.FromMilliseconds(1_500)
    async with servers_on(store_url) as servers:
        address = servers.hosts[0].address
        made = await created(address, "duel", ("ann", "bob"), control=control)
        async with sitting(address, made.match.match) as ann:
            await ann.enter("resign")
            await ann.until(lambda: ann.live.has_ended, "the end")
            assert "wins" in ann.status
            assert "resign" not in ann.status
