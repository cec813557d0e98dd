"""Times of the contract as seconds."""

from google.protobuf.duration_pb2 import Duration
from google.protobuf.timestamp_pb2 import Timestamp


def seconds(time: Timestamp | Duration) -> float:
    """In seconds, since 1970 or altogether."""
    return float(time.seconds) + time.nanos / 1e9
