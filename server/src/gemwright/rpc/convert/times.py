"""Times of the store's clock, as messages."""

from typing import Final

from google.protobuf.timestamp_pb2 import Timestamp

from gemwright.contract.wire import number_field

MS: Final = 1000
NS_OF_MS: Final = 1_000_000


def timestamp(time_ms: int) -> Timestamp:
    """A time of the store's clock."""
    seconds, ms = divmod(time_ms, MS)
    return Timestamp(seconds=seconds, nanos=ms * NS_OF_MS)


def timestamp_bytes(time_ms: int) -> bytes:
    """The same in bytes, for what is put together from those."""
    seconds, ms = divmod(time_ms, MS)
    return number_field(Timestamp.SECONDS_FIELD_NUMBER, seconds) + number_field(
        Timestamp.NANOS_FIELD_NUMBER, ms * NS_OF_MS
    )
