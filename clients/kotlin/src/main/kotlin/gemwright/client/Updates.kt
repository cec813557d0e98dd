/** The updates of a match for who wants no more than those, and is told which of them are missing. */
package gemwright.client

import gemwright.v1.Match
import gemwright.v1.ResetReason
import gemwright.v1.Update
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.FlowCollector
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.takeWhile

/** An entry of the log of a match. */
public sealed interface LogEntry {
    /** What one action did. */
    public data class Done(
        /** The update. */
        val update: Update,
    ) : LogEntry

    /** What was received does not continue. */
    public data class Missed(
        /** Why. */
        val reason: ResetReason,
        /** The updates that will not come any more: what they did is in the match as it is now. */
        val versions: IntRange,
        /** The updates that were received and are not part of the match: the store has lost them. */
        val undone: IntRange,
    ) : LogEntry
}

/** The log that one reader of a match gets. */
internal class Log(
    private val watch: Flow<WatchMessage>,
    /** The updates after a version, as the server has them now. */
    private val history: (Int) -> Flow<Update>,
) {
    /** The commit of each version that was seen, and of the one before the first. */
    private val commits = sortedMapOf<Int, String>()
    private var reset: ResetReason? = null

    /** Every update from now on, or after a version, to the end of the match. */
    fun entries(after: Int?): Flow<LogEntry> = flow {
        watch.collect { message ->
            when (message) {
                is WatchMessage.Updated -> take(message.update)
                is WatchMessage.Snapshot -> goOnFrom(message.match, after)
                is WatchMessage.Reset -> when {
                    message.isLast -> emit(lost(message.reset.reason))
                    commits.isNotEmpty() -> reset = message.reset.reason // else nothing could be missed
                }
                is WatchMessage.ClocksChanged, is WatchMessage.Revealed -> Unit
            }
        }
    }

    private suspend fun FlowCollector<LogEntry>.take(update: Update) {
        if (commits.put(update.version, update.commitId) != update.commitId)
            emit(LogEntry.Done(update))
    }

    private suspend fun FlowCollector<LogEntry>.goOnFrom(match: Match, after: Int?) {
        val why = reset
        reset = null
        when {
            why != null -> emit(missed(why, match))
            after == null || after == match.version -> begin(match)
            else -> catchUp(match, after)
        }
    }

    /** What a reader wants who begins before the snapshot, or has seen more than there is. */
    private suspend fun FlowCollector<LogEntry>.catchUp(match: Match, after: Int) {
        commits[after] = "" // which it was is not known
        if (after > match.version) {
            emit(missed(ResetReason.RESET_REASON_HISTORY_LOST, match))
            return
        }
        history(after).takeWhile { it.version <= match.version }.collect { take(it) }
    }

    private suspend fun missed(reason: ResetReason, match: Match): LogEntry.Missed {
        val common = common(match)
        val seen = commits.lastKey()
        begin(match)
        return LogEntry.Missed(reason, common + 1..match.version, common + 1..seen)
    }

    /** The newest version up to which the match is what was seen. */
    private suspend fun common(match: Match): Int {
        if (commits[match.version] == match.commitId) return match.version
        var common = commits.firstKey()
        history(common)
            .takeWhile { commits[it.version] == it.commitId }
            .collect { common = it.version }
        return minOf(common, match.version)
    }

    private fun begin(match: Match) {
        commits.clear()
        commits[match.version] = match.commitId
    }
}

private fun lost(reason: ResetReason) =
    LogEntry.Missed(reason, IntRange.EMPTY, IntRange.EMPTY)
