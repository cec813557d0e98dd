"""CatalogService: what the server is and which games it has."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from typing import Final

from gemwright.contract.cards import card_messages
from gemwright.contract.fields import Findings
from gemwright.contract.games import MESSAGE_GAMES, options_message
from gemwright.engine import GAMES
from gemwright.languages import ENGLISH, LANGUAGES
from gemwright.pb import catalog_service_pb2 as pb
from gemwright.rpc.calls import Call, Handlers, unary
from gemwright.rpc.handlers.matchmaker import MOST_IN_BATCH
from gemwright.rpc.handlers.scenarios import scenario_message
from gemwright.scenarios import scenarios
from gemwright.settings import Settings

_TERMS: Final = {
    code: tuple(pb.Term(key=key, text=text) for key, text in language.terms.items())
    for code, language in LANGUAGES.items()
}
"""Every word that any client may show, by language, in the order of its files."""


@dataclass(frozen=True, slots=True)
class StoreInfo:
    """What the store promises about data, as the server found it."""

    store: str
    is_append_only: bool
    fsync: str
    replicas: int
    warnings: tuple[str, ...]


class CatalogHandlers:
    """The calls of CatalogService."""

    def __init__(self, settings: Settings, promises: Callable[[], StoreInfo]) -> None:
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
    """The language that is asked for, English if none is."""
    language = asked or ENGLISH
    if language not in LANGUAGES:
        found.add("language", f"one of {', '.join(LANGUAGES)} is expected")
    return language


def _game(name: str) -> pb.GameInfo:
    game = GAMES[name]
    return pb.GameInfo(
        game=MESSAGE_GAMES[name],
        rules_version=game.RULES_VERSION,
        min_seats=min(game.SEATS),
        max_seats=max(game.SEATS),
        default_options=options_message(name, game.Options().values),
    )
