package gemwright.client

import gemwright.v1.EndReason
import gemwright.v1.MatchState
import kotlinx.coroutines.flow.toList
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

class OperatorTest {
    private val operator = Client(DevelopmentServer.shared.address, { "dev:op" })

    @AfterEach
    fun hangUp() = operator.close()

    @Test
    fun `an operator finds matches, looks into them and ends them`() = test {
        val match = operator.duelOf("gina", "hugo")
        val found = operator.operator.find("dev", principal = "gina").toList()
        assertTrue(match.id in found.map { it.match })
        val inspected = operator.operator.inspect(match.id, note = "a complaint")
        assertEquals("dev", inspected.owner)
        assertTrue(inspected.record.reveal.seed.size() > 0)
        val ended = operator.operator.end(match.id, note = "a complaint")
        assertEquals(MatchState.MATCH_STATE_CANCELLED, ended.state)
    }

    @Test
    fun `an operator decides a match`() = test {
        val match = operator.duelOf("gina", "hugo")
        val decided = operator.operator.adjudicate(match.id, listOf(1), note = "a bug")
        assertEquals(listOf(1), decided.outcome.winnersList)
        assertEquals(listOf(EndReason.END_REASON_ADJUDICATION), decided.outcome.reasonsList)
    }
}
