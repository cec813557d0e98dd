"""What the check makes of the journal of a storm, and of journals whose processes were killed."""

from pathlib import Path

from tests.programs.chaos.check.lines import last_starts, lines
from tests.programs.chaos.check.storming import Outage, Storm, storm_of
from tests.programs.chaos.journal import Journal, Kind, Line


def storm(folder: Path, *deeds: tuple[float, str, str]) -> Storm:
    """The storm of a journal with these deeds."""
    path = folder / "storm.jsonl"
    told = [Line(Kind.DONE, at=at, what=what, whom=whom) for at, what, whom in deeds]
    path.write_text("".join(f"{line.text()}\n" for line in told), encoding="utf-8")
    return storm_of(path)


def test_an_outage_begins_when_the_last_server_has_gone(tmp_path: Path) -> None:
    found = storm(
        tmp_path,
        (1, "started", "server 1"),
        (1, "started", "server 2"),
        (10, "kill", "server 1"),
        (12, "stop", "server 2"),
        (18, "start", "server 1"),
        (20, "started", "server 1"),
    )
    assert [one for one in found.outages if one.begin > 1] == [Outage(12, 18)]
    assert [one for one in found.absences if one.begin > 1] == [Outage(12, 20)]


def test_an_outage_ends_when_a_stopped_server_goes_on(tmp_path: Path) -> None:
    found = storm(
        tmp_path,
        (1, "started", "server 1"),
        (2, "stop", "server 1"),
        (9, "continue", "server 1"),
    )
    assert found.outages == found.absences == [Outage(2, 9)]
    assert found.outages[0].is_given_back


def test_a_store_that_is_away_is_an_outage_with_all_servers_there(tmp_path: Path) -> None:
    found = storm(
        tmp_path,
        (1, "started", "server 1"),
        (4, "kill", "store"),
        (5, "start", "store"),
        (6, "started", "store"),
    )
    assert found.outages == [Outage(4, 5)]
    assert found.absences == [Outage(4, 6)]
    assert not found.outages[0].is_given_back


def test_what_befalls_doors_and_clients_is_no_outage(tmp_path: Path) -> None:
    found = storm(
        tmp_path,
        (1, "started", "server 1"),
        (2, "kill", "players 1"),
        (2, "close", "door 1"),
        (2, "drain", "bots 1"),
    )
    assert (found.outages, found.absences) == ([], [])
    assert found.deeds["kill", "players"] == 1


def test_a_run_without_a_storm_has_no_outage(tmp_path: Path) -> None:
    found = storm_of(tmp_path / "storm.jsonl")
    assert found.outages == []
    assert not found.lost_before(1e9)


def test_a_line_that_a_killed_process_could_not_finish_is_left_out(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "players-1-0.jsonl")
    journal.write(Kind.CALLED, 1, method="SubmitAction", message=b"\x00\xff")
    journal.close()
    with (tmp_path / "players-1-0.jsonl").open("ab") as file:
        file.write(b'{"kind": "answered", "mess')
    found = list(lines(tmp_path / "players-1-0.jsonl"))
    assert [(line.kind, line.method, line.message) for line in found] == [
        (Kind.CALLED, "SubmitAction", b"\x00\xff")
    ]


def test_only_the_last_start_of_a_process_ended_in_order() -> None:
    names = ("watchers-1-0", "watchers-1-10", "watchers-1-9", "watchers-2-0", "feeds-1-0")
    paths = [Path(f"{name}.jsonl") for name in names]
    assert last_starts(paths) == {paths[1], paths[3], paths[4]}
