"""deploy/compose.yaml is what the servers and Valkey understand, and keeps what it promises."""

import subprocess
from pathlib import Path, PurePosixPath
from typing import Final
from urllib.parse import urlsplit

import msgspec
import pytest
from ruamel.yaml import YAML

from gemwright.redis.connect import connected
from gemwright.redis.inspection import inspect
from gemwright.setting_kinds import duration
from gemwright.settings import Settings, read_settings
from tests.app.process import PATIENCE, clean_environment, command
from tests.deploy.dockerfile import image_environment, the_one
from tests.event_loop import on_event_loop
from tests.valkey import valkey

FILE: Final = Path(__file__).parents[2] / "deploy/compose.yaml"


class Needed(msgspec.Struct):
    """A service that another one waits for."""

    condition: str


class Check(msgspec.Struct):
    """How a service is asked whether it is well."""

    test: list[str] = []
    disable: bool = False


class Service(msgspec.Struct):
    """What the tests look at of a service."""

    read_only: bool
    cap_drop: list[str]
    security_opt: list[str]
    image: str
    environment: dict[str, str] = {}
    entrypoint: list[str] = []
    command: list[str] = []
    user: str = ""
    ports: list[str] = []
    networks: list[str] = []
    volumes: list[str] = []
    depends_on: dict[str, Needed] = {}
    healthcheck: Check | None = None
    stop_grace_period: str = "10s"
    restart: str = "no"
    profiles: list[str] = []

    def mounted(self) -> dict[str, str]:
        """The volumes by where they are mounted."""
        parts = [volume.split(":") for volume in self.volumes]
        return {where: name for name, where, *_ in parts}


class Compose(msgspec.Struct):
    """The file."""

    services: dict[str, Service]
    volumes: dict[str, dict[str, str]]
    networks: dict[str, dict[str, bool]]


COMPOSE: Final = msgspec.convert(YAML(typ="safe").load(FILE), Compose)
VALKEY: Final = COMPOSE.services["valkey"]
MAKER: Final = COMPOSE.services["keys"]
SERVERS: Final = {
    name: service for name, service in COMPOSE.services.items() if name.startswith("server-")
}
SERVER = pytest.mark.parametrize("service", SERVERS.values(), ids=SERVERS)


def settings_of(service: Service) -> Settings:
    """What a server is told; it would leave if it did not understand."""
    return read_settings(service.command, image_environment() | service.environment)


def test_there_are_two_servers_that_differ_in_their_ports_alone() -> None:
    first, second = SERVERS.values()
    assert first.ports != second.ports
    assert msgspec.structs.replace(first, ports=second.ports) == second


@SERVER
def test_every_variable_is_a_setting(service: Service) -> None:
    known = {f"GEMWRIGHT_{name.upper()}" for name in Settings.__dataclass_fields__}
    assert set(service.environment) <= known
    set_by_image = {name for name in image_environment() if name.startswith("GEMWRIGHT_")}
    assert set_by_image <= known


@SERVER
def test_a_server_has_longer_to_stop_than_its_calls(service: Service) -> None:
    assert duration(service.stop_grace_period) >= settings_of(service).grace + 5


@SERVER
def test_a_server_is_reached_where_it_listens_and_from_this_machine_only(service: Service) -> None:
    hosts, _, inside = zip(*(port.split(":") for port in service.ports), strict=True)
    settings = settings_of(service)
    assert set(hosts) == {"127.0.0.1"}
    assert settings.http_address is not None
    assert [int(port) for port in inside] == [settings.listen.port, settings.http_address.port]


@SERVER
def test_a_server_finds_its_valkey_and_its_keys(service: Service) -> None:
    settings = settings_of(service)
    host = urlsplit(settings.redis or "").hostname
    assert service.depends_on == {host: Needed("service_healthy")}
    assert set(service.networks) & set(VALKEY.networks)
    assert settings.keys is not None
    keys = MAKER.environment["GEMWRIGHT_KEYS"]
    assert keys == str(settings.keys)
    folder = str(PurePosixPath(keys).parent)
    assert service.mounted()[folder] == MAKER.mounted()[folder]


def test_nobody_but_the_servers_reaches_valkey() -> None:
    assert VALKEY.ports == []
    assert all(COMPOSE.networks[name].get("internal") for name in VALKEY.networks)


def test_everything_runs_without_rights() -> None:
    assert not the_one("USER").text.startswith("0")
    for service in COMPOSE.services.values():
        assert service.read_only
        assert service.cap_drop == ["ALL"]
        assert service.security_opt == ["no-new-privileges:true"]
        assert not service.user.startswith("0")


def test_what_serves_is_started_again() -> None:
    for name, service in COMPOSE.services.items():
        assert service.restart == ("no" if service.profiles else "unless-stopped"), name


def test_volumes_and_networks_are_declared() -> None:
    for service in COMPOSE.services.values():
        assert set(service.mounted().values()) <= set(COMPOSE.volumes)
        assert set(service.networks) <= set(COMPOSE.networks)


def test_a_server_finds_nothing_wrong_with_that_valkey() -> None:
    async def test(url: str) -> None:
        async with connected(url) as connection:
            durability = await inspect(connection)
            assert durability.warnings == ()
            assert [one.fsync for one in durability.primaries] == ["everysec"]

    program, *words = VALKEY.command
    assert program == "valkey-server"
    with valkey(*words) as store:
        on_event_loop(test(store.url))


def test_the_command_for_keys_prints_one_that_its_server_reads(tmp_path: Path) -> None:
    keys = tmp_path / "keys.json"
    program, *words = [*MAKER.entrypoint, *MAKER.command]
    assert program == "gemwright-server"
    made = subprocess.run(
        command(*words),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
        env=clean_environment({"GEMWRIGHT_KEYS": str(keys)}),
    )
    assert made.returncode == 0, made.stderr
    assert len(made.stdout.split()) == 1
    assert made.stdout.strip() not in keys.read_text(encoding="utf-8")
