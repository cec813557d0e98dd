/**
 * A whole match in a terminal: the front end that knows nothing.
 *
 * It asks the server what may be done, has somebody choose, and says what happened. There is no board
 * here, no rule and no state but the newest list of actions.
 */
package gemwright.sample

import gemwright.client.ActionRefusedException
import gemwright.client.Client
import gemwright.client.GemwrightException
import gemwright.client.MatchHandle
import gemwright.client.StaleVersionException
import gemwright.client.WatchMessage
import gemwright.client.notation
import gemwright.v1.Action
import gemwright.v1.BuiltInBot
import gemwright.v1.CreateMatchRequest
import gemwright.v1.Match
import gemwright.v1.Update
import gemwright.v1.createMatchRequest
import gemwright.v1.options
import gemwright.v1.seatSpec
import gemwright.v1.splendorOptions
import kotlinx.coroutines.runBlocking
import java.util.Scanner
import kotlin.system.exitProcess

/** Play a match against bots of a server; `--help` says how. */
fun main(args: Array<String>) {
    val wanted = wantedOrExit(args)
    val chooser = if (wanted.isAutomatic) Automatic() else Typing(Scanner(System.`in`))
    try {
        runBlocking {
            Client(wanted.server, { wanted.token }).use { client ->
                val created = client.matches.create(requestFor(wanted))
                println("Match ${created.match.match}")
                Table(client.match(created.match.match), chooser).playToTheEnd()
            }
        }
    } catch (error: GemwrightException) {
        System.err.println(error.message)
        exitProcess(1)
    }
}

private fun requestFor(wanted: Wanted): CreateMatchRequest = createMatchRequest {
    game = wanted.game
    seats += seatSpec { principal = wanted.principal }
    repeat(wanted.seats - 1) { seats += seatSpec { bot = BuiltInBot.BUILT_IN_BOT_GREEDY } }
    if (wanted.isSplendor) options = options { splendor = splendorOptions { seats = wanted.seats } }
}

/** One match, and who chooses for our seat. */
class Table(private val match: MatchHandle, private val chooser: Chooser) {
    /** Say what happens and act when it is our turn, until the match is over. */
    suspend fun playToTheEnd() {
        match.watch().collect { message ->
            when (message) {
                is WatchMessage.Snapshot -> {
                    println("You have seat ${message.viewerSeat}.")
                    actIfAsked(message.legalActions, message.match.version)
                }
                is WatchMessage.Updated -> {
                    println(whatHappened(message.update))
                    actIfAsked(message.legalActions, message.update.version)
                }
                is WatchMessage.Reset -> println("The server has lost something: ${message.reset.reason}")
                is WatchMessage.ClocksChanged -> Unit
                is WatchMessage.Revealed -> println(howItEnded(match.get().match))
            }
        }
    }

    private suspend fun actIfAsked(legal: List<Action>, version: Int) {
        while (legal.isNotEmpty()) {
            try {
                match.act(chooser.choose(legal), version)
                return
            } catch (error: ActionRefusedException) {
                println("Refused: ${error.message}")
            } catch (_: StaleVersionException) {
                return // the watch brings what was missed, and asks again
            }
        }
    }
}

private fun whatHappened(update: Update): String = when (update.causeCase) {
    Update.CauseCase.MOVE -> "%3d  seat %d: %s".format(
        update.version, update.move.seat, update.move.action.notation(),
    )
    Update.CauseCase.FORFEIT -> "%3d  seat %d leaves".format(update.version, update.forfeit.seat)
    else -> "%3d".format(update.version)
}

private fun howItEnded(match: Match): String {
    val scores = match.outcome.scoresList.mapIndexed { seat, score -> "seat $seat ${score.points}" }
    val winners = match.outcome.winnersList.joinToString { "seat $it" }.ifEmpty { "nobody" }
    val reasons = match.outcome.reasonsList.joinToString { it.name.removePrefix("END_REASON_") }
    return "Won by $winners ($reasons); points: ${scores.joinToString()}."
}
