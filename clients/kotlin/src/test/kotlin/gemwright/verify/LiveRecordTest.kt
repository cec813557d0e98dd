package gemwright.verify

import com.google.protobuf.ByteString
import gemwright.client.Client
import gemwright.client.DevelopmentServer
import gemwright.client.Player
import gemwright.client.bot
import gemwright.client.human
import gemwright.client.matchOf
import gemwright.client.test
import gemwright.v1.BuiltInBot.BUILT_IN_BOT_RANDOM
import gemwright.v1.Event
import gemwright.v1.Game
import gemwright.v1.MatchRecord
import gemwright.v1.TokenKind
import gemwright.v1.copy
import gemwright.v1.openSeat
import gemwright.v1.seatSpec
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.EnumSource

private const val BITS = 256

class LiveRecordTest {
    private val address = DevelopmentServer.shared.address

    @ParameterizedTest
    @EnumSource(Game::class, names = ["GAME_UNSPECIFIED", "UNRECOGNIZED"], mode = EnumSource.Mode.EXCLUDE)
    fun `a match that was just played was dealt honestly, and no forged draw of it passes`(game: Game) =
        test {
            val record = played(game)
            assertTrue(verify(record) is Verdict.Honest) { "${verify(record)}" }
            val forgeries = forgeriesOf(record)
            assertTrue(forgeries.size > FEWEST_FORGERIES)
            forgeries.forEach { (what, forgery) ->
                assertTrue(verify(forgery) is Verdict.Dishonest) { "$what: ${verify(forgery)}" }
            }
        }

    @Test
    fun `one flipped bit of seed or salt is found, wherever it is`() = test {
        val record = played(Game.GAME_DUEL)
        repeat(BITS) { bit ->
            val reveal = record.reveal
            listOf(
                reveal.copy { seed = flipped(seed, bit) },
                reveal.copy { salt = flipped(salt, bit) },
            ).forEach { forged ->
                val verdict = verify(record.toBuilder().setReveal(forged).build())
                assertEquals("commitment", (verdict as Verdict.Dishonest).difference.check)
            }
        }
    }

    @Test
    fun `who kept the commitment finds out that another one was put in its place`() = test {
        Client(address, { "dev:ann" }).use { ann ->
            val open = matchOf(Game.GAME_DUEL, human("ann"), seatSpec { open = openSeat {} })
            val created = ann.matches.create(open)
            val kept = created.match.fairness.commitment
            val match = ann.match(created.match.match)
            Client(address, { "dev:ben" }).use { ben ->
                val entropy = ByteString.copyFromUtf8("heads or tails")
                ben.match(match.id).join(created.joinTokensList.single().token, entropy)
            }
            match.resign()
            val record = match.record()
            assertTrue(verify(record, kept) is Verdict.Honest) { "${verify(record, kept)}" }
            val verdict = verify(record, flipped(kept, 0)) as Verdict.Dishonest
            assertEquals("kept_commitment", verdict.difference.check)
        }
    }

    @Test
    fun `a match whose seed was given proves nothing`() = test {
        Client(address, { "dev:ann" }).use { ann ->
            val given = matchOf(Game.GAME_DUEL, human("ann"), human("ben"))
                .copy { seed = ByteString.copyFrom(kotlin.random.Random.nextBytes(BITS / Byte.SIZE_BITS)) }
            val match = ann.match(ann.matches.create(given).match.match)
            match.resign()
            assertEquals(Verdict.Unverifiable, verify(match.record()))
        }
    }

    private suspend fun played(game: Game): MatchRecord =
        Client(address, { "dev:ann" }).use { ann ->
            val seats = arrayOf(human("ann"), bot(BUILT_IN_BOT_RANDOM))
            val match = ann.match(ann.matches.create(matchOf(game, *seats)).match.match)
            Player(match).playToTheEnd()
            match.record()
        }

    /** The record with one drawn thing exchanged for another, for every event that tells of one. */
    private fun forgeriesOf(record: MatchRecord): List<Pair<String, MatchRecord>> =
        record.updatesList.flatMapIndexed { at, update ->
            update.eventsList.flatMapIndexed { index, event ->
                listOfNotNull(forged(event)).map {
                    val other = update.toBuilder().setEvents(index, it).build()
                    "event $index of ${update.version}" to
                        record.toBuilder().setUpdates(at, other).build()
                }
            }
        }

    private fun forged(event: Event): Event? = when {
        event.duel.hasCellFilled() -> event.copy {
            duel = duel.copy { cellFilled = cellFilled.copy { kind = other(kind) } }
        }
        event.duel.hasSlotFilled() -> event.copy {
            duel = duel.copy { slotFilled = slotFilled.copy { card = other(card) } }
        }
        event.splendor.hasSlotFilled() -> event.copy {
            splendor = splendor.copy { slotFilled = slotFilled.copy { card = other(card) } }
        }
        else -> null
    }

    private fun other(kind: TokenKind) =
        if (kind == TokenKind.TOKEN_KIND_RED) TokenKind.TOKEN_KIND_BLUE else TokenKind.TOKEN_KIND_RED

    private fun other(card: String) = card.dropLast(1) + if (card.endsWith('1')) '2' else '1'

    private fun flipped(bytes: ByteString, bit: Int): ByteString {
        val changed = bytes.toByteArray()
        val at = bit / Byte.SIZE_BITS
        changed[at] = (changed[at].toInt() xor (1 shl bit % Byte.SIZE_BITS)).toByte()
        return ByteString.copyFrom(changed)
    }

    private companion object {
        const val FEWEST_FORGERIES = 10
    }
}
