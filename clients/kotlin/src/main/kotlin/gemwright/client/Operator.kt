package gemwright.client

import gemwright.v1.Game
import gemwright.v1.InspectMatchResponse
import gemwright.v1.Match
import gemwright.v1.MatchState
import gemwright.v1.OperatorServiceGrpcKt
import gemwright.v1.adjudicateMatchRequest
import gemwright.v1.endMatchRequest
import gemwright.v1.findMatchesRequest
import gemwright.v1.inspectMatchRequest
import kotlinx.coroutines.flow.Flow

private const val LONGEST_PAGE = 500

/** Matches of all owners; what is done is noted in the server's log, with the note given. */
public class Operator internal constructor(private val line: Line) {
    /** The matches of an owner; unset filters leave all. */
    public fun find(
        owner: String,
        state: MatchState = MatchState.MATCH_STATE_UNSPECIFIED,
        game: Game = Game.GAME_UNSPECIFIED,
        principal: String = "",
    ): Flow<Match> = paged { token ->
        val request = findMatchesRequest {
            this.owner = owner
            pageSize = LONGEST_PAGE
            pageToken = token
            this.state = state
            this.game = game
            this.principal = principal
        }
        val answer = line.call(OperatorServiceGrpcKt.findMatchesMethod, request)
        Page(answer.matchesList, answer.nextPageToken)
    }

    /** Everything about a match, secrets included. */
    public suspend fun inspect(match: String, note: String): InspectMatchResponse {
        val request = inspectMatchRequest {
            this.match = match
            this.note = note
        }
        return line.call(OperatorServiceGrpcKt.inspectMatchMethod, request)
    }

    /** End a match without an outcome. */
    public suspend fun end(match: String, note: String): Match {
        val request = endMatchRequest {
            this.match = match
            this.note = note
        }
        return line.call(OperatorServiceGrpcKt.endMatchMethod, request).match
    }

    /** Decide a match; no winners mean a draw. */
    public suspend fun adjudicate(match: String, winners: List<Int>, note: String): Match {
        val request = adjudicateMatchRequest {
            this.match = match
            this.winners += winners
            this.note = note
        }
        return line.call(OperatorServiceGrpcKt.adjudicateMatchMethod, request).match
    }
}
