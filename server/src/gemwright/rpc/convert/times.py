"""Times of the store's clock, as messages."""

from typing import Final

from google.protobuf.timestamp_pb2 import Timestamp

MS: Final = 1000
NS_OF_MS: Final = 1_000_000


def timestamp(time_ms: int) -> Timestamp:
    """A time of the store's clock."""
    seconds, ms = divmod(time_ms, MS)
    return Timestamp(seconds=seconds, nanos=ms * NS_OF_MS)
