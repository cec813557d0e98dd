package gemwright.sample

import gemwright.client.DevelopmentServer
import gemwright.client.test
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource
import java.io.ByteArrayOutputStream
import java.io.File
import java.io.PrintStream

class PlayTest {
    @ParameterizedTest
    @ValueSource(strings = ["duel", "counterfeiters", "splendor"])
    fun `the sample plays a whole match by itself`(game: String) {
        val printed = played("", "--auto", "--game", game)
        assertTrue("Won by" in printed) { printed }
    }

    @Test
    fun `the sample plays what is typed, and asks again where that is none of the numbers`() {
        val printed = played("nonsense\n0\n" + "1\n".repeat(MOST_CHOICES), "--seats", "3", "--game", "splendor")
        assertTrue("Won by" in printed) { printed }
        assertTrue("    1  take " in printed) { printed }
    }

    @Test
    fun `the example of the README plays a whole match`() {
        val code = File("README.md").readText().substringAfter("```kotlin\n").substringBefore("```")
        assertTrue(code in File("src/sample/kotlin/gemwright/sample/FirstMatch.kt").readText())
        val printed = printed("") { test { playFirstMatch(DevelopmentServer.shared.address) } }
        assertTrue("won by [" in printed) { printed }
    }

    private fun played(typed: String, vararg words: String): String =
        printed(typed) { main(arrayOf("--server", DevelopmentServer.shared.address) + words) }

    private fun printed(typed: String, program: () -> Unit): String {
        val printed = ByteArrayOutputStream()
        val (input, output) = System.`in` to System.out
        System.setIn(typed.byteInputStream())
        System.setOut(PrintStream(printed, true))
        try {
            program()
        } finally {
            System.setIn(input)
            System.setOut(output)
        }
        return "$printed"
    }

    private companion object {
        const val MOST_CHOICES = 2_000
    }
}
