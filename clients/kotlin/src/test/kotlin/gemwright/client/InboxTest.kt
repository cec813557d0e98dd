package gemwright.client

import gemwright.v1.MatchState
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.flow.produceIn
import kotlinx.coroutines.flow.takeWhile
import kotlinx.coroutines.flow.toList
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import kotlin.time.Duration.Companion.seconds

class InboxTest {
    private val server = DevelopmentServer.shared

    @Test
    fun `the state of every match comes at once, and every change of it`() = test {
        Client(server.address, { "dev:inga" }).use { inga ->
            val matches = List(3) { inga.duelOf("inga", "ben") }
            val states = inga.inbox.states().produceIn(this)
            assertEquals(matches.map { it.id }.toSet(), states.receive().keys)
            matches[1].act(matches[1].legalActions().first())
            val changed = states.receive().getValue(matches[1].id)
            assertEquals(1, changed.version)
            matches[2].resign()
            assertEquals(MatchState.MATCH_STATE_FINISHED, states.receive().getValue(matches[2].id).state)
            states.cancel()
        }
    }

    @Test
    fun `an inbox goes on over a cut, and says nothing twice`() = test {
        Wire(server.address).use { wire ->
            Client(wire.address, { "dev:carl" }).use { carl ->
                val match = carl.duelOf("carl", "ben")
                val messages = carl.inbox.watch().produceIn(this)
                val seen = mutableListOf<Int>()
                while (seen.lastOrNull() != ROUNDS) {
                    val message = messages.receive()
                    if (message !is InboxMessage.Entry) continue
                    seen += message.entry.version
                    if (message.entry.version == ROUNDS) break
                    wire.cut()
                    val mover = Client(server.address, { seatOf(message.entry.seatToAct) })
                    mover.use { it.match(match.id).run { act(legalActions().first()) } }
                }
                assertEquals((0..ROUNDS).toList(), seen)
                messages.cancel()
            }
        }
    }

    @Test
    fun `an inbox resumes from a token in another process`() = test {
        Client(server.address, { "dev:dora" }).use { dora ->
            dora.duelOf("dora", "ben")
            val complete = dora.inbox.watch().first { it is InboxMessage.Complete }
            val later = dora.duelOf("dora", "ben")
            val news = dora.inbox.watch(complete.resumeToken)
                .takeWhile { it is InboxMessage.Entry }.toList()
            assertEquals(listOf(later.id), news.map { (it as InboxMessage.Entry).entry.match })
        }
    }

    @Test
    fun `one of several processes gets the lease of a match`() = test {
        Client(server.address, { "dev:emil" }).use { emil ->
            val match = emil.duelOf("emil", "ben").id
            assertTrue(emil.inbox.lease(match, "process-one", 60.seconds))
            assertFalse(emil.inbox.lease(match, "process-two", 60.seconds))
            assertTrue(emil.inbox.lease(match, "process-one", 60.seconds))
        }
    }

    private fun seatOf(seat: Int) = if (seat == 0) "dev:carl" else "dev:ben"

    private companion object {
        const val ROUNDS = 3
    }
}
