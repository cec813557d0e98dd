"""The door for browsers: Connect, gRPC-Web and JSON over HTTP, and in development mode a page.

The only importer of connectrpc and uvicorn. Calls go to the same house as those over gRPC.
"""
