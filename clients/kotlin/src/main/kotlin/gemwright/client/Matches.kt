/** What a matchmaker calls, with its own key: matches, and tokens for their players. */
package gemwright.client

import gemwright.v1.Activity
import gemwright.v1.ActivityKind
import gemwright.v1.ActivityReset
import gemwright.v1.CreateMatchRequest
import gemwright.v1.CreateMatchResponse
import gemwright.v1.CreateMatchResult
import gemwright.v1.CreatePlayerTokenResponse
import gemwright.v1.Game
import gemwright.v1.Match
import gemwright.v1.MatchState
import gemwright.v1.MatchmakerServiceGrpcKt
import gemwright.v1.WatchActivityResponse
import gemwright.v1.batchCreateMatchesRequest
import gemwright.v1.cancelMatchRequest
import gemwright.v1.copy
import gemwright.v1.createPlayerTokenRequest
import gemwright.v1.listMatchesRequest
import gemwright.v1.watchActivityRequest
import io.grpc.Status
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flow
import kotlin.time.Duration
import kotlin.time.TimeSource

private const val LONGEST_PAGE = 500

/** What an activity stream says. */
public sealed interface ActivityMessage {
    /** The newest place at which to go on: keep it together with what was made of the message. */
    public val resumeToken: String

    /** Something happened; at least once each, with the same match, version and commit id. */
    public data class Happened(
        /** What. */
        val activity: Activity,
        override val resumeToken: String,
    ) : ActivityMessage

    /** Nothing happened up to this place. */
    public data class Heartbeat(override val resumeToken: String) : ActivityMessage

    /** Some activity was lost; it goes on from here. */
    public data class Reset(
        /** Why; a newer server may have other reasons. */
        val reset: ActivityReset,
        override val resumeToken: String,
    ) : ActivityMessage
}

/** The matches of an owner. */
public class Matches internal constructor(private val line: Line) {
    /** Create a match; a request without an id gets a new one, and is safe to repeat with its own. */
    public suspend fun create(request: CreateMatchRequest): CreateMatchResponse =
        line.call(MatchmakerServiceGrpcKt.createMatchMethod, named(request))

    /**
     * Create up to 500 matches, each for itself; a result for each, in their order.
     *
     * Those that the server's store has failed are asked for again, as a call would be.
     */
    public suspend fun createMany(requests: List<CreateMatchRequest>): List<CreateMatchResult> {
        val asked = requests.map(::named)
        val results = createOnce(asked).toMutableList()
        val pause = Pause()
        val giveUp = TimeSource.Monotonic.markNow() + line.patience
        while (true) {
            val again = results.indices.filter { isUnavailable(results[it]) }
            val wait = pause.take()
            if (again.isEmpty() || (giveUp - wait).hasPassedNow()) return results
            line.rest(wait)
            val found = try {
                createOnce(again.map { asked[it] })
            } catch (_: CallException) {
                return results // what is known of the others would be lost with it
            }
            again.zip(found).forEach { (at, result) -> results[at] = result }
        }
    }

    private suspend fun createOnce(asked: List<CreateMatchRequest>): List<CreateMatchResult> {
        val batch = batchCreateMatchesRequest { requests += asked }
        return line.call(MatchmakerServiceGrpcKt.batchCreateMatchesMethod, batch).resultsList
    }

    /** The matches of the owner, each once, in no particular order; unset filters leave all. */
    public fun find(
        state: MatchState = MatchState.MATCH_STATE_UNSPECIFIED,
        game: Game = Game.GAME_UNSPECIFIED,
        principal: String = "",
    ): Flow<Match> = paged { token ->
        val request = listMatchesRequest {
            pageSize = LONGEST_PAGE
            pageToken = token
            this.state = state
            this.game = game
            this.principal = principal
        }
        val answer = line.call(MatchmakerServiceGrpcKt.listMatchesMethod, request)
        Page(answer.matchesList, answer.nextPageToken)
    }

    /** End a match without an outcome. */
    public suspend fun cancel(match: String): Match {
        val request = cancelMatchRequest { this.match = match }
        return line.call(MatchmakerServiceGrpcKt.cancelMatchMethod, request).match
    }

    /** What happens in the matches from now on, or after a token, over any number of cuts. */
    public fun activity(
        kinds: Collection<ActivityKind> = emptyList(),
        resumeToken: String = "",
    ): Flow<ActivityMessage> = flow {
        var place = resumeToken
        val request = {
            watchActivityRequest {
                this.resumeToken = place
                this.kinds += kinds
            }
        }
        val method = MatchmakerServiceGrpcKt.watchActivityMethod
        Following(line, method, { it.hasGoingAway() }, request).messages().collect { response ->
            place = response.resumeToken.ifEmpty { place }
            messageOf(response, place)?.let { emit(it) }
        }
    }
}

/** Credentials for players. */
public class PlayerTokens internal constructor(private val line: Line) {
    /** A credential that names a principal in the owner's matches, for as long as [time]. */
    public suspend fun create(principal: String, time: Duration? = null): CreatePlayerTokenResponse {
        val request = createPlayerTokenRequest {
            this.principal = principal
            time?.let { ttl = it.message() }
        }
        return line.call(MatchmakerServiceGrpcKt.createPlayerTokenMethod, request)
    }
}

private fun messageOf(response: WatchActivityResponse, place: String): ActivityMessage? =
    when (response.messageCase) {
        WatchActivityResponse.MessageCase.ACTIVITY ->
            ActivityMessage.Happened(response.activity, place)
        WatchActivityResponse.MessageCase.HEARTBEAT -> ActivityMessage.Heartbeat(place)
        WatchActivityResponse.MessageCase.RESET ->
            ActivityMessage.Reset(response.reset, place)
        else -> null // going away, and what is newer than this library
    }

/** Whether a match was not made for want of a store, or perhaps was. */
private fun isUnavailable(result: CreateMatchResult): Boolean =
    result.hasFailure() && result.failure.code == Status.Code.UNAVAILABLE.value()

private fun named(request: CreateMatchRequest): CreateMatchRequest =
    if (request.requestId.isNotEmpty()) request else request.copy { requestId = newRequestId() }
