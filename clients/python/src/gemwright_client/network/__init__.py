"""How calls and streams reach a server: addresses, credentials, repetition, what an error says."""
