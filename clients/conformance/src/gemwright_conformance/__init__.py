"""`gemwright-conformance`: a server that goes wrong on purpose, and a judge of its client.

`command` reads what is wanted, `run` plays one of the `cases`. `call_faults` and `stream_faults` is
what can befall, the `layer` around the handlers lets it happen. What the server heard is in a
`journal`, what the client said in its `driver`'s account, and `checks` compares the two. Authors
of clients read `clients/conformance/README.md`.
"""
