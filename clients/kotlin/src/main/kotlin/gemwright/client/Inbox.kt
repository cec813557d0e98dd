/** One stream for all matches of a principal. */
package gemwright.client

import gemwright.v1.InboxEntry
import gemwright.v1.InboxReset
import gemwright.v1.InboxServiceGrpcKt
import gemwright.v1.MatchState
import gemwright.v1.WatchInboxRequest
import gemwright.v1.WatchInboxResponse
import gemwright.v1.leaseMatchRequest
import gemwright.v1.watchInboxRequest
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.emitAll
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.transform
import kotlin.time.Duration

private val LIVE = setOf(MatchState.MATCH_STATE_WAITING, MatchState.MATCH_STATE_ACTIVE)

/** So many matches that ended are remembered, lest an old entry of theirs is taken for news. */
private const val KEPT_ENDED = 1_000

/** What an inbox says. */
public sealed interface InboxMessage {
    /** For [Inbox.watch]: the newest place at which to go on; empty where there is none yet. */
    public val resumeToken: String

    /** A match as it is now; it replaces what was known of it. */
    public data class Entry(
        /** The match, and what it asks of the caller. */
        val entry: InboxEntry,
        override val resumeToken: String,
    ) : InboxMessage

    /** Every match was sent once; from here on, changes. */
    public data class Complete(override val resumeToken: String) : InboxMessage

    /** What was known does not hold any more; every match follows anew, then [Complete]. */
    public data class Reset(
        /** Why; a newer server may have other reasons. */
        val reset: InboxReset,
        override val resumeToken: String,
    ) : InboxMessage
}

/** The matches of the caller. */
public class Inbox internal constructor(private val line: Line) {
    /**
     * Entries as they change, over any number of cuts: of each match only what is newer than before.
     */
    public fun watch(resumeToken: String = ""): Flow<InboxMessage> = flow {
        emitAll(InboxWatch(line, resumeToken).messages())
    }

    /**
     * All matches by their ids: first when all are known, then whenever one changes.
     *
     * While they come anew after a reset, the map before holds on.
     */
    public fun states(): Flow<Map<String, InboxEntry>> = flow {
        var known = emptyMap<String, InboxEntry>()
        var coming: MutableMap<String, InboxEntry>? = mutableMapOf()
        watch().collect { message ->
            val anew = coming
            when (message) {
                is InboxMessage.Reset -> coming = mutableMapOf()
                is InboxMessage.Entry ->
                    if (anew != null) anew[message.entry.match] = message.entry
                    else known = (known + (message.entry.match to message.entry)).also { emit(it) }
                is InboxMessage.Complete ->
                    if (anew != null) {
                        known = anew.also { emit(it) }
                        coming = null
                    }
            }
        }
    }

    /** Ask to be the one process of several that looks after a match; whether it is so. */
    public suspend fun lease(match: String, holder: String, time: Duration): Boolean {
        val request = leaseMatchRequest {
            this.match = match
            this.holder = holder
            ttl = time.message()
        }
        return line.call(InboxServiceGrpcKt.leaseMatchMethod, request).isGranted
    }
}

/** One reader's place in an inbox. */
private class InboxWatch(private val line: Line, private var resumeToken: String) {
    private var newest = Newest()

    fun messages(): Flow<InboxMessage> =
        Following(line, InboxServiceGrpcKt.watchInboxMethod, { it.hasGoingAway() }, ::request)
            .messages()
            .transform { response ->
                if (response.hasReset()) {
                    newest = Newest()
                    resumeToken = ""
                }
                resumeToken = response.resumeToken.ifEmpty { resumeToken }
                messageOf(response)?.let { emit(it) }
            }

    private fun messageOf(response: WatchInboxResponse): InboxMessage? = when (response.messageCase) {
        WatchInboxResponse.MessageCase.ENTRY ->
            if (newest.takes(response.entry)) InboxMessage.Entry(response.entry, resumeToken) else null
        WatchInboxResponse.MessageCase.COMPLETE -> InboxMessage.Complete(resumeToken)
        WatchInboxResponse.MessageCase.RESET ->
            InboxMessage.Reset(response.reset, resumeToken)
        else -> null // signs of life, and what is newer than this library
    }

    private fun request(): WatchInboxRequest =
        watchInboxRequest { resumeToken = this@InboxWatch.resumeToken }
}

/** The newest entry of each match. */
private class Newest {
    private val entries = mutableMapOf<String, InboxEntry>()
    private val ended = ArrayDeque<String>()

    /** Note an entry; false where it says nothing new. */
    fun takes(entry: InboxEntry): Boolean {
        val before = entries[entry.match]
        if (before != null && (entry.version < before.version || entry == before)) return false
        entries[entry.match] = entry
        if (entry.state !in LIVE) {
            ended += entry.match
            if (ended.size > KEPT_ENDED) entries -= ended.removeFirst()
        }
        return true
    }
}
