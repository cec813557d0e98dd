"""The store of matches on Redis: batches, scripts, replies, and the embedded Valkey."""
