package gemwright.client

import com.google.protobuf.MessageLite
import io.grpc.ManagedChannel
import io.grpc.MethodDescriptor
import io.grpc.Status
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.channels.ReceiveChannel
import kotlinx.coroutines.channels.getOrElse
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.FlowCollector
import kotlinx.coroutines.flow.buffer
import kotlinx.coroutines.flow.catch
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.produceIn
import kotlinx.coroutines.withTimeoutOrNull
import kotlin.time.Duration
import kotlin.time.Duration.Companion.seconds
import kotlin.time.TimeMark
import kotlin.time.TimeSource

private const val SILENCES = 2

/** So many fresh tokens in a row may have expired before one of them opens the stream. */
private const val MOST_RENEWALS = 3

/** A stream that was open for so long was worth opening, even if it had no news. */
private val LASTING = 10.seconds

/**
 * A stream that is taken up again wherever it breaks, at any of the servers.
 *
 * A stream that has begun is resumed for as long as it takes, for the way through a tunnel has no
 * fixed length; one that has never begun is given up like a call. A server that is silent for longer
 * than two heartbeats is taken for dead. Streams that get nowhere are taken up ever less often.
 */
internal class Following<Q : MessageLite, A>(
    private val line: Line,
    private val method: MethodDescriptor<Q, A>,
    /** Whether a message says that the server goes away. */
    private val isFarewell: (A) -> Boolean,
    /** Asks to go on after the newest message that was taken. */
    private val request: () -> Q,
) {
    private val pause = Pause()
    private val giveUp = TimeSource.Monotonic.markNow() + line.patience
    private var hasBegun = false
    private var renewals = 0

    /** The messages, without an end: who reads them, once, knows which is the last. */
    fun messages(): Flow<A> = flow {
        while (true) {
            val token = line.token()
            val connection = line.connection()
            val asked = request()
            val since = TimeSource.Monotonic.markNow()
            when (val end = listen(connection, asked, token)) {
                null -> {
                    if (!gotOn(asked, since)) line.rest(pause.take())
                    line.leave(connection)
                }
                is TokenExpiredException -> {
                    renewals += 1
                    if (renewals > MOST_RENEWALS || !line.renew(token)) throw end
                }
                is UnavailableException, is LimitExceededException -> {
                    gotOn(asked, since)
                    line.leave(connection)
                    restAfter(end)
                }
                else -> throw end
            }
        }
    }

    /** Hand on the messages of one server; why there are no more, or null where it goes away. */
    private suspend fun FlowCollector<A>.listen(
        connection: ManagedChannel,
        asked: Q,
        token: String?,
    ): GemwrightException? = coroutineScope {
        val silence = try {
            line.heartbeat() * SILENCES
        } catch (error: CallException) {
            return@coroutineScope error
        }
        val incoming = line.stream(connection, method, asked, token)
            .map { Result.success(it) }
            .catch { emit(Result.failure(it)) }
            .buffer(Channel.RENDEZVOUS)
            .produceIn(this)
        try {
            handOn(incoming, silence)
        } finally {
            incoming.cancel()
        }
    }

    /** What the reader throws passes through here untouched: it is no failure of the stream. */
    private suspend fun FlowCollector<A>.handOn(
        incoming: ReceiveChannel<Result<A>>,
        silence: Duration,
    ): GemwrightException? {
        while (true) {
            val message = hear(incoming, silence)
                .getOrElse { return it as? GemwrightException ?: throw it }
            hasBegun = true
            renewals = 0
            emit(message)
            if (isFarewell(message)) return null
        }
    }

    /** The next message, or why there is none. */
    private suspend fun hear(incoming: ReceiveChannel<Result<A>>, silence: Duration): Result<A> {
        val heard = withTimeoutOrNull(silence) { incoming.receiveCatching() }
            ?: return Result.failure(cut("silent for $silence"))
        return heard.getOrElse { Result.failure(cut("the stream ended")) }
    }

    /** Whether a stream brought news or lasted; after such a one pauses are short again. */
    private fun gotOn(asked: Q, since: TimeMark): Boolean {
        val gotOn = request() != asked || since.elapsedNow() > LASTING
        if (gotOn) pause.reset()
        return gotOn
    }

    /** Wait before the next attempt, if there is to be one. */
    private suspend fun restAfter(error: CallException) {
        val time = pause.after(error)
        val isGivenUp = !hasBegun && (giveUp - time).hasPassedNow()
        if (line.isClosed || isGivenUp) throw error
        line.rest(time)
    }
}

private fun cut(text: String): CallException =
    failureOfNetwork(Status.Code.CANCELLED, text)
