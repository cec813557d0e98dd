"""`gemwright-conformance`: a server that goes wrong on purpose, and a judge of its client.

`command` reads the arguments, `run` plays one of the `cases`. `call_faults` and `stream_faults` are
the faults, which the `layer` around the handlers injects. A `journal` has what the server received,
the account of the `driver` has what the client wrote, and `checks` compares the two. Authors of
clients read `clients/conformance/README.md`.
"""
