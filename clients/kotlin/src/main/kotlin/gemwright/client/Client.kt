package gemwright.client

import io.grpc.ChannelCredentials
import kotlin.time.Duration
import kotlin.time.Duration.Companion.seconds

private val PATIENCE = 30.seconds

/**
 * One caller on the line to the servers of one service: where a program begins that plays, watches or
 * arranges matches.
 *
 * The `address` is `host:port`, or several with commas between, of which another is called
 * where one does not answer; `https://` in front encrypts, and so do `credentials`, which say whom to
 * believe where the system's own roots do not do. The `token` gives the caller's API key or player
 * token, and is asked again when that has expired; null shows none. A call is repeated for `patience`
 * before it fails.
 */
public class Client(
    address: String,
    token: TokenSource? = null,
    credentials: ChannelCredentials? = null,
    patience: Duration = PATIENCE,
) : AutoCloseable {
    private val credential = Credential(token)
    private val line = Line(
        Connections(addressesOf(address, isSecure = credentials != null), credentials),
        credential,
        patience,
    )

    /** For a matchmaker: create, find, cancel, follow. */
    public val matches: Matches = Matches(line)

    /** For a matchmaker: credentials of players. */
    public val tokens: PlayerTokens = PlayerTokens(line)

    /** All matches of the caller in one stream. */
    public val inbox: Inbox = Inbox(line)

    /** What the server is, its games, cards and words. */
    public val catalogue: Catalogue = Catalogue(line)

    /** For who runs the server: matches of all owners. */
    public val operator: Operator = Operator(line)

    /** A handle on a match, seen from a seat: the one named, or the first the caller holds. */
    public fun match(match: String, seat: Int? = null): MatchHandle = MatchHandle(line, match, seat)

    /** Show another token from now on, as after joining with a join token. */
    public fun show(token: String): Unit = credential.showInstead(token)

    /** Hang up; calls and streams that are under way fail. */
    override fun close(): Unit = line.close()
}
