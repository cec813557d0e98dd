"""What each call does: convert, one call of the runtime, convert back.

No transport is known here: a handler takes a request and its call, answers with bytes or raises a
fault.
"""
