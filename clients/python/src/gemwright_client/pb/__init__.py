"""Generated from protos/; see `make protos`."""
