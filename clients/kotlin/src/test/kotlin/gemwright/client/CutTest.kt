package gemwright.client

import gemwright.v1.BuiltInBot.BUILT_IN_BOT_GREEDY
import gemwright.v1.Game
import kotlinx.coroutines.async
import kotlinx.coroutines.flow.filterIsInstance
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.launch
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import kotlin.time.Duration.Companion.seconds

class CutTest {
    @Test
    fun `a match is played to its end over a connection that is cut again and again`() = test {
        Wire(DevelopmentServer.shared.address).use { wire ->
            Client(wire.address, { "dev:ann" }).use { ann ->
                val seats = arrayOf(human("ann"), bot(BUILT_IN_BOT_GREEDY))
                val match = ann.match(ann.matches.create(matchOf(Game.GAME_DUEL, *seats)).match.match)
                val player = Player(match)
                player.playToTheEnd { update ->
                    if (update.version % CUT_EVERY == 0) wire.cut()
                }
                assertWhole(match, player)
                assertTrue(wire.connections > player.updates.size / CUT_EVERY)
            }
        }
    }

    @Test
    fun `a server that is killed in mid-match is played on with when it is back`() = test {
        DevelopmentServer("--fsync", "always").use { server ->
            Client(server.address, { "dev:ann" }).use { ann ->
                val seats = arrayOf(human("ann"), bot(BUILT_IN_BOT_GREEDY))
                val request = matchOf(Game.GAME_SPLENDOR, *seats)
                val match = ann.match(ann.matches.create(request).match.match)
                val player = Player(match)
                player.playToTheEnd { update ->
                    if (update.version in KILL_AT) {
                        server.kill()
                        launch { server.start() }
                    }
                }
                assertWhole(match, player)
            }
        }
    }

    @Test
    fun `an action whose answer was lost after it took effect is done once`() = test {
        Wire(DevelopmentServer.shared.address).use { wire ->
            val direct = Client(DevelopmentServer.shared.address, { "dev:ann" })
            val ann = Client(wire.address, { "dev:ann" })
            try {
                val match = ann.match(direct.duelOf("ann", "ben").id)
                val seen = match.get()
                wire.losesAnswers = true
                val answer = async { match.act(seen.legalActionsList.first(), seen.match.version) }
                val happened = direct.match(match.id).updates(after = 0)
                    .filterIsInstance<LogEntry.Done>().first()
                wire.losesAnswers = false
                wire.cut()
                assertEquals(happened.update, answer.await())
                assertEquals(listOf(happened.update), direct.match(match.id).history().toList())
            } finally {
                ann.close()
                direct.close()
            }
        }
    }

    @Test
    fun `a watch goes on in another process from the token that was kept`() = test {
        Client(DevelopmentServer.shared.address, { "dev:ann" }).use { first ->
            val match = first.duelOf("ann", "ben")
            val token = match.watch().first().resumeToken
            val done = match.act(match.legalActions().first())
            Client(DevelopmentServer.shared.address, { "dev:ann" }).use { second ->
                val message = second.match(match.id).watch(token).first()
                assertEquals(done, (message as WatchMessage.Updated).update)
            }
        }
    }

    @Test
    fun `a client that cannot reach any server gives up when its patience ends`() = test {
        Wire("127.0.0.1:1").use { nowhere ->
            Client(nowhere.address, patience = 1.seconds).use { client ->
                assertThrows<UnreachableException> { client.catalogue.info() }
                assertThrows<UnreachableException> { client.match("a".repeat(24)).watch().first() }
            }
        }
    }

    @Test
    fun `where one of several servers is gone, the next one is called`() = test {
        Wire("127.0.0.1:1").use { nowhere ->
            val addresses = "${nowhere.address},${DevelopmentServer.shared.address}"
            Client(addresses).use { assertTrue(it.catalogue.info().isDevelopmentMode) }
        }
    }

    @Test
    fun `closing the client ends its calls and watches at once`() = test {
        val client = Client(DevelopmentServer.shared.address, { "dev:ann" })
        val match = client.duelOf("ann", "ben")
        assertThrows<UnreachableException> { match.watch().collect { client.close() } }
        assertThrows<UnreachableException> { match.get() }
    }

    private companion object {
        const val CUT_EVERY = 5
        val KILL_AT = setOf(6, 15)
    }
}
