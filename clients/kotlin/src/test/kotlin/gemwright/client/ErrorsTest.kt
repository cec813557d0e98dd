package gemwright.client

import gemwright.v1.ErrorReason
import gemwright.v1.Game
import gemwright.v1.RefusalReason
import gemwright.v1.action
import gemwright.v1.DuelActionKt.discard
import gemwright.v1.DuelActionKt.takeTokens
import gemwright.v1.TokenKind
import gemwright.v1.copy
import gemwright.v1.duelAction
import io.grpc.Status
import kotlinx.coroutines.flow.toList
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

class ErrorsTest {
    private val ann = Client(DevelopmentServer.shared.address, { "dev:ann" })

    @AfterEach
    fun hangUp() = ann.close()

    @Test
    fun `a refusal of the rules says reason, rule and field, and changes nothing`() = test {
        val match = ann.duelOf("ann", "ben")
        val corners = action { duel = duelAction { takeTokens = takeTokens { cells += listOf(0, 24) } } }
        val refused = assertThrows<ActionRefusedException> { match.act(corners) }
        assertEquals(RefusalReason.REFUSAL_REASON_NOT_A_LINE, refused.refusal.reason)
        assertTrue(refused.refusal.rule.startsWith("D-TAKE"))
        assertEquals("cells", refused.refusal.field)
        assertEquals(Status.Code.FAILED_PRECONDITION, refused.facts.code)
        assertEquals(0, match.get().match.version)
    }

    @Test
    fun `an answer to nothing that was asked is refused too`() = test {
        val match = ann.duelOf("ann", "ben")
        val stray = action { duel = duelAction { discard = discard { kind = TokenKind.TOKEN_KIND_RED } } }
        val refused = assertThrows<ActionRefusedException> { match.validate(stray) }
        assertEquals(RefusalReason.REFUSAL_REASON_NOT_ASKED, refused.refusal.reason)
    }

    @Test
    fun `an action on another version says which version there is`() = test {
        val match = ann.duelOf("ann", "ben")
        val (first) = match.legalActions()
        val stale = assertThrows<StaleVersionException> { match.act(first, expectedVersion = 7) }
        assertEquals(0, stale.currentVersion)
    }

    @Test
    fun `a field that could never be right is named`() = test {
        val match = ann.duelOf("ann", "ben")
        val (first) = match.legalActions()
        val invalid = assertThrows<InvalidRequestException> { match.act(first, requestId = "x") }
        assertEquals(listOf("request_id"), invalid.violations.map { it.field })
    }

    @Test
    fun `the same request id for another action is told apart, for the same action is the same answer`() =
        test {
            val match = ann.duelOf("ann", "ben")
            val (first, second) = match.legalActions()
            val done = match.act(first, 0, "one-intention")
            assertEquals(done, match.act(first, 0, "one-intention"))
            val reused = assertThrows<AlreadyUsedException> { match.act(second, 0, "one-intention") }
            assertEquals(ErrorReason.ERROR_REASON_REQUEST_ID_REUSED, reused.reason)
            assertEquals(1, match.history().toList().size)
        }

    @Test
    fun `another's seat, a match there is not, and a match that is over`() = test {
        val match = ann.duelOf("ann", "ben")
        val theirs = ann.match(match.id, seat = 1)
        assertThrows<NotAllowedException> { theirs.get() }
        assertThrows<MatchNotFoundException> { ann.match("a".repeat(24)).get() }
        assertThrows<WrongStateException> { match.record() }
        match.resign()
        assertThrows<WrongStateException> { match.resign() }
    }

    @Test
    fun `a private match, and a call without a credential`() = test {
        val secret = matchOf(Game.GAME_DUEL, human("ann"), human("ben"))
            .copy { clearSpectators() }
        val match = ann.matches.create(secret).match.match
        Client(DevelopmentServer.shared.address).use { nobody ->
            assertThrows<NotAllowedException> { nobody.match(match).get() }
            assertThrows<NotAuthenticatedException> { nobody.inbox.watch().collect {} }
        }
    }

    @Test
    fun `a token that can be none is refused, and not shown`() = test {
        Client(DevelopmentServer.shared.address, { "nö-such-token" }).use { client ->
            val refused = assertThrows<NotAuthenticatedException> { client.match("a".repeat(24)).get() }
            assertFalse("such" in refused.message!!)
        }
    }

    @Test
    fun `what gives tokens may fail, and its failure is what the caller gets`() = test {
        Client(DevelopmentServer.shared.address, { throw IllegalStateException("signed out") }).use {
            assertThrows<IllegalStateException> { it.catalogue.info() }
        }
    }
}
