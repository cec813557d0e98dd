"""Several processes on one port: a supervisor, and what it and its workers send each other."""
