package gemwright.client

import gemwright.v1.CatalogServiceGrpcKt
import gemwright.v1.GetServerInfoRequest
import gemwright.v1.GetServerInfoResponse
import gemwright.v1.InboxServiceGrpcKt
import gemwright.v1.ListUpdatesRequest
import gemwright.v1.ListUpdatesResponse
import gemwright.v1.MatchServiceGrpcKt
import gemwright.v1.SubmitActionRequest
import gemwright.v1.SubmitActionResponse
import gemwright.v1.Update
import gemwright.v1.WatchInboxRequest
import gemwright.v1.WatchInboxResponse
import gemwright.v1.WatchMatchRequest
import gemwright.v1.WatchMatchResponse
import gemwright.v1.getServerInfoResponse
import gemwright.v1.limits
import gemwright.v1.listUpdatesResponse
import io.grpc.InsecureServerCredentials
import io.grpc.Server
import io.grpc.okhttp.OkHttpServerBuilder
import kotlinx.coroutines.flow.Flow
import java.util.concurrent.ConcurrentLinkedQueue

/**
 * A server that says what the test tells it to, for what no real one does on demand: each watch and
 * each call gets the next of its scripts.
 */
class ScriptedServer : AutoCloseable {
    val watches = ConcurrentLinkedQueue<Flow<WatchMatchResponse>>()
    val inboxes = ConcurrentLinkedQueue<Flow<WatchInboxResponse>>()
    val submissions = ConcurrentLinkedQueue<() -> SubmitActionResponse>()

    /** The updates as they are in the history. */
    var history: List<Update> = emptyList()

    /** The tokens that watches were resumed with. */
    val resumed = ConcurrentLinkedQueue<String>()

    /** What was submitted. */
    val submitted = ConcurrentLinkedQueue<SubmitActionRequest>()

    private val server: Server =
        OkHttpServerBuilder.forPort(0, InsecureServerCredentials.create())
            .addService(Catalogue())
            .addService(Matches())
            .addService(Inboxes())
            .build().start()

    val address: String = "127.0.0.1:${server.port}"

    override fun close() {
        server.shutdownNow()
    }

    private class Catalogue : CatalogServiceGrpcKt.CatalogServiceCoroutineImplBase() {
        override suspend fun getServerInfo(request: GetServerInfoRequest): GetServerInfoResponse =
            getServerInfoResponse { limits = limits { heartbeatSeconds = 1 } }
    }

    private inner class Matches : MatchServiceGrpcKt.MatchServiceCoroutineImplBase() {
        override fun watchMatch(request: WatchMatchRequest): Flow<WatchMatchResponse> {
            resumed += request.resumeToken
            return watches.remove()
        }

        override suspend fun submitAction(request: SubmitActionRequest): SubmitActionResponse {
            submitted += request
            return submissions.remove()()
        }

        override suspend fun listUpdates(request: ListUpdatesRequest): ListUpdatesResponse =
            listUpdatesResponse { updates += history.filter { it.version > request.afterVersion } }
    }

    private inner class Inboxes : InboxServiceGrpcKt.InboxServiceCoroutineImplBase() {
        override fun watchInbox(request: WatchInboxRequest): Flow<WatchInboxResponse> {
            resumed += request.resumeToken
            return inboxes.remove()
        }
    }
}
