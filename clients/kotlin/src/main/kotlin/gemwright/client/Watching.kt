/** Following one match: what its server says, each update once and in order, over any number of cuts. */
package gemwright.client

import gemwright.v1.Action
import gemwright.v1.Clocks
import gemwright.v1.Match
import gemwright.v1.MatchServiceGrpcKt
import gemwright.v1.ResetReason
import gemwright.v1.Reveal
import gemwright.v1.Update
import gemwright.v1.View
import gemwright.v1.WatchMatchRequest
import gemwright.v1.WatchMatchResponse
import gemwright.v1.watchMatchRequest
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.transformWhile

private val LAST_RESETS =
    setOf(ResetReason.RESET_REASON_MATCH_EXPIRED, ResetReason.RESET_REASON_UNREADABLE)

/** What a watch says, with the place at which another watch can go on after it. */
public sealed interface WatchMessage {
    /** For [MatchHandle.watch], in another process too; a [Reset] has none. */
    public val resumeToken: String

    /** The match as it is now: it replaces all that was seen. */
    public data class Snapshot(
        /** The match. */
        val match: Match,
        /** The position, as the viewer may know it; null before the deal. */
        val view: View?,
        /** The seat looked from; null for a spectator. */
        val viewerSeat: Int?,
        /** Everything the viewer's seat may do now; empty unless it must act. */
        val legalActions: List<Action>,
        override val resumeToken: String,
    ) : WatchMessage

    /** What one action did; versions follow one another without a gap. */
    public data class Updated(
        /** The update. */
        val update: Update,
        /** With the newest update: everything the viewer's seat may do now. */
        val legalActions: List<Action>,
        override val resumeToken: String,
    ) : WatchMessage

    /** Only the clocks changed. */
    public data class ClocksChanged(
        /** The clocks, in place of those before. */
        val clocks: Clocks,
        override val resumeToken: String,
    ) : WatchMessage

    /** What was received does not continue. A [Snapshot] follows, or after [isLast] nothing. */
    public data class Reset(
        /** Why; a newer server may have other reasons. */
        val reset: gemwright.v1.Reset,
        override val resumeToken: String,
    ) : WatchMessage {
        /** Whether the match is gone, or cannot be read. */
        val isLast: Boolean get() = reset.reason in LAST_RESETS
    }

    /** The match is over: what was secret. The last message. */
    public data class Revealed(
        /** Seed and salt. */
        val reveal: Reveal,
        override val resumeToken: String,
    ) : WatchMessage
}

/** One viewer's place in the log of a match. */
internal class Watch(
    private val line: Line,
    private val match: String,
    private val seat: Int?,
    private var resumeToken: String,
) {
    /** The newest version that was handed on; -1 before any. */
    private var newest = -1

    /** What the server says, but for signs of life, up to the reveal or a last reset. */
    fun messages(): Flow<WatchMessage> =
        Following(line, MatchServiceGrpcKt.watchMatchMethod, { it.hasGoingAway() }, ::request)
            .messages()
            .transformWhile { response ->
                resumeToken = response.resumeToken // a reset has none: a snapshot follows
                val message = messageOf(response)
                if (message != null && isNews(message)) emit(message)
                message !is WatchMessage.Revealed && (message as? WatchMessage.Reset)?.isLast != true
            }

    private fun isNews(message: WatchMessage): Boolean {
        when (message) {
            is WatchMessage.Snapshot -> newest = message.match.version
            is WatchMessage.Updated ->
                if (message.update.version <= newest) return false else newest = message.update.version
            else -> Unit
        }
        return true
    }

    private fun request(): WatchMatchRequest = watchMatchRequest {
        match = this@Watch.match
        this@Watch.seat?.let { seat = it }
        resumeToken = this@Watch.resumeToken
    }
}

/** A message in the words of this library; null for signs of life, and for what is newer than it. */
private fun messageOf(response: WatchMatchResponse): WatchMessage? = when (response.messageCase) {
    WatchMatchResponse.MessageCase.SNAPSHOT -> WatchMessage.Snapshot(
        match = response.snapshot.match,
        view = if (response.snapshot.hasView()) response.snapshot.view else null,
        viewerSeat = if (response.snapshot.hasViewerSeat()) response.snapshot.viewerSeat else null,
        legalActions = response.legalActionsList,
        resumeToken = response.resumeToken,
    )
    WatchMatchResponse.MessageCase.UPDATE ->
        WatchMessage.Updated(response.update, response.legalActionsList, response.resumeToken)
    WatchMatchResponse.MessageCase.CLOCKS ->
        WatchMessage.ClocksChanged(response.clocks, response.resumeToken)
    WatchMatchResponse.MessageCase.RESET ->
        WatchMessage.Reset(response.reset, response.resumeToken)
    WatchMatchResponse.MessageCase.REVEAL ->
        WatchMessage.Revealed(response.reveal, response.resumeToken)
    else -> null
}
