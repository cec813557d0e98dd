"""Flags and environment variables: what they mean, which wins, what is refused."""

import dataclasses
from pathlib import Path

import pytest

from gemwright.setting_kinds import Address
from gemwright.settings import Settings, read_settings
from tests.app.process import clean_environment, refused

SECRET = "hush-hush"
ORIGINS = ("https://a.example", "http://[::1]:1")


def test_without_anything_it_is_a_server_for_this_machine() -> None:
    settings = read_settings([], {})
    assert settings == Settings()
    assert settings.listen == Address("127.0.0.1", 7373)
    assert settings.redis is None
    assert settings.data == Path("data")


@pytest.mark.parametrize(
    ("flag", "text", "name", "value"),
    [
        ("--listen", "[::1]:80", "listen", Address("::1", 80)),
        ("--listen", "localhost:0", "listen", Address("127.0.0.1", 0)),
        ("--http", "[::1]:80", "http", Address("::1", 80)),
        ("--http", "off", "http", None),
        ("--http-origins", "https://a.example, http://[::1]:1", "http_origins", ORIGINS),
        ("--max-message-bytes", "4096", "max_message_bytes", 4096),
        ("--max-message-bytes", "512KiB", "max_message_bytes", 524_288),
        ("--max-streams", "7", "max_streams", 7),
        ("--heartbeat", "250ms", "heartbeat", 0.25),
        ("--grace", "0s", "grace", 0.0),
        ("--grace", "1.5s", "grace", 1.5),
        ("--redis", "rediss://host:1/2", "redis", "rediss://host:1/2"),
        ("--redis", "unix:///run/valkey.sock", "redis", "unix:///run/valkey.sock"),
        ("--data", "/srv/data", "data", Path("/srv/data")),
        ("--fsync", "always", "fsync", "always"),
        ("--wait-replicas", "0", "wait_replicas", 0),
        ("--wait-aof", "on", "wait_aof", True),
        ("--allow-eviction", "off", "allow_eviction", False),
        ("--wake-ups", "off", "wake_ups", False),
        ("--poll", "2s", "poll", 2.0),
        ("--poll", "auto", "poll", None),
        ("--join-deadline", "5m", "join_deadline", 300.0),
        ("--abandon-after", "7d", "abandon_after", 604_800.0),
        ("--keep-finished", "1d", "keep_finished", 86_400.0),
        ("--keep-request-ids", "2h", "keep_request_ids", 7_200.0),
        ("--cache-matches", "10", "cache_matches", 10),
        ("--log-level", "debug", "log_level", "debug"),
        ("--log-format", "console", "log_format", "console"),
    ],
)
def test_a_flag_and_its_variable_mean_the_same(
    flag: str, text: str, name: str, value: object
) -> None:
    variable = f"GEMWRIGHT_{name.upper()}"
    by_flag = read_settings([flag, text], {})
    by_variable = read_settings([], {variable: text})
    assert by_flag == by_variable
    given = {field.name: getattr(by_flag, field.name) for field in dataclasses.fields(Settings)}
    assert given[name] == value
    assert type(given[name]) is type(value)
    assert read_settings([flag, text], {variable: ""}) == by_flag


def test_a_flag_wins_over_the_variable() -> None:
    assert read_settings(["--grace", "1s"], {"GEMWRIGHT_GRACE": "2s"}).grace == 1


def test_an_empty_variable_is_none() -> None:
    assert read_settings([], {"GEMWRIGHT_GRACE": "", "GEMWRIGHT_REDIS": ""}) == Settings()


def test_variables_that_are_no_settings_are_left_to_others() -> None:
    assert read_settings([], {"GEMWRIGHT_PORT": "tcp://10.0.0.1:7373"}) == Settings()


def test_a_switch_without_a_word_is_on() -> None:
    settings = read_settings(["--wait-aof", "--allow-eviction", "--grace", "1s"], {})
    assert (settings.wait_aof, settings.allow_eviction, settings.wake_ups) == (True, True, True)


@pytest.mark.parametrize(
    ("words", "seconds"),
    [("", 5), ("--wake-ups off", 1), ("--wake-ups off --poll 3s", 3), ("--poll 200ms", 0.2)],
)
def test_without_wake_ups_it_looks_more_often(words: str, seconds: float) -> None:
    assert read_settings(words.split(), {}).poll_every == seconds


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("", Address("127.0.0.1", 7374)),
        ("--listen [::1]:80", Address("::1", 81)),
        ("--listen 127.0.0.1:0", Address("127.0.0.1", 0)),
        ("--listen 127.0.0.1:65535", Address("127.0.0.1", 0)),
        ("--keys keys.json", None),
        ("--http off", None),
        ("--keys keys.json --http 127.0.0.1:80", Address("127.0.0.1", 80)),
    ],
)
def test_browsers_are_served_beside_the_others_without_keys_and_where_it_is_told(
    words: str, place: Address | None
) -> None:
    assert read_settings(words.split(), {}).http_address == place


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--http 127.0.0.1:7373", "--http: the same address as --listen"),
        ("--metrics 127.0.0.1:7374", "--metrics: 127.0.0.1:7374 is where --http serves browsers"),
        ("--http off --http-origins https://a.example", "--http-origins: only with --http"),
        ("--keys k --http-origins https://a.example", "--http-origins: only with --http"),
    ],
)
def test_settings_of_http_that_cannot_all_be_meant_are_refused(
    words: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert line_of(capsys, words.split(), {}).startswith(said)


def test_a_password_comes_from_the_environment_only_and_is_not_shown() -> None:
    url = f"redis://user:{SECRET}@host"
    given = {"GEMWRIGHT_REDIS_PASSWORD": SECRET, "GEMWRIGHT_REDIS": url}
    settings = read_settings([], given)
    assert (settings.redis, settings.redis_password) == (url, SECRET)
    assert SECRET not in repr(settings)
    code, said = refused("--redis-password", SECRET)
    assert code == 2
    assert "--redis-password" in said


WRONG = [
    ("listen", "7373", "'7373' is no address such as 127.0.0.1:7373 or [::1]:7373"),
    ("listen", "127.0.0.1:65536", "is no address"),
    ("listen", "127.0.0.1:http", "is no address"),
    ("listen", "example.org:80", "'example.org' is neither localhost nor an IP address"),
    ("http", "on", "'on' is no address"),
    ("http-origins", "https://a.example/", "'https://a.example/' is no origin"),
    ("http-origins", "https://a.example:443", "'https://a.example:443' is no origin"),
    ("http-origins", "http://[::1]:80", "'http://[::1]:80' is no origin"),
    ("http-origins", "a.example", "'a.example' is no origin"),
    ("http-origins", "https://a.example,", "'' is no origin"),
    ("http-origins", "*", "'*' is no origin"),
    ("workers", "0", "0 is too few"),
    ("max-streams", "-1", "'-1' is no whole number"),
    ("max-streams", "many", "'many' is no whole number"),
    ("max-message-bytes", "1MB", "'1MB' is no size"),
    ("max-message-bytes", "3000MiB", "more than 2 GiB"),
    ("heartbeat", "15", "'15' is no time, such as 250ms, 15s, 10m, 6h or 30d"),
    ("heartbeat", "0s", "'0s' is too short"),
    ("grace", "-1s", "'-1s' is no time"),
    ("grace", "ten seconds", "'ten seconds' is no time"),
    ("fsync", "never", "'never' is none of everysec, always"),
    ("wake-ups", "yes", "'yes' is neither on nor off"),
    ("log-level", "loud", "'loud' is none of debug, info, warning, error"),
    ("redis", "localhost:6379", "needs a URL such as redis://host:6379/0"),
    ("redis", f"http://:{SECRET}@host", "needs a URL"),
    ("redis", f"redis://:{SECRET}@", "needs a URL"),
    ("redis", f"redis://:{SECRET}@host:port", "needs a URL"),
    ("redis", f"redis://:{SECRET}@[::1", "needs a URL"),
]


def line_of(capsys: pytest.CaptureFixture[str], words: list[str], given: dict[str, str]) -> str:
    with pytest.raises(SystemExit) as left:
        read_settings(words, given)
    shown = capsys.readouterr()
    (line,) = shown.err.splitlines()
    assert left.value.code == 2
    assert shown.out == ""
    assert SECRET not in line
    assert line.startswith("gemwright-server: ")
    return line.removeprefix("gemwright-server: ")


@pytest.mark.parametrize(("name", "text", "said"), WRONG)
def test_what_is_wrong_is_told_with_the_flag_or_the_variable(
    name: str, text: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    by_flag = line_of(capsys, [f"--{name}={text}"], {})
    assert by_flag.startswith(f"--{name}: ")
    assert said in by_flag
    variable = f"GEMWRIGHT_{name.upper().replace('-', '_')}"
    by_variable = line_of(capsys, [], {variable: text})
    assert by_variable.startswith(f"{variable}: ")
    assert said in by_variable


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--lisen", "127.0.0.1:1"], "--lisen"),
        (["--grac", "1s"], "--grac"),
        (["serve"], "serve"),
        (["--grace"], "expected one argument"),
    ],
)
def test_what_is_no_option_is_told(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said in line_of(capsys, words, {})


def test_a_wrong_setting_ends_the_process_with_one_line() -> None:
    code, said = refused(environment={"GEMWRIGHT_GRACE": "soon"})
    assert code == 2
    assert said.splitlines() == [
        "gemwright-server: GEMWRIGHT_GRACE: 'soon' is no time, such as 250ms, 15s, 10m, 6h or 30d"
    ]


def test_help_fits_80_columns_and_names_every_option(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit) as left:
        read_settings(["--help"], {})
    assert left.value.code == 0
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= 80
    names = {field.name for field in dataclasses.fields(Settings)} - {"redis_password"}
    assert all(f"  --{name.replace('_', '-')} " in shown for name in names)
    assert "GEMWRIGHT_REDIS_PASSWORD" in shown


def test_tests_start_servers_without_settings_of_the_tester(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("GEMWRIGHT_GRACE", "1s")
    assert "GEMWRIGHT_GRACE" not in clean_environment()


@pytest.mark.parametrize(
    ("words", "variables", "told"),
    [
        (["--wait-replicas", "1"], {}, "--wait-replicas: the server's own Valkey has none"),
        ([], {"GEMWRIGHT_REDIS_PASSWORD": "x"}, "GEMWRIGHT_REDIS_PASSWORD: there is no --redis"),
        (["--keep-request-ids", "60d"], {}, "--keep-request-ids: longer than --keep-finished"),
        (["--metrics", "127.0.0.1:7373"], {}, "--metrics: the same address as --listen"),
        (
            ["--redis", "redis://host", "--fsync", "always"],
            {},
            "--fsync: only for the server's own",
        ),
    ],
)
def test_settings_that_contradict_each_other_are_told_in_a_line(
    words: list[str],
    variables: dict[str, str],
    told: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as left:
        read_settings(words, variables)
    assert left.value.code == 2
    assert capsys.readouterr().err.startswith(f"gemwright-server: {told}")
