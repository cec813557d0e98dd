package gemwright.client

import gemwright.v1.InboxEntry
import gemwright.v1.MatchState
import gemwright.v1.WatchInboxResponse
import gemwright.v1.inboxComplete
import gemwright.v1.inboxEntry
import gemwright.v1.inboxReset
import gemwright.v1.watchInboxResponse
import kotlinx.coroutines.flow.asFlow
import kotlinx.coroutines.flow.take
import kotlinx.coroutines.flow.toList
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

class InboxScriptTest {
    private val server = ScriptedServer()
    private val client = Client(server.address, { "dev:ann" })

    @AfterEach
    fun close() {
        client.close()
        server.close()
    }

    @Test
    fun `an older version never overwrites a newer one, also after a cut`() = test {
        script(entry("a", 3), entry("a", 2), entry("b", 1), complete("t1"))
        script(entry("a", 2), entry("a", 3), entry("b", 2))
        val states = client.inbox.states().take(2).toList()
        assertEquals(listOf(mapOf("a" to 3, "b" to 1), mapOf("a" to 3, "b" to 2)), states.map(::versions))
        assertEquals(listOf("", "t1"), server.resumed.toList())
    }

    @Test
    fun `after a reset the map is the one that comes then, older versions included`() = test {
        script(entry("a", 3), entry("b", 1), complete("t1"))
        script(reset(), entry("a", 2), complete("t2"))
        val states = client.inbox.states().take(2).toList()
        assertEquals(listOf(mapOf("a" to 3, "b" to 1), mapOf("a" to 2)), states.map(::versions))
    }

    @Test
    fun `the same version with another deadline is news`() = test {
        script(entry("a", 3), entry("a", 3), entry("a", 3, seat = 1), complete("t1"))
        val messages = client.inbox.watch().take(3).toList()
        val entries = messages.filterIsInstance<InboxMessage.Entry>()
        assertEquals(listOf(0, 1), entries.map { it.entry.seatToAct })
    }

    private fun script(vararg messages: WatchInboxResponse) {
        server.inboxes += messages.asList().asFlow()
    }

    private fun entry(id: String, version: Int, seat: Int = 0) = watchInboxResponse {
        entry = inboxEntry {
            match = id
            this.version = version
            state = MatchState.MATCH_STATE_ACTIVE
            seatToAct = seat
        }
    }

    private fun complete(token: String) = watchInboxResponse {
        complete = inboxComplete {}
        resumeToken = token
    }

    private fun reset() = watchInboxResponse { reset = inboxReset { reasonValue = 1 } }

    private fun versions(states: Map<String, InboxEntry>) = states.mapValues { it.value.version }
}
