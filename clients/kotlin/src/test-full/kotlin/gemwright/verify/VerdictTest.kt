package gemwright.verify

import com.google.gson.JsonArray
import com.google.gson.JsonElement
import com.google.gson.JsonObject
import com.google.gson.JsonParser
import com.google.protobuf.util.JsonFormat
import gemwright.v1.MatchRecord
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.DynamicTest.dynamicTest
import org.junit.jupiter.api.TestFactory
import java.util.zip.GZIPInputStream
import kotlin.io.path.inputStream
import kotlin.io.path.reader

/** Records of real matches, and forgeries of them, in the forms in which all verifiers get them. */
class VerdictTest {
    private val records = mutableMapOf<String, JsonObject>()

    @TestFactory
    fun `a record is judged as the vectors have it`(): List<DynamicTest> =
        VECTORS.resolve("verdicts.json").reader().use { JsonParser.parseReader(it) }.asJsonArray
            .map(JsonElement::getAsJsonObject)
            .map { case ->
                dynamicTest("${case["record"].asString}: ${case["what"].asString}") { assertJudged(case) }
            }

    /** What a vector expects is what must be said; what it leaves out is not compared. */
    private fun assertJudged(case: JsonObject) {
        val verdict = verify(recordOf(forged(case)), case["kept_commitment"]?.let { ofHex(it.asString) })
        val expected = case.getAsJsonObject("expected").asMap().mapValues { (_, it) -> worded(it) }
        assertEquals(expected, worded(verdict).filterKeys { it in expected })
    }

    private fun worded(value: JsonElement) = if (value.isJsonNull) null else value.asString

    private fun worded(verdict: Verdict): Map<String, String?> = when (verdict) {
        is Verdict.Honest -> mapOf("answer" to "honest", "draws" to "${verdict.draws}")
        is Verdict.Incomplete -> mapOf("answer" to "incomplete")
        is Verdict.Unverifiable -> mapOf("answer" to "unverifiable")
        is Verdict.Dishonest -> with(verdict.difference) {
            mapOf(
                "answer" to "dishonest",
                "check" to check,
                "version" to "$version",
                "event" to event?.toString(),
                "expected" to this.expected,
                "found" to found,
            )
        }
    }

    private fun forged(case: JsonObject): JsonObject {
        val record = records.getOrPut(case["record"].asString) { read(case["record"].asString) }.deepCopy()
        case.all("edits").forEach { edit ->
            val way = edit.getAsJsonArray("path").toList()
            val place = way.dropLast(1).fold(record as JsonElement) { at, step ->
                if (at is JsonArray) at[step.asInt] else memberOf(at.asJsonObject, step.asString)
            }
            put(place, way.last(), edit["value"])
        }
        return record
    }

    /** A member of an object; where there is none, there is an empty one from now on. */
    private fun memberOf(parent: JsonObject, name: String): JsonElement =
        parent[name] ?: JsonObject().also { parent.add(name, it) }

    /** Put a value where it belongs; a value of null takes away what is there. */
    private fun put(place: JsonElement, step: JsonElement, value: JsonElement) {
        when {
            place is JsonObject && value.isJsonNull -> place.remove(step.asString)
            place is JsonObject -> place.add(step.asString, value)
            place is JsonArray && value.isJsonNull -> place.remove(step.asInt)
            place is JsonArray -> place[step.asInt] = value
        }
    }

    private fun read(name: String): JsonObject =
        GZIPInputStream(VECTORS.resolve("records/$name.json.gz").inputStream()).reader().use {
            JsonParser.parseReader(it).asJsonObject
        }

    private fun recordOf(json: JsonObject): MatchRecord = MatchRecord.newBuilder()
        .also { JsonFormat.parser().ignoringUnknownFields().merge("$json", it) }.build()
}
