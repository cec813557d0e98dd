import os

from hypothesis import settings

# The same examples on every run; no deadline, for a slow machine is not a failure.
settings.register_profile("gemwright", derandomize=True, deadline=None)
settings.load_profile("gemwright")

# Servers that are stopped on purpose are no news; grpc reads this when it is first imported.
os.environ.setdefault("GRPC_VERBOSITY", "ERROR")
