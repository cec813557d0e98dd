package gemwright.client

import io.grpc.ChannelCredentials
import io.grpc.Grpc
import io.grpc.InsecureChannelCredentials
import io.grpc.ManagedChannel
import io.grpc.Status
import io.grpc.TlsChannelCredentials
import java.util.concurrent.TimeUnit

// A server allows a ping every 5 s. A phone in a lift must notice that its connection is dead.
private const val PING_EVERY_S = 10L
private const val PING_WITHIN_S = 5L

/**
 * The connection that calls are made on: to one server at a time, to the next one when that fails.
 *
 * A connection on which a call failed is left for a new one. gRPC would wait ever longer before it
 * connects again, up to two minutes, and fail what is called meanwhile without a look at the server.
 */
internal class Connections(
    private val addresses: List<Address>,
    private val credentials: ChannelCredentials?,
) {
    private var at = 0
    private var channel: ManagedChannel? = null
    private val left = mutableSetOf<ManagedChannel>()

    /** Whether nothing is called any more. */
    @get:Synchronized
    var isClosed: Boolean = false
        private set

    /** What to call on now. */
    @Synchronized
    fun current(): ManagedChannel {
        if (isClosed) throw failureOfNetwork(Status.Code.CANCELLED, "the client is closed")
        return channel ?: connectionTo(addresses[at]).also { channel = it }
    }

    /** Call on another one from now on; what is under way on this one may finish. */
    @Synchronized
    fun leave(failed: ManagedChannel) {
        if (channel !== failed) return
        left.removeAll { it.isTerminated }
        left += failed.shutdown()
        channel = null
        at = (at + 1) % addresses.size
    }

    /** Hang up; calls and streams that are under way fail. */
    @Synchronized
    fun close() {
        isClosed = true
        (left + listOfNotNull(channel)).forEach { it.shutdownNow() }
    }

    private fun connectionTo(address: Address): ManagedChannel {
        val shown = when {
            !address.isSecure -> InsecureChannelCredentials.create()
            else -> credentials ?: TlsChannelCredentials.create()
        }
        return Grpc.newChannelBuilderForAddress(address.host, address.port, shown)
            .keepAliveTime(PING_EVERY_S, TimeUnit.SECONDS)
            .keepAliveTimeout(PING_WITHIN_S, TimeUnit.SECONDS)
            .maxInboundMessageSize(Int.MAX_VALUE)
            .disableRetry() // the line repeats calls itself, with the same request id
            .build()
    }
}
