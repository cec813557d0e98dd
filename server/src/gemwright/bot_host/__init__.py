"""The host of the server's bots: it plays their seats through the contract alone.

What a bot chooses is decided elsewhere and handed in; what is here could as well run on another
machine, and with another transport it does.
"""
