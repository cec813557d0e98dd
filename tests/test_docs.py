"""What the README and the pages in docs say is run and compared here."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest
from google.protobuf import json_format
from google.protobuf.message_factory import GetMessageClass

from gemwright.contract import errors
from gemwright.matches.stored import Feed
from gemwright.pb import (
    catalog_service_pb2,
    error_pb2,
    match_pb2,
    match_service_pb2,
    matchmaker_service_pb2,
    refusal_pb2,
)
from gemwright.redis import inspection, keys
from gemwright.rpc.handlers.creation import match_request
from gemwright.rpc.handlers.scenarios import staged
from gemwright.settings import read_settings
from tests.app.process import clean_environment
from tests.programs.chaos.__main__ import parser as chaos_words
from tests.programs.chaos.check.findings import Promise
from tests.programs.chaos.faults.catalogue import FAULTS

ROOT = Path(__file__).parents[1]
BIN = Path(sys.executable).parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PROOF = (ROOT / "docs/proof.md").read_text(encoding="utf-8")
PROTOCOL = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
ARCHITECTURE = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
DOCUMENTS = [
    ROOT / "README.md",
    *sorted(ROOT.glob("clients/*/README.md")),
    *sorted(ROOT.glob("docs/**/*.md")),
]
PATIENCE = 60.0
START = "make run"
EVERYWHERE = "127.0.0.1:7373"
FOR_BROWSERS = "127.0.0.1:7374"
STEP = "--- next command"

MESSAGES = {
    descriptor.full_name: descriptor
    for module in (
        catalog_service_pb2,
        match_service_pb2,
        matchmaker_service_pb2,
        refusal_pb2,
    )
    for descriptor in module.DESCRIPTOR.message_types_by_name.values()
}


def blocks(text: str, info: str) -> list[str]:
    """The fenced blocks that begin with a line of this kind."""
    return re.findall(rf"^```{info}\n(.*?)^```$", text, flags=re.DOTALL | re.MULTILINE)


def table(text: str, header: str) -> list[list[str]]:
    """The cells of the table whose first row begins so, without that row."""
    lines = text[text.index(f"| {header} |") :].partition("\n\n")[0].splitlines()
    return [[cell.strip().strip("`") for cell in line.split("|")[1:-1]] for line in lines[2:]]


def commands() -> Iterator[tuple[str, list[str]]]:
    """What a reader of the README is told to type, and what it is told to see then."""
    for block in blocks(README, "console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            lines = part.splitlines()
            size = next(n for n in range(1, len(lines) + 1) if is_whole("\n".join(lines[:n])))
            yield "\n".join(lines[:size]), lines[size:]


def is_whole(command: str) -> bool:
    """Whether a shell would not wait for another line."""
    return not command.endswith("\\") and not command.count("'") % 2


@pytest.fixture
def places(tmp_path: Path) -> Iterator[dict[str, str]]:
    """Where a server listens that was started as the README says, for what the README has."""
    words = ["make", "--no-print-directory", f"BIN={BIN}", "--old-file=.venv/.installed"]
    log = tmp_path / "log"
    settings = {"GEMWRIGHT_LISTEN": "127.0.0.1:0", "GEMWRIGHT_DATA": str(tmp_path / "data")}
    with log.open("w", encoding="utf-8") as stderr:
        process = subprocess.Popen(
            [*words, START.removeprefix("make ")],
            cwd=ROOT,
            env=clean_environment(settings),
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
            start_new_session=True,
        )
    assert process.stdout is not None
    with process:
        try:
            said = process.stdout.readline()
            expected = next(shown for command, shown in commands() if command == START)
            assert said.startswith(expected[0].removesuffix(EVERYWHERE)), log.read_text()
            found = {EVERYWHERE: said.split()[-1]}
            while FOR_BROWSERS not in found:
                if web := re.match("  web +http://(.+)/$", process.stdout.readline()):
                    found[FOR_BROWSERS] = web[1]
            yield found
        finally:
            process.terminate()
            process.wait(PATIENCE)


def test_the_commands_in_the_readme_do_what_it_says(places: dict[str, str], tmp_path: Path) -> None:
    told = [(command, shown) for command, shown in commands() if command != START]
    script = "\n".join(f"echo '{STEP}'\n{runnable(command, places)}" for command, _ in told)
    run = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=ROOT,
        env=os.environ | {"BEHIND": str(tmp_path / "behind")},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    outputs = run.stdout.split(f"{STEP}\n")[1:]
    for (command, shown), output in zip(told, outputs, strict=True):
        for line in shown:
            assert line in re.sub(" +", " ", output), f"{command} does not print {line}"


def runnable(command: str, places: dict[str, str]) -> str:
    """The command for a test; what runs behind the others shows its output at `wait`."""
    if command.startswith("make"):
        # Running the tests inside the tests would never end; that the target exists is seen here.
        command = command.replace("make", "make --dry-run --always-make", 1)
    if command.endswith("&"):
        command = command.removesuffix("&") + '> "$BEHIND" &'
    if command == "wait":
        command = 'wait; cat "$BEHIND"'
    for told, place in places.items():
        command = command.replace(told, place)
    return command.replace(".venv/bin/", f"{BIN}/")


PRINTED = ("NOT_YOUR_TURN", "of 20 random games won", "gemwright game")


@pytest.mark.parametrize(
    ("code", "printed"), [*zip(blocks(README, "python"), PRINTED, strict=True)]
)
def test_the_code_in_the_readme_runs(code: str, printed: str) -> None:
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert printed in run.stdout


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_a_document_points_to_exists(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#]+)\)", text)
    paths = re.findall(r"`((?:docs|tests|server|bench|protos)/[\w./-]*)`", text)
    for link in links:
        assert (document.parent / link).exists(), link
    for path in paths:
        assert (ROOT / path).exists(), path


def test_a_server_understands_what_a_document_gives_it() -> None:
    told = "\n".join(document.read_text(encoding="utf-8") for document in DOCUMENTS)
    flags = re.findall(r"`make run ARGS='([^']+)'`", told)
    assert flags
    for words in flags:
        read_settings(words.split(), {})  # it exits at a word that it does not know


def test_the_proofs_that_a_reader_is_told_to_run_are_there() -> None:
    told = [line for block in blocks(PROOF, "console") for line in block.splitlines()]
    assert {command.split()[1] for command in told} == {"chaos", "soak", "fuzz"}
    dry = "make --no-print-directory --dry-run --old-file=.venv/.installed "
    for command in told:
        words = ["bash", "-c", command.replace("make ", dry, 1)]
        planned = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
        module, *rest = planned.stdout.partition(" -m ")[2].split()
        if module == "tests.programs.chaos":
            chaos_words().parse_args(rest)  # it exits at a word that it does not know


def test_the_faults_on_the_page_of_proofs_are_those_that_are_planted() -> None:
    rows = table(PROOF, "planted | reported")
    assert len(rows) == len(FAULTS) + 1, "one is not in the server: the store is rolled back"
    promises = {promise.strip("` ") for _, told in rows for promise in told.split(",")}
    assert promises == set(Promise) == {row[0] for row in table(PROOF, "promise | broken when")}


def test_the_messages_in_the_protocol_are_such_messages() -> None:
    examples = re.findall(r"^```json (\S+)\n(.*?)^```$", PROTOCOL, flags=re.DOTALL | re.MULTILINE)
    assert len(examples) == PROTOCOL.count("```json")
    for name, example in examples:
        message = json_format.Parse(example, GetMessageClass(MESSAGES[name])())
        if isinstance(message, matchmaker_service_pb2.CreateMatchRequest):
            whole = staged(message, "ann") if message.scenario else message
            assert match_request(whole).seats


def test_the_protocol_names_every_error_with_its_status() -> None:
    contract = (ROOT / "protos/gemwright/v1/error.proto").read_text(encoding="utf-8")
    promised = re.findall(
        r"// ([A-Z_]+)\. (?:(?!ERROR_REASON).)*ERROR_REASON_(\w+)", contract, re.S
    )
    told = [(status, reason) for reason, status, _ in table(PROTOCOL, "reason | status")]
    assert told == promised
    codes = {code.value[0]: code.name for code in grpc.StatusCode}
    for code, reason in errors.TABLE.values():
        name = error_pb2.ErrorReason.Name(reason).removeprefix("ERROR_REASON_")
        assert (codes[code], name) in told


def test_the_protocol_explains_every_state_and_every_reset() -> None:
    states = {name.removeprefix("MATCH_STATE_") for name in match_pb2.MatchState.keys()[1:]}
    assert {row[0] for row in table(PROTOCOL, "state")} == states
    resets = match_service_pb2.ResetReason.keys()[1:]
    told = {f"RESET_REASON_{row[0]}" for row in table(PROTOCOL, "reset")}
    assert told == set(resets)


def test_the_protocol_explains_every_limit_and_every_message_of_a_watch() -> None:
    limits = catalog_service_pb2.Limits.DESCRIPTOR.fields
    assert [row[0] for row in table(PROTOCOL, "limit")] == [field.name for field in limits]
    watch = match_service_pb2.WatchMatchResponse.DESCRIPTOR.oneofs_by_name["message"]
    told = {row[0] for row in table(PROTOCOL, "message")}
    assert told == {field.name for field in watch.fields}


def test_the_architecture_names_every_key() -> None:
    tag, match = b"{b017}", b"<match>"
    names = {
        "match_key": keys.match_key(tag, match),
        "log_key": keys.log_key(tag, match),
        "requests_key": keys.requests_key(tag, match),
        "due_key": keys.due_key(tag),
        "timers_key": keys.timers_key(tag),
        "alive_key": keys.alive_key(tag),
        "live_key": keys.live_key(tag, "<owner>"),
        "lease_key": keys.lease_key(tag, match, "<principal>"),
        "owner_key": keys.owner_key(tag, "<owner>"),
        "principal_key": keys.principal_key(tag, "<owner>", "<principal>"),
        "feed_key": b"",
        "settled_key": keys.settled_key(tag),
        "seed_key": keys.seed_key("<sha256>"),
    }
    source = ast.parse(Path(keys.__file__).read_text(encoding="utf-8"))
    functions = [node.name for node in source.body if isinstance(node, ast.FunctionDef)]
    assert set(names) == {name for name in functions if name.endswith("_key")}
    del names["feed_key"]
    feeds = {keys.feed_key(tag, feed).decode() for feed in Feed}
    told = {row[0] for row in table(ARCHITECTURE, "key")}
    deployment = {inspection.FORMAT_KEY, inspection.SECRET_KEY}
    assert told == {name.decode() for name in names.values()} | feeds | deployment
    assert keys.WAKE_CHANNEL.decode() in ARCHITECTURE
    assert keys.wake_channel(tag).decode() in ARCHITECTURE
