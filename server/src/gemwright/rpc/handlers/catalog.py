"""CatalogService: what the server is and which games it has."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from importlib.resources import files
from typing import Final

from gemwright.engine import GAMES, splendor
from gemwright.engine.splendor.limits import SUPPLY_OF_SEATS
from gemwright.pb import catalog_service_pb2 as pb
from gemwright.rpc.convert.cards import card_messages
from gemwright.rpc.convert.games import MESSAGE_GAMES, options_message
from gemwright.rpc.handlers.call import Call, Handlers, unary
from gemwright.rpc.handlers.fields import Findings
from gemwright.rpc.handlers.matchmaking import MOST_IN_BATCH
from gemwright.rpc.handlers.staging import scenario_message
from gemwright.scenarios import LANGUAGES, scenarios
from gemwright.settings import Settings

_DUEL_SEATS: Final = (2,)
_COMMAND_LINE: Final = "cli."
"""Begins the keys of words that only the command line of the Python client says."""


def _terms(language: str) -> tuple[pb.Term, ...]:
    path = files("gemwright") / "words" / f"{language}.json"
    words: Mapping[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return tuple(
        pb.Term(key=key, text=text)
        for key, text in words.items()
        if not key.startswith(_COMMAND_LINE)
    )


_TERMS: Final = {language: _terms(language) for language in LANGUAGES}
"""Every word that any client may say, by language, in the order of the catalogue."""


@dataclass(frozen=True, slots=True)
class Promises:
    """What the store was found to promise about data."""

    store: str
    is_append_only: bool
    fsync: str
    replicas: int
    warnings: tuple[str, ...]


class CatalogHandlers:
    """The calls of CatalogService."""

    def __init__(self, settings: Settings, promises: Callable[[], Promises]) -> None:
        self._settings = settings
        self._promises = promises

    def calls(self) -> Handlers:
        """Every call by its name."""
        return {
            "GetServerInfo": unary(pb.GetServerInfoRequest, self._info),
            "ListGames": unary(pb.ListGamesRequest, self._games),
            "ListCards": unary(pb.ListCardsRequest, self._cards),
            "ListScenarios": unary(pb.ListScenariosRequest, self._scenarios),
        }

    async def _info(self, _: pb.GetServerInfoRequest, call: Call) -> pb.GetServerInfoResponse:
        promises = self._promises()
        return pb.GetServerInfoResponse(
            server_version=version("gemwright"),
            is_development_mode=self._settings.is_development,
            limits=self._limits(),
            durability=pb.Durability(
                store=promises.store,
                is_append_only=promises.is_append_only,
                fsync=promises.fsync,
                replicas=promises.replicas,
                warnings=promises.warnings,
                wait_replicas=self._settings.wait_replicas,
                waits_for_disk=self._settings.wait_aof,
            ),
        )

    def _limits(self) -> pb.Limits:
        settings = self._settings
        return pb.Limits(
            max_request_bytes=settings.max_message_bytes,
            max_open_streams=settings.streams_per_caller,
            max_matches_per_owner=settings.max_matches,
            max_calls_per_second=settings.calls_per_second,
            player_token_seconds=round(settings.player_token_ttl),
            activity_seconds=round(settings.keep_activity),
            max_batch_size=MOST_IN_BATCH,
            heartbeat_seconds=round(settings.heartbeat),
            request_id_seconds=round(settings.keep_request_ids),
            keep_finished_seconds=round(settings.keep_finished),
            abandon_seconds=round(settings.abandon_after),
            join_timeout_seconds=round(settings.join_deadline),
        )

    async def _games(self, _: pb.ListGamesRequest, call: Call) -> pb.ListGamesResponse:
        return pb.ListGamesResponse(games=[_game(name) for name in GAMES])

    async def _cards(self, request: pb.ListCardsRequest, call: Call) -> pb.ListCardsResponse:
        found = Findings()
        game = found.game(request.game)
        language = _language(request.language, found)
        found.check()
        return pb.ListCardsResponse(cards=card_messages(game), terms=_TERMS[language])

    async def _scenarios(
        self, request: pb.ListScenariosRequest, call: Call
    ) -> pb.ListScenariosResponse:
        found = Findings()
        language = _language(request.language, found)
        found.check()
        known = scenarios().values() if self._settings.is_development else ()
        return pb.ListScenariosResponse(
            scenarios=[scenario_message(scenario, language) for scenario in known]
        )


def _language(asked: str, found: Findings) -> str:
    """The language that is asked for, the first one where none is."""
    language = asked or LANGUAGES[0]
    if language not in LANGUAGES:
        found.add("language", f"one of {', '.join(LANGUAGES)} is expected")
    return language


def _game(name: str) -> pb.GameInfo:
    game = GAMES[name]
    seats = tuple(SUPPLY_OF_SEATS) if name == splendor.NAME else _DUEL_SEATS
    return pb.GameInfo(
        game=MESSAGE_GAMES[name],
        rules_version=game.RULES_VERSION,
        min_seats=min(seats),
        max_seats=max(seats),
        default_options=options_message(name, game.Options().values),
    )
