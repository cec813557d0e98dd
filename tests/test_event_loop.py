"""What runs the tests that are `async`: see `pytest_pyfunc_call` in `conftest.py`."""

import asyncio

import pytest


@pytest.mark.xfail(raises=ZeroDivisionError, reason="the test fails on purpose")
async def test_an_async_test_that_fails_is_told() -> None:
    await asyncio.sleep(0)
    raise ZeroDivisionError


async def test_an_async_test_runs_on_the_loop_of_the_server() -> None:
    assert type(asyncio.get_running_loop()).__module__ == "uvloop"


@pytest.mark.asyncio_loop
async def test_or_on_that_of_asyncio_if_it_is_marked_so() -> None:
    assert type(asyncio.get_running_loop()).__module__.startswith("asyncio.")
