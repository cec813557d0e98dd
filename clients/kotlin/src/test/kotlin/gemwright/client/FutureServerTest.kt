package gemwright.client

import com.google.protobuf.duration
import gemwright.client.wire.retryInfo
import gemwright.client.Scripts.farewell
import gemwright.client.Scripts.failure
import gemwright.client.Scripts.resetFor
import gemwright.client.Scripts.revealed
import gemwright.client.Scripts.snapshotAt
import gemwright.client.Scripts.unheardOf
import gemwright.client.Scripts.updateOf
import gemwright.client.Scripts.updated
import gemwright.v1.Action
import gemwright.v1.ErrorReason
import gemwright.v1.RefusalReason
import gemwright.v1.ResetReason
import gemwright.v1.WatchMatchResponse
import gemwright.v1.refusal
import gemwright.v1.submitActionResponse
import io.grpc.Status
import io.grpc.StatusException
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.flow.asFlow
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.toList
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import kotlin.time.Duration
import kotlin.time.Duration.Companion.seconds
import kotlin.time.measureTimedValue

/** What servers say that are about to stop, have lost data, have gone mad or are newer than this client. */
class FutureServerTest {
    private val server = ScriptedServer()
    private val client = Client(server.address, { "dev:ann" }, patience = 3.seconds)
    private val match = client.match("m", seat = 0)

    @AfterEach
    fun close() {
        client.close()
        server.close()
    }

    @Test
    fun `a server that goes away is left, and the watch goes on from the newest token`() = test {
        script(snapshotAt(0), updated(1), farewell("after-1"))
        script(updated(2), revealed())
        assertEquals(listOf(0, 1, 2), versionsWatched())
        assertEquals(listOf("", "after-1"), server.resumed.toList())
    }

    @Test
    fun `messages of a kind that is not known are passed over, their tokens kept`() = test {
        script(snapshotAt(0), unheardOf("after-0b"), farewell("after-0b"))
        script(unheardOf("after-0c"), updated(1), revealed())
        assertEquals(listOf(0, 1), versionsWatched())
    }

    @Test
    fun `an update that comes twice is handed on once`() = test {
        script(snapshotAt(1), updated(1), updated(2), updated(2), updated(3), updated(2), revealed())
        assertEquals(listOf(1, 2, 3), versionsWatched())
    }

    @Test
    fun `a reset is told, and a snapshot begins anew, with older versions too`() = test {
        script(snapshotAt(5), updated(6), resetFor(1), snapshotAt(4), updated(5, "other"), revealed())
        assertEquals(listOf(5, 6, -1, 4, 5), versionsWatched())
    }

    @Test
    fun `a reset for a reason that is newer is a reset`() = test {
        script(snapshotAt(5), resetFor(99), snapshotAt(6), revealed())
        val messages = match.watch().toList()
        assertEquals(ResetReason.UNRECOGNIZED, (messages[1] as WatchMessage.Reset).reset.reason)
        assertTrue(messages[2] is WatchMessage.Snapshot)
    }

    @Test
    fun `after a last reset the watch ends`() = test {
        script(snapshotAt(5), resetFor(ResetReason.RESET_REASON_MATCH_EXPIRED_VALUE))
        assertEquals(listOf(5, -1), versionsWatched())
    }

    @Test
    fun `what a reset undid and what was not seen is told by version`() = test {
        server.history = (1..8).map { updateOf(it, if (it <= 5) "c$it" else "new$it") }
        script(
            snapshotAt(4), updated(5), updated(6), updated(7),
            resetFor(1), snapshotAt(8, "new8"), updated(9), revealed(),
        )
        val entries = match.updates().toList()
        val missed = entries.filterIsInstance<LogEntry.Missed>().single()
        assertEquals(6..8, missed.versions)
        assertEquals(6..7, missed.undone)
        assertEquals(listOf(5, 6, 7, 9), entries.mapNotNull { (it as? LogEntry.Done)?.update?.version })
    }

    @Test
    fun `a server that falls silent is taken for dead`() = test {
        server.watches += flow {
            emit(snapshotAt(0))
            awaitCancellation()
        }
        script(updated(1), revealed())
        assertEquals(listOf(0, 1), versionsWatched())
    }

    @Test
    fun `a stream that ends without a word is taken up again`() = test {
        script(snapshotAt(0))
        script(updated(1))
        script(revealed())
        assertEquals(listOf(0, 1), versionsWatched())
        assertEquals(listOf("", "after-0", "after-1"), server.resumed.toList())
    }

    @Test
    fun `a reader that fails is no failure of the stream`() = test {
        script(snapshotAt(0), updated(1))
        assertThrows<IllegalStateException> { match.watch().collect { error("the reader's own") } }
        assertEquals(1, server.resumed.size)
    }

    @Test
    fun `what may have taken effect is sent again as it was`() = test {
        server.submissions += { throw failure(Status.UNAVAILABLE, "OUTCOME_UNKNOWN") }
        server.submissions += { throw Status.UNAVAILABLE.asException() }
        server.submissions += { submitActionResponse { update = updateOf(1) } }
        assertEquals(1, match.act(Action.getDefaultInstance(), 0).version)
        assertEquals(3, server.submitted.size)
        assertEquals(1, server.submitted.toSet().size)
    }

    @Test
    fun `the server says how long to wait before it is asked again`() = test {
        val wait = retryInfo { retryDelay = duration { seconds = 1 } }
        val busy = failure(Status.UNAVAILABLE, "STORE_UNAVAILABLE", "google.rpc.RetryInfo" to wait)
        server.submissions += { throw busy }
        server.submissions += { submitActionResponse { update = updateOf(1) } }
        val (_, time) = measureTimedValue { match.act(Action.getDefaultInstance(), 0) }
        assertTrue(time >= 1.seconds) { "sent again after $time" }
    }

    @Test
    fun `a limit that is lifted with time is waited for`() = test {
        server.submissions += { throw busyFor(1.seconds) }
        server.submissions += { submitActionResponse { update = updateOf(1) } }
        val (_, time) = measureTimedValue { match.act(Action.getDefaultInstance(), 0) }
        assertTrue(time >= 1.seconds) { "sent again after $time" }
    }

    @Test
    fun `a watch waits for a limit too`() = test {
        server.watches += flow { throw busyFor(1.seconds) }
        script(snapshotAt(0), revealed())
        assertEquals(listOf(0), versionsWatched())
    }

    @Test
    fun `a limit that holds longer than the client has patience is told at once`() = test {
        server.submissions += { throw busyFor(60.seconds) }
        val limit = assertThrows<LimitExceededException> { match.act(Action.getDefaultInstance(), 0) }
        assertEquals(60.seconds, limit.retryAfter)
        assertEquals(1, server.submitted.size)
    }

    @Test
    fun `a reason that is newer than this client is the server's fault, and has its name`() = test {
        server.submissions += { throw failure(Status.FAILED_PRECONDITION, "MOON_TOO_FULL") }
        val fault = assertThrows<ServerFaultException> { match.act(Action.getDefaultInstance(), 0) }
        assertEquals(ErrorReason.UNRECOGNIZED, fault.reason)
        assertEquals("MOON_TOO_FULL", fault.facts.reasonName)
        assertEquals("trace-1", fault.facts.trace)
        assertEquals("a sentence [MOON_TOO_FULL]", fault.message)
    }

    @Test
    fun `a refusal that is newer than this client is a refusal`() = test {
        val newer = refusal {
            reasonValue = 4711
            rule = "D-NEW-1"
        }
        server.submissions += {
            throw failure(Status.FAILED_PRECONDITION, "ACTION_REFUSED", "gemwright.v1.Refusal" to newer)
        }
        val refused = assertThrows<ActionRefusedException> { match.act(Action.getDefaultInstance(), 0) }
        assertEquals(RefusalReason.UNRECOGNIZED, refused.refusal.reason)
        assertEquals("D-NEW-1", refused.refusal.rule)
    }

    @Test
    fun `a call that the server does not know is not repeated`() = test {
        assertThrows<RefusedByNetworkException> { match.record() }
    }

    private fun busyFor(time: Duration): StatusException {
        val wait = retryInfo { retryDelay = duration { seconds = time.inWholeSeconds } }
        return failure(Status.RESOURCE_EXHAUSTED, "LIMIT_EXCEEDED", "google.rpc.RetryInfo" to wait)
    }

    private fun script(vararg messages: WatchMatchResponse) {
        server.watches += messages.asList().asFlow()
    }

    /** The versions of snapshots and updates; -1 for a reset. */
    private suspend fun versionsWatched(): List<Int> = match.watch().toList().mapNotNull {
        when (it) {
            is WatchMessage.Snapshot -> it.match.version
            is WatchMessage.Updated -> it.update.version
            is WatchMessage.Reset -> -1
            is WatchMessage.ClocksChanged, is WatchMessage.Revealed -> null
        }
    }
}
