"""The service on gRPC: the only importer of grpc and of the generated code.

Handlers convert, call the runtime and convert back; no rule of a game and no key of a store belongs
here.
"""
