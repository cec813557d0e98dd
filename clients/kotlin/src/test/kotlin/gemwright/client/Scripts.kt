package gemwright.client

import com.google.protobuf.Any
import com.google.protobuf.ByteString
import com.google.protobuf.MessageLite
import gemwright.client.wire.errorInfo
import gemwright.client.wire.status
import gemwright.v1.Update
import gemwright.v1.WatchMatchResponse
import gemwright.v1.goingAway
import gemwright.v1.match
import gemwright.v1.reset
import gemwright.v1.reveal
import gemwright.v1.snapshot
import gemwright.v1.update
import gemwright.v1.watchMatchResponse
import io.grpc.Metadata
import io.grpc.Status
import io.grpc.StatusException

/** What a server says, each with a token named after it. */
object Scripts {
    fun snapshotAt(version: Int, commit: String = "c$version"): WatchMatchResponse =
        watchMatchResponse {
            snapshot = snapshot {
                match = match {
                    this.version = version
                    commitId = commit
                }
            }
            resumeToken = "after-$version"
        }

    fun updateOf(version: Int, commit: String = "c$version"): Update = update {
        this.version = version
        commitId = commit
    }

    fun updated(version: Int, commit: String = "c$version"): WatchMatchResponse =
        watchMatchResponse {
            update = updateOf(version, commit)
            resumeToken = "after-$version"
        }

    fun resetFor(reason: Int): WatchMatchResponse =
        watchMatchResponse { reset = reset { reasonValue = reason } }

    fun farewell(token: String): WatchMatchResponse =
        watchMatchResponse {
            goingAway = goingAway {}
            resumeToken = token
        }

    fun revealed(): WatchMatchResponse =
        watchMatchResponse {
            reveal = reveal {}
            resumeToken = "end"
        }

    /** A message of a kind that this client does not know, in a field that is not in its contract. */
    fun unheardOf(token: String): WatchMatchResponse =
        WatchMatchResponse.parseFrom(
            watchMatchResponse { resumeToken = token }.toByteString()
                .concat(ByteString.copyFrom(byteArrayOf(0xA2.toByte(), 0x06, 0x01, 0x2A))),
        )

    /** A failed call as a server words it. */
    fun failure(code: Status, reason: String, vararg details: Pair<String, MessageLite>): StatusException {
        val info = errorInfo {
            domain = "gemwright"
            this.reason = reason
            metadata["trace"] = "trace-1"
        }
        val packed = status {
            this.code = code.code.value()
            this.details += (details.asList() + ("google.rpc.ErrorInfo" to info)).map(::packed)
        }
        val key = Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER)
        val trailers = Metadata().apply { put(key, packed.toByteArray()) }
        return code.withDescription("a sentence [$reason]").asException(trailers)
    }

    private fun packed(detail: Pair<String, MessageLite>): Any =
        Any.newBuilder()
            .setTypeUrl("type.googleapis.com/${detail.first}")
            .setValue(detail.second.toByteString())
            .build()
}
