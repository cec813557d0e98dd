package gemwright.verify

import com.google.gson.JsonObject
import com.google.protobuf.ByteString
import gemwright.v1.Game
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.DynamicTest.dynamicTest
import org.junit.jupiter.api.TestFactory

class DealingTest {
    private val vectors = vectors("dealing.json")

    @TestFactory
    fun `a match is dealt as the vectors have it`(): List<DynamicTest> =
        vectors.all("matches").map { vector ->
            dynamicTest(vector.inputs["match_id"].asString) { assertDealt(vector) }
        }

    @TestFactory
    fun `an item is drawn as the vectors have it`(): List<DynamicTest> =
        vectors.all("draws").map { vector ->
            dynamicTest("${vector["purpose"].asString} of ${vector["size"].asInt}") {
                val draws = drawsAt(vector)
                val pool = MutableList(vector["size"].asInt) { it }
                assertEquals(vector["index"].asInt, draws.draw(vector["purpose"].asString, pool))
            }
        }

    @TestFactory
    fun `several tokens are dealt as the vectors have it`(): List<DynamicTest> =
        vectors.all("deals").map { vector ->
            dynamicTest("${vector["how_many"].asInt} for ${vector["purpose"].asString}") {
                val draws = drawsAt(vector)
                val bag = kindsOf(vector.getAsJsonObject("bag")).toMutableList()
                val dealt = draws.deal(vector["purpose"].asString, bag, vector["how_many"].asInt)
                assertEquals(vector["dealt"].texts, dealt)
                assertEquals(kindsOf(vector.getAsJsonObject("bag_after")), bag)
                assertEquals(vector["counter_after"].asInt, draws.counter)
            }
        }

    private fun assertDealt(vector: JsonObject) {
        val inputs = inputsOf(vector)
        assertEquals(ofHex(vector["commitment"].asString), inputs.commitment())
        assertEquals(vector["draw_key"].asString, worded(ByteString.copyFrom(inputs.drawKey())))
        val options = vector.inputs.getAsJsonObject("options")
        val draws = Draws(inputs.drawKey())
        val first = options["first_seat"].takeUnless { it.isJsonNull }?.asInt
        val table = setUp(GAMES.getValue(inputs.game), inputs.entropy.size - 1, first, draws)
        assertSetUp(vector.getAsJsonObject("set_up"), table, draws)
    }

    private fun assertSetUp(expected: JsonObject, table: Table, draws: Draws) {
        assertEquals(expected["draws"].asInt, draws.counter)
        assertEquals(expected["first_seat"].asInt, table.firstSeat)
        val decks = expected.getAsJsonObject("decks")
        for (level in 0 until LEVELS) {
            val faceUp = table.jewels.slots.filterIndexed { slot, _ ->
                table.jewels.deckOf(slot) === table.jewels.deck(level)
            }
            assertEquals(decks["${level + 1}"].texts, faceUp + table.jewels.deck(level)!!)
        }
        expected["board_along_spiral"]?.let { board ->
            assertEquals(board.texts, SPIRAL.map { worded(table.board[it]) })
            assertEquals(kindsOf(expected.getAsJsonObject("bag")), table.bag.map { worded(it) })
        }
        expected["nobles"]?.let { assertEquals(it.texts, table.nobles) }
        for ((name, row) in mapOf("counterfeiter" to table.counterfeiters, "royal" to table.royals))
            expected["${name}_deck"]?.let { assertEquals(it.texts, row.slots + row.deck(0)!!) }
    }

    private fun inputsOf(vector: JsonObject) = Inputs(
        match = vector.inputs["match_id"].asString,
        game = vector.inputs["game"].asString,
        options = vector["options_text"].asString,
        rulesVersion = vector.inputs["rules_version"].asString,
        salt = ofHex(vector.inputs["salt"].asString),
        seed = ofHex(vector.inputs["seed"].asString),
        entropy = (listOf(vector.inputs["creator_entropy"].asString) +
            vector.inputs["seat_entropy"].texts).map(::ofHex),
    )

    private fun drawsAt(vector: JsonObject) = Draws(
        ofHex(vector["draw_key"].asString).toByteArray(),
        vector["counter"].asLong.toInt(), // as unsigned as it is written
    )

    private val JsonObject.inputs: JsonObject get() = getAsJsonObject("inputs")

    private companion object {
        const val LEVELS = 3
        val GAMES = Game.entries.mapNotNull { game -> nameOf(game)?.let { it to game } }.toMap()
    }
}
