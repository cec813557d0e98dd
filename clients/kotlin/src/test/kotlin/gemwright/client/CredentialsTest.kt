package gemwright.client

import gemwright.v1.Game
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.flow.produceIn
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.io.TempDir
import java.nio.file.Path
import kotlin.time.Duration
import kotlin.time.Duration.Companion.minutes
import kotlin.time.Duration.Companion.seconds

class CredentialsTest {
    @TempDir
    private lateinit var folder: Path
    private val keys: Path by lazy { folder.resolve("keys") }

    @Test
    fun `a watch goes on over a token that expires, with the one that is asked for then`() = test {
        val key = newApiKey()
        DevelopmentServer("--keys", "$keys").use { server ->
            Client(server.address, { key }).use { maker ->
                val lives = ArrayDeque<Duration>(listOf(1.seconds, 10.minutes))
                val asked = Channel<Unit>(Channel.UNLIMITED)
                val source: TokenSource = {
                    asked.send(Unit)
                    maker.tokens.create("ann", lives.removeFirst()).token
                }
                Client(server.address, source).use { ann ->
                    val request = matchOf(Game.GAME_DUEL, human("ann"), human("ben"))
                    val match = ann.match(maker.matches.create(request).match.match)
                    val messages = match.watch().produceIn(this)
                    val snapshot = messages.receive() as WatchMessage.Snapshot
                    repeat(2) { asked.receive() } // the second time because the first has expired
                    val done = match.act(snapshot.legalActions.first())
                    assertEquals(done, (messages.receive() as WatchMessage.Updated).update)
                    messages.cancel()
                    assertTrue(lives.isEmpty())
                }
            }
        }
    }

    @Test
    fun `a token that has expired and cannot be had anew is an error of its own`() = test {
        val key = newApiKey()
        DevelopmentServer("--keys", "$keys").use { server ->
            Client(server.address, { key }).use { maker ->
                val token = maker.tokens.create("ann", 1.seconds).token
                Client(server.address, { token }).use { ann ->
                    val request = matchOf(Game.GAME_DUEL, human("ann"), human("ben"))
                    val match = ann.match(maker.matches.create(request).match.match)
                    assertThrows<TokenExpiredException> { match.watch().collect {} }
                    assertThrows<TokenExpiredException> { match.get() }
                }
            }
        }
    }

    private fun newApiKey(): String {
        val words = arrayOf("keys", "new", "--keys", "$keys", "--owner", "tests", "--scope", "matchmaker")
        val making = serverCommand(*words).start()
        val printed = making.inputStream.bufferedReader().readText()
        check(making.waitFor() == 0) { making.errorStream.bufferedReader().readText() }
        return printed.trim()
    }
}
