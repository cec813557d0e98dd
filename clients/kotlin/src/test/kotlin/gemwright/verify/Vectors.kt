package gemwright.verify

import com.google.gson.JsonElement
import com.google.gson.JsonObject
import com.google.gson.JsonParser
import com.google.protobuf.ByteString
import gemwright.client.CHECKOUT
import java.nio.file.Path
import kotlin.io.path.reader

/** Where the vectors lie that clients in all languages share. */
val VECTORS: Path = CHECKOUT.resolve("tests/vectors")

fun vectors(name: String): JsonObject =
    VECTORS.resolve(name).reader().use { JsonParser.parseReader(it).asJsonObject }

fun ofHex(text: String): ByteString =
    ByteString.copyFrom(text.chunked(2).map { it.toInt(16).toByte() }.toByteArray())

val JsonElement.texts: List<String> get() = asJsonArray.map { it.asString }

/** The objects of a list. */
fun JsonObject.all(name: String): List<JsonObject> =
    getAsJsonArray(name).map(JsonElement::getAsJsonObject)

/** So many of each kind, listed one by one, in kind order. */
fun kindsOf(counts: JsonObject): List<String> =
    KINDS.flatMap { kind -> List(counts[kind]?.asInt ?: 0) { kind } }

private val KINDS =
    listOf("white", "blue", "green", "red", "black", "pearl", "gold", "glassware")
