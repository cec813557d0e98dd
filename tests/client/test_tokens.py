"""Tokens that are asked for: once for many calls, anew when they expire, never endlessly."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Final

import pytest

from gemwright.auth.tokens import Claim, player_token
from gemwright.matches import faults
from gemwright_client import Client, SyncClient
from gemwright_client.errors import NotAuthenticated, TokenExpired
from gemwright_client.pb.catalog_service_pb2 import ListGamesResponse
from gemwright_client.pb.match_service_pb2 import WatchMatchResponse
from tests.auth.keyfiles import keyfile
from tests.client.scripted import Answer, Outdated, Refusing, Script, scripted
from tests.client.tables import new_match
from tests.service.servers import PATIENT, servers_on

GAMES: Final = ListGamesResponse()
EXPIRED: Final = Refusing(faults.TokenExpired())
MANY: Final = 200
EARLIER: Final = 1_000_000_000


class Office:
    """Where tokens come from."""

    def __init__(self, *tokens: str) -> None:
        self.tokens = list(tokens)
        self.asked = 0

    def token(self) -> str:
        """The next token; the last one again and again."""
        self.asked += 1
        return self.tokens[min(self.asked, len(self.tokens)) - 1]

    async def token_later(self) -> str:
        """Likewise, after a while."""
        await asyncio.sleep(0.02)
        return self.token()


ASKED: Final[dict[str, Callable[[Office], Callable[[], str | Awaitable[str]]]]] = {
    "plain": lambda office: office.token,
    "async": lambda office: office.token_later,
}
KINDS = pytest.mark.parametrize("kind", ASKED)


@KINDS
async def test_a_function_is_asked_once_for_many_calls_and_once_more_when_it_expires(
    kind: str,
) -> None:
    office = Office("first", "second")
    answers: Sequence[Answer] = [*[GAMES] * MANY, Outdated("first", GAMES)]
    async with (
        scripted({"ListGames": answers}) as server,
        Client(server.address, ASKED[kind](office)) as client,
    ):
        await asyncio.gather(*(client.catalogue.games() for _ in range(MANY)))
        assert office.asked == 1
        await asyncio.gather(*(client.catalogue.games() for _ in range(MANY)))
        assert office.asked == 2
        shown = Counter(one.authorization for one in server.calls("ListGames"))
    assert shown["Bearer second"] == MANY
    assert MANY < shown["Bearer first"] <= 2 * MANY


@KINDS
async def test_a_function_that_gives_the_same_again_is_asked_once_more_and_no_further(
    kind: str,
) -> None:
    office = Office("same")
    async with (
        scripted({"ListGames": [EXPIRED]}) as server,
        Client(server.address, ASKED[kind](office)) as client,
    ):
        calls = [client.catalogue.games() for _ in range(20)]
        failed = await asyncio.gather(*calls, return_exceptions=True)
        assert all(isinstance(one, TokenExpired) for one in failed)
        assert len(server.calls("ListGames")) == 20
        assert 2 <= office.asked <= 21


async def test_fresh_tokens_that_have_all_expired_are_no_endless_loop() -> None:
    office = Office(*(f"token-{n}" for n in range(100)))
    script: Script = {"ListGames": [EXPIRED], "WatchMatch": [[EXPIRED]]}
    async with scripted(script) as server, Client(server.address, office.token) as client:
        with pytest.raises(TokenExpired):
            await client.catalogue.games()
        assert len(server.calls("ListGames")) == 2
        with pytest.raises(TokenExpired):
            await anext(client.match("m").watch())
        assert len(server.calls("WatchMatch")) < 10


async def test_what_the_function_raises_reaches_the_caller_and_the_next_call_asks_again() -> None:
    async def token() -> str:
        asked.append(1)
        if len(asked) == 1:
            raise LookupError("no token today")
        return "good"

    asked: list[int] = []
    async with scripted({"ListGames": [GAMES]}) as server, Client(server.address, token) as one:
        calls = [one.catalogue.games() for _ in range(5)]
        failed = await asyncio.gather(*calls, return_exceptions=True)
        assert [str(error) for error in failed] == ["no token today"] * 5
        assert not server.heard
        await one.catalogue.games()
        assert len(asked) == 2


async def test_what_is_no_text_is_no_token_and_is_not_repeated() -> None:
    given: list[object] = [None, b"secret", "good"]
    async with (
        scripted({"ListGames": [GAMES]}) as server,
        Client(server.address, lambda: given.pop(0)) as client,  # type: ignore[arg-type,return-value]
    ):
        for kind in ("NoneType", "bytes"):
            with pytest.raises(TypeError, match=f"gave no text but {kind}$"):
                await client.catalogue.games()
        await client.catalogue.games()
        assert [one.authorization for one in server.calls("ListGames")] == ["Bearer good"]


async def test_a_call_that_is_cancelled_leaves_the_question_to_the_others() -> None:
    office = Office("first")
    async with (
        scripted({"ListGames": [GAMES]}) as server,
        Client(server.address, office.token_later) as client,
    ):
        first = asyncio.ensure_future(client.catalogue.games())
        second = asyncio.ensure_future(client.catalogue.games())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        first.cancel()
        assert await second == []
        assert office.asked == 1
        assert first.cancelled()


async def test_a_token_without_a_function_fails_when_it_expires() -> None:
    async with scripted({"ListGames": [EXPIRED, GAMES]}) as server:
        async with Client(server.address, "fixed") as client:
            with pytest.raises(TokenExpired):
                await client.catalogue.games()
        assert len(server.heard) == 1


@pytest.mark.parametrize("fault", [faults.CredentialsMissing(), faults.CredentialsInvalid()])
async def test_only_an_expired_token_is_renewed(fault: Exception) -> None:
    office = Office("first", "second")
    async with (
        scripted({"ListGames": [Refusing(fault), GAMES]}) as server,
        Client(server.address, office.token) as client,
    ):
        with pytest.raises(NotAuthenticated):
            await client.catalogue.games()
        assert office.asked == 1


async def test_another_token_is_shown_from_then_on() -> None:
    office = Office("asked for")
    async with (
        scripted({"ListGames": [GAMES]}) as server,
        Client(server.address, office.token_later) as client,
    ):
        asking = asyncio.ensure_future(client.catalogue.games())
        await asyncio.sleep(0.005)
        client.show("shown")
        await asking
        await client.catalogue.games()
        assert [one.authorization for one in server.heard] == ["Bearer shown"] * 2


async def test_without_a_token_nothing_is_shown() -> None:
    async with scripted({"ListGames": [GAMES]}) as server, Client(server.address) as client:
        await client.catalogue.games()
        assert server.heard[0].authorization == ""


@pytest.mark.parametrize("token", ["dev:ann\n", " dev:ann", "dev:ann\r\n"])
async def test_the_end_of_a_line_is_no_part_of_a_token(token: str) -> None:
    script: Script = {"ListGames": [GAMES]}
    async with scripted(script) as server:
        for given in (token, lambda: token):
            async with Client(server.address, given) as client:
                await client.catalogue.games()
        assert {one.authorization for one in server.heard} == {"Bearer dev:ann"}


@pytest.mark.parametrize("token", ["dev:änn", "dev:a\x00b", "dev:a\nb"])
async def test_what_no_token_has_is_said_without_repeating_it(token: str) -> None:
    async with scripted({"ListGames": [GAMES]}) as server:
        async with Client(server.address, token) as client:
            with pytest.raises(NotAuthenticated) as caught:
                await client.catalogue.games()
        assert token not in str(caught.value)
        assert not server.heard


async def test_a_stream_goes_on_where_it_was_when_its_token_expires() -> None:
    office = Office("first", "second")
    snapshot = WatchMatchResponse(snapshot={"match": {"version": 3}}, resume_token="t3")
    update = WatchMatchResponse(update={"version": 4, "commit_id": "c"}, resume_token="t4")
    reveal = WatchMatchResponse(reveal={}, resume_token="t5")
    script: Script = {"WatchMatch": [[snapshot, EXPIRED], [update, reveal]]}
    async with scripted(script) as server, Client(server.address, office.token) as client:
        told = [update async for update in client.match("m").updates()]
        assert told == [update.update]
        shown = [one.authorization for one in server.calls("WatchMatch")]
        assert shown == ["Bearer first", "Bearer second"]


async def test_the_blocking_client_asks_too() -> None:
    office = Office("first", "second")
    async with scripted({"ListGames": [EXPIRED, GAMES]}) as server:

        def call() -> None:
            with SyncClient(server.address, office.token) as client:
                client.catalogue.games()

        await asyncio.to_thread(call)
        shown = [one.authorization for one in server.heard]
        assert shown == ["Bearer first", "Bearer second"]


@pytest.mark.inside("gives a server its keys")
async def test_a_player_whose_token_expires_plays_and_watches_on(
    store_url: str, tmp_path: Path
) -> None:
    """With real keys: an API key makes the matches, and tokens for their players."""
    keys = keyfile(tmp_path)
    api_key = keys.api_key("lobby")
    old = player_token(keys.keys.signing_keys[0], Claim("lobby", "ann", EARLIER))
    async with servers_on(store_url, 0, PATIENT) as servers:
        host = await servers.start(words=("--keys", str(keys.path)))
        async with Client(host.address, api_key) as lobby:
            made = await lobby.tokens.create("ann")
            office = Office(old, made.token)
            async with Client(host.address, office.token) as ann:
                match = ann.match(await new_match(lobby, ["ann", "ann"]), 0)
                async with aclosing(match.updates(0)) as updates:
                    first = asyncio.ensure_future(anext(updates))
                    update = await match.resign()
                    assert await first == update
                assert office.asked == 2
            async with Client(host.address, old) as late:
                with pytest.raises(TokenExpired):
                    await late.match(match.id).get()
