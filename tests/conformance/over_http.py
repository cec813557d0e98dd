"""A driver without gRPC and without a library: JSON over HTTP, and of the tasks `submit` alone."""

import base64
import json
import sys
import uuid
from collections.abc import Mapping
from typing import Final
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from google.rpc.error_details_pb2 import ErrorInfo

from gemwright.pb.refusal_pb2 import Refusal, RefusalReason


def call(task: Mapping[str, str], method: str, content: Mapping[str, object]) -> dict[str, object]:
    """A call with one answer."""
    headers = {"content-type": "application/json", "authorization": f"Bearer {task['token']}"}
    url = f"{task['http']}/gemwright.v1.MatchService/{method}"
    with urlopen(Request(url, json.dumps(content).encode(), headers)) as answered:
        found: dict[str, object] = json.load(answered)
        return found


def refused(error: HTTPError) -> dict[str, object]:
    """What a refusal is told as."""
    line: dict[str, object] = {"saw": "refused", "call": "SubmitAction"}
    for detail in json.load(error)["details"]:
        content = base64.b64decode(detail["value"] + "==")
        if detail["type"] == "google.rpc.ErrorInfo":
            line["reason"] = ErrorInfo.FromString(content).reason
        elif detail["type"] == "gemwright.v1.Refusal":
            refusal = Refusal.FromString(content)
            line |= {"refusal": name(refusal.reason), "rule": refusal.rule, "field": refusal.field}
    return line


def name(reason: RefusalReason) -> str | int:
    """The name of a reason, or the number of one that is newer."""
    if reason not in RefusalReason.values():
        return int(reason)
    return RefusalReason.Name(reason).removeprefix(_PREFIX)


_PREFIX: Final = "REFUSAL_REASON_"

if __name__ == "__main__":
    told = json.loads(sys.stdin.readline())
    place = {"match": told["match"], "seat": told["seat"]}
    for _ in range(told["times"]):
        seen = json.loads(json.dumps(call(told, "GetMatch", place)))
        submission = {
            **place,
            "expectedVersion": seen["match"].get("version", 0),
            "requestId": uuid.uuid4().hex,
            "action": seen["legalActions"][0],
        }
        try:
            call(told, "SubmitAction", submission)
        except HTTPError as failed:
            print(json.dumps(refused(failed)), flush=True)
