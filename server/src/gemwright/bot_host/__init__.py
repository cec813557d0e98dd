"""The host of the server's bots: it plays their seats through the contract alone.

How a bot chooses is decided elsewhere and passed in. With another transport, the same code runs on
another machine.
"""
