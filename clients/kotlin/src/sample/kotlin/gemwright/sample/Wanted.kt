package gemwright.sample

import gemwright.v1.Game
import kotlin.system.exitProcess

private const val USAGE = """play [--server HOST:PORT] [--principal NAME] [--game duel|counterfeiters|splendor]
     [--seats N] [--auto]

Plays a match against bots of a server in development mode. --auto chooses for you."""

private val GAMES = mapOf(
    "duel" to Game.GAME_DUEL,
    "counterfeiters" to Game.GAME_DUEL_COUNTERFEITERS,
    "splendor" to Game.GAME_SPLENDOR,
)

/** What was asked for on the command line. */
class Wanted(words: Map<String, String>, val isAutomatic: Boolean) {
    val server: String = words["--server"] ?: "127.0.0.1:7373"
    val principal: String = words["--principal"] ?: "ann"
    val token: String = "dev:$principal"
    val game: Game = requireNotNull(GAMES[words["--game"] ?: "duel"])
    val isSplendor: Boolean = game == Game.GAME_SPLENDOR
    val seats: Int = if (isSplendor) (words["--seats"] ?: "2").toInt() else 2
}

/** What the words ask for; explains and ends the program where they ask for nothing that there is. */
fun wantedOrExit(args: Array<String>): Wanted {
    val (flags, words) = args.partition { it == "--auto" }
    val named = setOf("--server", "--principal", "--game", "--seats")
    try {
        val pairs = words.chunked(2).associate { (name, value) -> name to value }
        require(named.containsAll(pairs.keys))
        return Wanted(pairs, isAutomatic = flags.isNotEmpty())
    } catch (_: RuntimeException) {
        System.err.println(USAGE)
        exitProcess(2)
    }
}
