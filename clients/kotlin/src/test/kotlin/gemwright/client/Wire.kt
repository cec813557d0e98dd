package gemwright.client

import java.io.IOException
import java.net.InetAddress
import java.net.InetSocketAddress
import java.net.ServerSocket
import java.net.Socket
import java.util.concurrent.CopyOnWriteArrayList
import kotlin.concurrent.thread

/** A wire between client and server that can be cut, or lose what the server says. */
class Wire(private val server: String) : AutoCloseable {
    private val door = ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress())
    private val ends = CopyOnWriteArrayList<Socket>()

    /** While true, what the server answers is lost. */
    @Volatile
    var losesAnswers: Boolean = false

    /** How many connections there were. */
    @Volatile
    var connections: Int = 0
        private set

    /** Where a client finds the server. */
    val address: String = "127.0.0.1:${door.localPort}"

    init {
        thread(isDaemon = true) { acceptUntilClosed() }
    }

    /** Cut every connection, in the middle of whatever is said on it. */
    fun cut() {
        ends.forEach(Socket::close)
        ends.clear()
    }

    override fun close() {
        door.close()
        cut()
    }

    private fun acceptUntilClosed() = untilCut {
        while (true) {
            val client = door.accept()
            val (host, port) = server.split(':')
            val far = Socket()
            ends += listOf(client, far)
            connections += 1
            thread(isDaemon = true) {
                untilCut {
                    far.connect(InetSocketAddress(host, port.toInt()))
                    thread(isDaemon = true) { carry(client, far) { true } }
                    carry(far, client) { !losesAnswers }
                }
                client.close() // the server is not there
            }
        }
    }

    private fun carry(from: Socket, to: Socket, arrives: () -> Boolean) {
        untilCut {
            val bytes = ByteArray(CHUNK)
            while (true) {
                val length = from.getInputStream().read(bytes)
                if (length < 0) break
                if (arrives()) to.getOutputStream().write(bytes, 0, length)
            }
        }
        from.close()
        to.close()
    }

    private fun untilCut(work: () -> Unit) {
        try {
            work()
        } catch (_: IOException) {
            // which is what a cut looks like from either end
        }
    }

    private companion object {
        const val BACKLOG = 50
        const val CHUNK = 16_384
    }
}
