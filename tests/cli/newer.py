"""A server that is newer than the client, or has names that nobody should have.

It is a real gRPC server whose answers a test has written; whatever else is asked, it does not know.
"""

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Final

import grpc
from google.protobuf.message import Message

_PREFIX: Final = "/gemwright.v1."
_GRACE_S: Final = 0.1


class _Answers(grpc.GenericRpcHandler):
    def __init__(self, answers: Mapping[str, Message]) -> None:
        self._answers = {_PREFIX + name: answer for name, answer in answers.items()}

    def service(
        self, details: grpc.HandlerCallDetails
    ) -> "grpc.RpcMethodHandler[bytes, bytes] | None":
        """Answer a call with what the test has written for it."""
        answer = self._answers.get(str(details.method))
        if answer is None:
            return None
        content = answer.SerializeToString()
        return grpc.unary_unary_rpc_method_handler(lambda request, context: content)


@contextmanager
def newer(answers: Mapping[str, Message]) -> Iterator[str]:
    """Such a server, with an answer for each method such as `MatchService/GetMatch`."""
    server = grpc.server(ThreadPoolExecutor(max_workers=1), handlers=[_Answers(answers)])
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    try:
        yield f"127.0.0.1:{port}"
    finally:
        server.stop(_GRACE_S).wait()
