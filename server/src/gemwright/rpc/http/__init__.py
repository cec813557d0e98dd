"""The listener for browsers: Connect, gRPC-Web and JSON over HTTP, and in development mode a page.

The only importer of connectrpc and uvicorn. Calls go to the same stack as those over gRPC.
"""
