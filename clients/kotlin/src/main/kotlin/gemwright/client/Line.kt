package gemwright.client

import gemwright.v1.CatalogServiceGrpcKt
import gemwright.v1.GetServerInfoRequest
import io.grpc.CallOptions
import io.grpc.ManagedChannel
import io.grpc.MethodDescriptor
import io.grpc.StatusException
import io.grpc.kotlin.ClientCalls
import kotlinx.coroutines.Job
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.catch
import kotlinx.coroutines.withTimeoutOrNull
import java.util.concurrent.TimeUnit
import kotlin.time.Duration
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.seconds
import kotlin.time.TimeSource

/** How long one attempt of a call may take. */
private val ATTEMPT = 5.seconds
private val SHORTEST_ATTEMPT = 100.milliseconds

/**
 * The line to the servers: every call goes through here.
 *
 * What is safe to send twice is sent again, the same message, until an answer comes or patience ends:
 * after `UNAVAILABLE`, after a deadline, and after a broken connection, which look alike from here;
 * and after a limit, which is lifted with time.
 * Every call that changes a match carries a request id or changes nothing the second time. Nothing
 * else is sent again, except once with a fresh token where the one before had expired.
 */
internal class Line(
    private val connections: Connections,
    private val credential: Credential,
    /** For how long a call is tried. */
    val patience: Duration,
) {
    private val closed = Job()

    @Volatile
    private var heartbeat: Duration? = null

    /** Whether nothing is called any more. */
    val isClosed: Boolean get() = connections.isClosed

    /** Hang up; calls and streams that are under way fail. */
    fun close() {
        connections.close()
        closed.complete()
    }

    /** A call with one answer; throws [CallException]. */
    suspend fun <Q, A> call(method: MethodDescriptor<Q, A>, request: Q): A {
        val pause = Pause()
        val giveUp = TimeSource.Monotonic.markNow() + patience
        var hasRenewed = false
        while (true) {
            val token = token()
            val connection = connection()
            try {
                val left = maxOf(-giveUp.elapsedNow(), SHORTEST_ATTEMPT)
                return attempt(connection, method, request, token, minOf(ATTEMPT, left))
            } catch (error: TokenExpiredException) {
                if (hasRenewed || !renew(token)) throw error
                hasRenewed = true
            } catch (error: CallException) {
                val wait = pause.after(error)
                if (!isPassing(error) || isClosed || (giveUp - wait).hasPassedNow()) throw error
                if (error is UnavailableException) leave(connection)
                rest(wait)
            }
        }
    }

    private suspend fun <Q, A> attempt(
        connection: ManagedChannel,
        method: MethodDescriptor<Q, A>,
        request: Q,
        token: String?,
        within: Duration,
    ): A {
        val deadline =
            CallOptions.DEFAULT.withDeadlineAfter(within.inWholeMilliseconds, TimeUnit.MILLISECONDS)
        try {
            return ClientCalls.unaryRpc(connection, method, request, deadline, headersWith(token))
        } catch (error: StatusException) {
            throw failureOf(error)
        }
    }

    /** One stream, which is not taken up again. */
    fun <Q, A> stream(
        connection: ManagedChannel,
        method: MethodDescriptor<Q, A>,
        request: Q,
        token: String?,
    ): Flow<A> =
        ClientCalls.serverStreamingRpc(
            connection, method, request, CallOptions.DEFAULT, headersWith(token),
        ).catch { throw if (it is StatusException) failureOf(it) else it }

    /** Wait before something is tried again; who is closed meanwhile waits no longer. */
    suspend fun rest(time: Duration) {
        withTimeoutOrNull(time) { closed.join() }
    }

    /** What is called on now. */
    fun connection(): ManagedChannel = connections.current()

    /** Call on another one from now on, to the next server if there are several. */
    fun leave(connection: ManagedChannel): Unit = connections.leave(connection)

    /** The token that is shown now. */
    suspend fun token(): String? = credential.current()

    /** Have another token than this one, if there can be one. */
    suspend fun renew(expired: String?): Boolean = credential.renew(expired)

    /** How long these servers let pass between two signs of life of a stream. */
    suspend fun heartbeat(): Duration = heartbeat ?: askForHeartbeat().also { heartbeat = it }

    private suspend fun askForHeartbeat(): Duration {
        val info = call(
            CatalogServiceGrpcKt.getServerInfoMethod,
            GetServerInfoRequest.getDefaultInstance(),
        )
        return maxOf(1, info.limits.heartbeatSeconds).seconds
    }
}

/** Whether a failure passes by itself. */
internal fun isPassing(error: CallException): Boolean =
    error is UnavailableException || error is LimitExceededException
