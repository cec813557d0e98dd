"""How far one has to go in this code: calls of an action, hops to a rule, files of a change, lines.

Three kinds of figures, each explained where it is taken: `measure_way.py` runs two servers and
profiles one action and one resumed watch, `measure_source.py` counts lines, `measure_changes.py`
reads tables. The old figures are those of f6a5150, the last commit before the code was put in
order. Its ways and lines were taken with these same modules, its hops and files by a reader.
"""

import argparse
import json
from collections.abc import Mapping
from typing import Final

from measure_changes import TO_A_RULE, Touched, broken_hops, touched
from measure_source import Source, median, ninetieth, source_of
from measure_way import PACKAGE, Way, measured_ways

ROOT: Final = PACKAGE.parents[2]
CLIENT: Final = ROOT / "clients/python/src/gemwright_client"

Figures = dict[str, int]

AIMS: Final[Figures] = {
    "action_functions": 160,
    "action_files": 35,
    "action_layer_changes": 25,
    "resume_functions": 150,
    "resume_files": 30,
    "function_median": 8,
    "function_p90": 25,
    "function_longest": 60,
    "hops_to_a_rule": 5,
    "files_ability": 3,
    "files_action": 8,
    "files_reason": 5,
    "files_view_field": 5,
    "files_setting": 2,
    "files_rpc": 8,
    "files_language": 4,
}
"""The largest value allowed for each figure."""

OLD: Final[Figures] = {
    "action_functions": 259,
    "action_files": 59,
    "action_layer_changes": 58,
    "action_calls": 459,
    "resume_functions": 241,
    "resume_files": 49,
    "resume_layer_changes": 47,
    "resume_calls": 1_447,
    "hops_to_a_rule": 10,
    "files_ability": 10,
    "files_action": 20,
    "files_reason": 15,
    "files_view_field": 12,
    "files_setting": 8,
    "files_rpc": 16,
    "files_language": 58,
    "server_lines": 28_081,
    "server_modules": 233,
    "module_median": 101,
    "module_p90": 235,
    "function_median": 6,
    "function_p90": 16,
    "function_longest": 65,
    "client_lines": 16_180,
    "client_modules": 144,
    "client_module_median": 94,
    "client_module_p90": 216,
    "client_function_median": 6,
    "client_function_p90": 15,
    "client_function_longest": 163,
}
"""The figures of f6a5150."""

EVERY: Final = "every_file_"

TITLES: Final = {
    "action_functions": "functions of an action with its delivery",
    "action_files": "files of an action",
    "action_layer_changes": "layer changes of an action",
    "action_calls": "calls of an action",
    "resume_functions": "functions of a resumed watch",
    "resume_files": "files of a resumed watch",
    "resume_layer_changes": "layer changes of a resumed watch",
    "resume_calls": "calls of a resumed watch",
    "hops_to_a_rule": "hops from README to a rule",
    "files_ability": "files to add an ability with an existing decision",
    "files_action": "files to add an action",
    "files_reason": "files to add an error reason",
    "files_view_field": "files to add a field of the Duel view",
    "files_setting": "files to add a setting",
    "files_rpc": "files to add an RPC",
    "files_language": "files to add a language",
    "server_lines": "lines of the server",
    "server_modules": "modules of the server",
    "module_median": "lines of a module of the server, median",
    "module_p90": "lines of a module of the server, p90",
    "function_median": "lines of a function of the server, median",
    "function_p90": "lines of a function of the server, p90",
    "function_longest": "lines of the longest function of the server",
    "client_lines": "lines of the Python client",
    "client_modules": "modules of the Python client",
    "client_module_median": "lines of a module of the client, median",
    "client_module_p90": "lines of a module of the client, p90",
    "client_function_median": "lines of a function of the client, median",
    "client_function_p90": "lines of a function of the client, p90",
    "client_function_longest": "lines of the longest function of the client",
}


def measured() -> Figures:
    """Measure every figure."""
    ways = measured_ways()
    return {
        **_way_figures("action", ways.action),
        **_way_figures("resume", ways.resume),
        "hops_to_a_rule": len(TO_A_RULE) - 1,
        **_change_figures(touched(ROOT)),
        **_source_figures(source_of(PACKAGE), "server_", ""),
        **_source_figures(source_of(CLIENT), "client_", "client_"),
    }


def _way_figures(name: str, way: Way) -> Figures:
    return {
        f"{name}_functions": way.functions,
        f"{name}_files": way.files,
        f"{name}_layer_changes": way.layer_changes,
        f"{name}_calls": len(way.calls),
    }


def _change_figures(changes: Mapping[str, Touched]) -> Figures:
    return {f"files_{change}": len(files.written) for change, files in changes.items()} | {
        f"{EVERY}{change}": files.every for change, files in changes.items()
    }


def _source_figures(source: Source, sums: str, lengths: str) -> Figures:
    return {
        f"{sums}lines": source.lines,
        f"{sums}modules": len(source.modules),
        f"{lengths}module_median": median(source.modules),
        f"{lengths}module_p90": ninetieth(source.modules),
        f"{lengths}function_median": median(source.functions),
        f"{lengths}function_p90": ninetieth(source.functions),
        f"{lengths}function_longest": max(source.functions),
    }


def unmet(figures: Mapping[str, int]) -> list[str]:
    """Why the aims are not met: figures that are missing or too large, and broken hops."""
    return [
        f"{TITLES[name]}: {figures.get(name, 'unknown')}, not {aim} at most"
        for name, aim in AIMS.items()
        if figures.get(name, aim + 1) > aim
    ] + [f"the way to a rule: {problem}" for problem in broken_hops(ROOT)]


def table(figures: Mapping[str, int]) -> str:
    """The figures beside those of f6a5150 and the aims."""
    lines = [f"{'':54}{'f6a5150':>9}{'now':>9}{'aim':>9}"]
    for name, title in TITLES.items():
        columns = (f"{table.get(name, ''):>9}" for table in (OLD, figures, AIMS))
        lines.append(f"{title:54}{''.join(columns)}".rstrip())
    every = [
        f"{name.removeprefix(EVERY)} {figure}"
        for name, figure in figures.items()
        if name.startswith(EVERY)
    ]
    lines.append(f"Files with prose, and each language's apart: {', '.join(every)}")
    return "\n".join(lines)


def where() -> str:
    """The calls of an action and of a resumed watch in order, with gaps where the layer changes."""
    ways = measured_ways()
    return "\n\n".join(
        f"{title}: {way.functions} functions in {way.files} files, {len(way.calls)} calls, "
        f"{way.layer_changes} layer changes\n{_listed(way)}\n\n{_by_file(way)}"
        for title, way in (("An action", ways.action), ("A resumed watch", ways.resume))
    )


def _listed(way: Way) -> str:
    lines = []
    layer, met = "", set()
    for call in way.calls:
        if call.layer != layer:
            layer = call.layer
            lines.append("")
        again = " (again)" if call in met else ""
        met.add(call)
        lines.append(f"{layer:12} {call.file}:{call.line} {call.name}{again}")
    return "\n".join(lines)


def _by_file(way: Way) -> str:
    """How many functions of each file are called, and how many calls there are."""
    names: dict[str, set[str]] = {}
    calls: dict[str, int] = {}
    for call in way.calls:
        names.setdefault(call.file, set()).add(call.name)
        calls[call.file] = calls.get(call.file, 0) + 1
    return "\n".join(
        f"{len(names[file]):4} functions {calls[file]:4} calls  {file}" for file in sorted(names)
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="the last line is one JSON object")
    parser.add_argument(
        "--where", action="store_true", help="list the calls of an action and of a resume instead"
    )
    arguments = parser.parse_args()
    if arguments.where:
        print(where())
        return
    figures = measured()
    print(table(figures))
    for problem in unmet(figures):
        print(f"Not met: {problem}")
    if arguments.json:
        print(json.dumps(figures))


if __name__ == "__main__":
    main()
