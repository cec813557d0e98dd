package gemwright.client

import com.google.protobuf.ByteString
import gemwright.v1.ActivityKind
import gemwright.v1.Game
import gemwright.v1.MatchState
import gemwright.v1.copy
import gemwright.v1.createMatchRequest
import gemwright.v1.openSeat
import gemwright.v1.seatSpec
import kotlinx.coroutines.flow.filterIsInstance
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.flow.produceIn
import kotlinx.coroutines.flow.toList
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertNotEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

class MatchmakingTest {
    private val address = DevelopmentServer.shared.address
    private val maker = Client(address, { "dev:maker" })
    private val request = matchOf(Game.GAME_DUEL, human("ann"), seatSpec { open = openSeat {} })

    @AfterEach
    fun hangUp() = maker.close()

    @Test
    fun `creating twice with one request id makes one match with the same join tokens`() = test {
        val named = request.copy { requestId = newRequestId() }
        assertEquals(maker.matches.create(named), maker.matches.create(named))
        val one = maker.matches.create(request)
        assertNotEquals(one.match.match, maker.matches.create(request).match.match)
    }

    @Test
    fun `who joins with a join token alone gets a token to play with, and the same seat again`() = test {
        val created = maker.matches.create(request)
        Client(address).use { guest ->
            val match = guest.match(created.match.match)
            val join = created.joinTokensList.single()
            val entropy = ByteString.copyFromUtf8("mine")
            val joined = match.join(join.token, entropy)
            assertEquals(1, joined.seat)
            assertEquals(entropy, joined.match.seatsList[1].entropy)
            guest.show(joined.playerToken)
            assertEquals(1, match.get().viewerSeat)
            assertEquals(1, match.join(join.token).seat)
            assertEquals(MatchState.MATCH_STATE_ACTIVE, match.get().match.state)
        }
    }

    @Test
    fun `of many matches each is made or says why not`() = test {
        val wrong = request.copy { clearGame() }
        val results = maker.matches.createMany(listOf(request, wrong, request))
        assertEquals(listOf(true, false, true), results.map { it.hasCreated() })
        assertEquals(listOf("game"), results[1].failure.violationsList.map { it.field })
    }

    @Test
    fun `matches are found by who plays them, and cancelled`() = test {
        val fred = matchOf(Game.GAME_SPLENDOR, human("fred"), human("ann"))
        val made = List(2) { maker.matches.create(fred).match.match }
        val cancelled = maker.matches.cancel(made[0])
        assertEquals(MatchState.MATCH_STATE_CANCELLED, cancelled.state)
        assertEquals(cancelled, maker.matches.cancel(made[0]))
        val active = maker.matches
            .find(MatchState.MATCH_STATE_ACTIVE, Game.GAME_SPLENDOR, "fred").toList()
        assertEquals(listOf(made[1]), active.map { it.match })
    }

    @Test
    fun `activity is told from now on, and again from a token`() = test {
        val ends = setOf(ActivityKind.ACTIVITY_KIND_MATCH_ENDED)
        val messages = maker.matches.activity(ends).produceIn(this)
        val begun = messages.receive()
        assertTrue(begun is ActivityMessage.Heartbeat)
        val match = maker.duelOf("maker", "ben")
        match.resign()
        val told = messages.receive() as ActivityMessage.Happened
        assertEquals(match.id, told.activity.match)
        messages.cancel()
        val again = maker.matches.activity(ends, begun.resumeToken)
            .filterIsInstance<ActivityMessage.Happened>().first { it.activity.match == match.id }
        assertEquals(told.activity, again.activity)
    }

    @Test
    fun `every payment of a purchase is told page by page, the default first`() = test {
        // Whoever plays the first purchase that is listed finds it to be paid as the first one says.
        val match = maker.match(
            maker.matches.create(matchOf(Game.GAME_SPLENDOR, human("maker"), human("maker"))).match.match,
        )
        while (true) {
            val seen = match.get()
            val seat = maker.match(match.id, seen.match.seatToAct)
            val legal = seat.get().legalActionsList
            val purchase = legal.find { it.notation().startsWith("buy") }
            if (purchase != null) {
                val payments = seat.payments(purchase).toList()
                val spent = seat.act(purchase).eventsList
                    .first { it.splendor.hasTokensSpent() }.splendor.tokensSpent.tokens
                assertEquals(spent, payments.first().splendor.tokens)
                return@test
            }
            seat.act(legal.first())
        }
    }

    @Test
    fun `the catalogue has games, cards and words`() = test {
        assertEquals(3, maker.catalogue.games().size)
        val cards = maker.catalogue.cards(Game.GAME_DUEL, "fr")
        assertTrue(cards.cardsList.any { it.card == "D1-01" })
        assertTrue(cards.termsList.any { it.key == "pearl" && it.text == "Perle" })
    }
    @Test
    fun `a match begins from a scenario that the catalogue names`() = test {
        val told = maker.catalogue.scenarios("es").first { it.scenario == "duel-first-turn" }
        assertNotEquals(told.text, maker.catalogue.scenarios().first { it.scenario == told.scenario }.text)
        val created = maker.matches.create(createMatchRequest { scenario = told.scenario })
        assertTrue(told.action in maker.match(created.match.match).legalActions())
    }
}
