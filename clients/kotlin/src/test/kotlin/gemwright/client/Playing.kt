package gemwright.client

import gemwright.v1.BuiltInBot
import gemwright.v1.CreateMatchRequest
import gemwright.v1.Game
import gemwright.v1.GetMatchResponse
import gemwright.v1.MatchState
import gemwright.v1.SeatSpec
import gemwright.v1.Update
import gemwright.v1.createMatchRequest
import gemwright.v1.duelOptions
import gemwright.v1.options
import gemwright.v1.seatSpec
import gemwright.v1.spectators
import gemwright.v1.splendorOptions
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout
import org.junit.jupiter.api.Assertions.assertEquals
import kotlin.random.Random
import kotlin.time.Duration.Companion.seconds

private val LONGEST_TEST = 120.seconds

/** A test that ends, whatever happens. */
fun test(body: suspend CoroutineScope.() -> Unit): Unit =
    runBlocking { withTimeout(LONGEST_TEST, body) }

fun human(name: String): SeatSpec = seatSpec { principal = name }

fun bot(kind: BuiltInBot): SeatSpec = seatSpec { bot = kind }

/** A match in which seat 0 begins, and which anybody may watch. */
fun matchOf(game: Game, vararg seated: SeatSpec): CreateMatchRequest = createMatchRequest {
    this.game = game
    seats += seated.asList()
    spectators = spectators { allowed = true }
    options = options {
        if (game == Game.GAME_SPLENDOR)
            splendor = splendorOptions {
                seats = seated.size
                firstSeat = 0
            }
        else duel = duelOptions { firstSeat = 0 }
    }
}

/** A match of the two, Ann first. */
suspend fun Client.duelOf(first: String, second: String): MatchHandle =
    match(matches.create(matchOf(Game.GAME_DUEL, human(first), human(second))).match.match)

/** Plays a match through one watch, any legal action, and keeps what it was told. */
class Player(private val match: MatchHandle, private val rng: Random = Random(1)) {
    /** Every update that came. */
    val updates = mutableListOf<Update>()
    var revealed: WatchMessage.Revealed? = null
        private set

    /** Play to the end of the match; [onUpdate] is called after each update. */
    suspend fun playToTheEnd(resumeToken: String = "", onUpdate: suspend (Update) -> Unit = {}) {
        match.watch(resumeToken).collect { message ->
            when (message) {
                is WatchMessage.Snapshot -> actIfAsked(message.legalActions, message.match.version)
                is WatchMessage.Updated -> {
                    updates += message.update
                    onUpdate(message.update)
                    actIfAsked(message.legalActions, message.update.version)
                }
                is WatchMessage.Revealed -> revealed = message
                is WatchMessage.ClocksChanged, is WatchMessage.Reset -> error("unexpected: $message")
            }
        }
    }

    private suspend fun actIfAsked(legal: List<gemwright.v1.Action>, version: Int) {
        if (legal.isNotEmpty()) match.act(legal.random(rng), version)
    }
}

/** Each update once and in order, just as they are in the history, and the match is decided. */
suspend fun assertWhole(match: MatchHandle, player: Player): GetMatchResponse {
    assertEquals(match.history().toList(), player.updates)
    val now = match.get()
    assertEquals(List(now.match.version) { it + 1 }, player.updates.map { it.version })
    assertEquals(MatchState.MATCH_STATE_FINISHED, now.match.state)
    assertEquals(now.reveal, player.revealed?.reveal)
    return now
}
