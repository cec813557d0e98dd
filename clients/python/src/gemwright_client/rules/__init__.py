"""Games without a server, on the rules core: series of bots, replays, search.

Needs the extra `engine`. Nothing here calls a server, and nothing outside this package and `local`
knows the engine.
"""

from gemwright_client.extras import extra

with extra("engine"):
    from gemwright_client.rules.bot_arena import ArenaStopped, ProcessDied, arena, one_game
    from gemwright_client.rules.games import game_name, game_number
    from gemwright_client.rules.replay import Replay, Step
    from gemwright_client.rules.score import BotScore, Score, wilson
    from gemwright_client.rules.search import (
        Sampled,
        engine_action,
        guess,
        message,
        messages,
        rules_of,
    )
    from gemwright_client.rules.series import BotFailed, Played

__all__ = [
    "ArenaStopped",
    "BotFailed",
    "BotScore",
    "Played",
    "ProcessDied",
    "Replay",
    "Sampled",
    "Score",
    "Step",
    "arena",
    "engine_action",
    "game_name",
    "game_number",
    "guess",
    "message",
    "messages",
    "one_game",
    "rules_of",
    "wilson",
]
