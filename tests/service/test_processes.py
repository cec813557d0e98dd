"""How logs of servers under test are read: whole lines, and whatever is none of theirs is shown."""

from pathlib import Path

from tests.service.processes import cut_torn_line, read_log

FIRST = '{"event": "serving", "level": "info"}\n'
ODD = '{"event": "said", "level": "info", "text": "\u2028 \x85"}\n'


def test_a_line_that_is_being_written_is_none_yet(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text(FIRST + FIRST[:10], encoding="utf-8")
    assert [line["event"] for line in read_log(log)] == ["serving"]


def test_signs_that_end_lines_elsewhere_end_none_here(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text(ODD, encoding="utf-8")
    assert [line["event"] for line in read_log(log)] == ["said"]


def test_what_is_no_line_of_a_log_is_an_error_that_is_shown(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text(f"{FIRST}Segmentation fault\n7\n{FIRST}", encoding="utf-8")
    _, fault, number, _ = read_log(log)
    assert (fault["level"], fault["line"]) == ("error", "Segmentation fault")
    assert (number["level"], number["line"]) == ("error", "7")


def test_a_kill_in_the_middle_of_a_line_spoils_no_other(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text(FIRST + FIRST[:10], encoding="utf-8")
    cut_torn_line(log)
    with log.open("a", encoding="utf-8") as restarted:
        restarted.write(FIRST)
    assert [line["event"] for line in read_log(log)] == ["serving", "serving"]
