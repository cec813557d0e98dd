package gemwright.client

import io.grpc.Metadata
import io.grpc.Status
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

/** Gives a token: asked at first, and again whenever the one before has expired. */
public typealias TokenSource = suspend () -> String

private val AUTHORIZATION: Metadata.Key<String> =
    Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER)
private val PRINTABLE = ' '..'~'

/** The token of a client, renewed by whoever it belongs to. */
internal class Credential(@Volatile private var source: TokenSource?) {
    /** Of many calls that find out together that their token has expired, one asks. */
    private val asking = Mutex()

    @Volatile
    private var now: String? = null

    /** Show another token from now on. */
    fun showInstead(token: String) {
        source = { token }
        now = token.trim()
    }

    /** What to show; null for nothing. */
    suspend fun current(): String? {
        if (now == null) renew(null)
        return now
    }

    /** Ask for another token than this one; whether there is one now. */
    suspend fun renew(expired: String?): Boolean = asking.withLock {
        val asked = source
        if (now == expired && asked != null) {
            val given = asked().trim()
            if (source === asked) now = given // else another one was shown meanwhile
        }
        now != expired
    }
}

/** What a call shows of its caller. */
internal fun headersWith(token: String?): Metadata {
    val headers = Metadata()
    if (token == null) return headers
    if (!token.all { it in PRINTABLE }) {
        val text = "the token has letters or signs that no token has"
        throw NotAuthenticatedException(Facts.ofNetwork(Status.Code.UNAUTHENTICATED, text))
    }
    headers.put(AUTHORIZATION, "Bearer $token")
    return headers
}
