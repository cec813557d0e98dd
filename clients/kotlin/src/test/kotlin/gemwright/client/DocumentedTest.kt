package gemwright.client

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import java.io.File

class DocumentedTest {
    @Test
    fun `everything public says what it is`() {
        val silent = File("src/main/kotlin").walk().filter { it.extension == "kt" }.flatMap { file ->
            file.readLines().zipWithNext()
                .filter { (before, line) -> line.matches(Regex("\\s*public .*")) && !isSaid(before) }
                .map { (_, line) -> "${file.name}: ${line.trim()}" }
        }
        assertEquals(emptyList<String>(), silent.toList())
    }

    @Test
    fun `what the README points to is there`() {
        val readme = File("README.md").readText()
        val links = Regex("""\]\(([^)]+)\)""").findAll(readme).map { File(it.groupValues[1]) }
        val sources = Regex("""`([A-Za-z/]+\.kt)`""").findAll(readme).map { it.groupValues[1] }
            .map { if ('/' !in it || it.startsWith("src/")) it else "src/main/kotlin/gemwright/$it" }
            .filter { '/' in it }.map(::File)
        assertEquals(emptyList<File>(), (links + sources).filterNot(File::exists).toList())
        assertTrue(sources.count() > FEWEST_SOURCES)
    }

    @Test
    fun `the README names the library as Maven does`() {
        val pom = File("pom.xml").readText()
        val name = listOf("groupId", "artifactId", "version").joinToString(":") {
            pom.substringAfter("<$it>").substringBefore("</$it>")
        }
        assertTrue("`$name`" in File("README.md").readText(), name)
    }

    private fun isSaid(before: String) = before.trim().endsWith("*/") || before.trim().startsWith("@")

    private companion object {
        const val FEWEST_SOURCES = 5
    }
}
