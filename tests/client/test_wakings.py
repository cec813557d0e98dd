"""What the event loop of `SyncClient` says of errors that nobody waits for."""

import pytest

from gemwright_client import SyncClient

POLLER = (
    "Exception in callback PollerCompletionQueue._handle_events(<_UnixSelecto...e debug=False>)()"
)


def said(caplog: pytest.LogCaptureFixture, message: str, error: Exception) -> list[str]:
    """What its handler logs of an error in a callback."""
    with SyncClient() as client:
        client._loop._loop.call_exception_handler({"message": message, "exception": error})
    return [record.getMessage() for record in caplog.records if record.name == "asyncio"]


def test_being_woken_up_in_vain_is_no_news(caplog: pytest.LogCaptureFixture) -> None:
    error = BlockingIOError(11, "Resource temporarily unavailable")
    assert said(caplog, POLLER, error) == []


@pytest.mark.parametrize(
    ("message", "error"),
    [
        (POLLER, RuntimeError("gRPC has failed")),
        ("Exception in callback other()", BlockingIOError(11, "Resource temporarily unavailable")),
    ],
)
def test_every_other_error_is_told(
    message: str, error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    assert said(caplog, message, error) == [message]
