package gemwright.client

import com.google.protobuf.ByteString
import gemwright.v1.Action
import gemwright.v1.GetMatchResponse
import gemwright.v1.JoinMatchResponse
import gemwright.v1.MatchRecord
import gemwright.v1.MatchServiceGrpcKt
import gemwright.v1.Payment
import gemwright.v1.SubmitActionResponse
import gemwright.v1.Update
import gemwright.v1.View
import gemwright.v1.getMatchRecordRequest
import gemwright.v1.getMatchRequest
import gemwright.v1.joinMatchRequest
import gemwright.v1.listPaymentsRequest
import gemwright.v1.listUpdatesRequest
import gemwright.v1.resignRequest
import gemwright.v1.submitActionRequest
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.emitAll
import kotlinx.coroutines.flow.flow
import java.util.UUID

private const val LONGEST_PAGE = 1_000

/** An id for one intention; its repetitions carry the same. */
public fun newRequestId(): String = UUID.randomUUID().toString()

/**
 * One match, from one seat: the one named, or else the first that the caller holds.
 *
 * Look at it, act in it, follow it. Flows are cold: each collection is a watch of its own.
 */
public class MatchHandle internal constructor(
    private val line: Line,
    /** The id of the match. */
    public val id: String,
    private val seat: Int?,
) {
    /** The newest look at the match, if nothing was done since. */
    @Volatile
    private var seen: GetMatchResponse? = null

    /** The seat that acts, once it is known. */
    @Volatile
    private var held: Int? = seat

    /** The match as this seat may know it now: match, view, legal actions, resume token. */
    public suspend fun get(): GetMatchResponse {
        val request = getMatchRequest {
            match = id
            this@MatchHandle.seat?.let { seat = it }
        }
        return line.call(MatchServiceGrpcKt.getMatchMethod, request).also {
            seen = it
            if (held == null && it.hasViewerSeat()) held = it.viewerSeat
        }
    }

    /** The position, as this seat may know it. */
    public suspend fun view(): View = get().view

    /** Everything this seat may do now; nothing unless it must act. */
    public suspend fun legalActions(): List<Action> = get().legalActionsList

    /**
     * Act; what it did, as this seat sees it.
     *
     * It acts on [expectedVersion], which is what a front end has drawn; without one, on the version
     * that this handle has looked at last, or on the one it finds now. Who may have to repeat an
     * action in another process chooses the [requestId].
     */
    public suspend fun act(
        action: Action,
        expectedVersion: Int? = null,
        requestId: String = newRequestId(),
    ): Update =
        try {
            submit(action, expectedVersion, requestId).update
        } finally {
            seen = null // what was seen may be over: the next action looks first
        }

    /** Do all that [act] does but act: throws what it would throw. */
    public suspend fun validate(action: Action, expectedVersion: Int? = null) {
        submit(action, expectedVersion, requestId = null)
    }

    private suspend fun submit(
        action: Action,
        expectedVersion: Int?,
        requestId: String?,
    ): SubmitActionResponse {
        val actingSeat = actingSeat()
        val request = submitActionRequest {
            match = id
            actingSeat?.let { seat = it }
            this.expectedVersion = expectedVersion ?: (seen ?: get()).match.version
            this.requestId = requestId.orEmpty()
            this.action = action
            validateOnly = requestId == null
        }
        return line.call(MatchServiceGrpcKt.submitActionMethod, request)
    }

    /** The seat that acts; null leaves it to the server to say that there is none. */
    private suspend fun actingSeat(): Int? {
        if (held == null) get()
        return held
    }

    /** Give the match up for this seat; what that did. */
    public suspend fun resign(requestId: String = newRequestId()): Update {
        val actingSeat = actingSeat()
        val request = resignRequest {
            match = id
            actingSeat?.let { seat = it }
            this.requestId = requestId
        }
        seen = null
        return line.call(MatchServiceGrpcKt.resignMethod, request).update
    }

    /** Fill a seat: the one of a join token, or the one that is kept for the caller. */
    public suspend fun join(
        joinToken: String = "",
        entropy: ByteString = ByteString.EMPTY,
    ): JoinMatchResponse {
        val request = joinMatchRequest {
            match = id
            this.joinToken = joinToken
            this.entropy = entropy
            this@MatchHandle.seat?.let { seat = it }
        }
        return line.call(MatchServiceGrpcKt.joinMatchMethod, request)
    }

    /** Every exact payment for a listed purchase, the default one first. */
    public fun payments(purchase: Action): Flow<Payment> = paged { token ->
        val actingSeat = actingSeat()
        val request = listPaymentsRequest {
            match = id
            actingSeat?.let { seat = it }
            action = purchase
            pageToken = token
        }
        val answer = line.call(MatchServiceGrpcKt.listPaymentsMethod, request)
        Page(answer.paymentsList, answer.nextPageToken)
    }

    /** The updates after a version, up to now. */
    public fun history(after: Int = 0): Flow<Update> = paged { token ->
        val request = listUpdatesRequest {
            match = id
            this@MatchHandle.seat?.let { seat = it }
            afterVersion = after
            pageSize = LONGEST_PAGE
            pageToken = token
        }
        val answer = line.call(MatchServiceGrpcKt.listUpdatesMethod, request)
        Page(answer.updatesList, answer.nextPageToken)
    }

    /** Everything about the match, once it is over. */
    public suspend fun record(): MatchRecord {
        val request = getMatchRecordRequest { match = id }
        return line.call(MatchServiceGrpcKt.getMatchRecordMethod, request).record
    }

    /**
     * What happens in the match, over any number of cuts: what a front end draws and animates.
     *
     * A snapshot first, unless a token says where to go on; then every update once, and clocks; after
     * a reset another snapshot; the reveal is the last message, and the flow ends.
     */
    public fun watch(resumeToken: String = ""): Flow<WatchMessage> = flow {
        emitAll(Watch(line, id, seat, resumeToken).messages())
    }

    /**
     * Every update from now on, or after a version, to the end of the match, each once.
     *
     * Where they do not continue, a [LogEntry.Missed] says which of them were not seen.
     */
    public fun updates(after: Int? = null): Flow<LogEntry> = flow {
        emitAll(Log(watch(), ::history).entries(after))
    }
}
