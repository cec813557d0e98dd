/** What the dealing of a match depends on, and the two hashes over it. */
package gemwright.verify

import com.google.protobuf.ByteString
import gemwright.v1.Game
import gemwright.v1.MatchRecord
import java.io.ByteArrayOutputStream
import java.nio.ByteBuffer
import java.security.MessageDigest
import javax.crypto.Mac
import javax.crypto.spec.SecretKeySpec

private const val COMMITMENT = "gemwright/commitment/1"
private const val DRAW_KEY = "gemwright/draw-key/1"
private const val HMAC = "HmacSHA256"

/** Everything that a deal depends on. */
internal data class Inputs(
    val match: String,
    /** `duel`, `duel_counterfeiters` or `splendor`. */
    val game: String,
    /** The options, as JSON without white space, keys sorted. */
    val options: String,
    val rulesVersion: String,
    val salt: ByteString,
    val seed: ByteString,
    /** The entropy of the creator, then that of each seat. */
    val entropy: List<ByteString>,
) {
    /** What is published before anybody joins. */
    fun commitment(): ByteString {
        val told = listOf(COMMITMENT, match, game, options, rulesVersion).map(ByteString::copyFromUtf8)
        val digest = MessageDigest.getInstance("SHA-256")
        return ByteString.copyFrom(digest.digest(led(told + listOf(salt, seed))))
    }

    /** From which every draw follows. */
    fun drawKey(): ByteArray {
        val told = listOf(DRAW_KEY, match).map(ByteString::copyFromUtf8)
        return hmac(seed.toByteArray(), led(told + entropy))
    }
}

/** HMAC-SHA-256. */
internal fun hmac(key: ByteArray, content: ByteArray): ByteArray =
    Mac.getInstance(HMAC).apply { init(SecretKeySpec(key, HMAC)) }.doFinal(content)

/** Each part with its length before it. */
internal fun led(parts: List<ByteString>): ByteArray {
    val joined = ByteArrayOutputStream()
    for (part in parts) {
        joined.write(u32(part.size()))
        part.writeTo(joined)
    }
    return joined.toByteArray()
}

/** A number in four bytes, most significant first. */
internal fun u32(number: Int): ByteArray = ByteBuffer.allocate(Int.SIZE_BYTES).putInt(number).array()

/** What the deal of a recorded match depended on; its game is one that [nameOf] knows. */
internal fun inputsOf(record: MatchRecord): Inputs = Inputs(
    match = record.match.match,
    game = checkNotNull(nameOf(record.match.game)),
    options = optionsOf(record),
    rulesVersion = record.match.rulesVersion,
    salt = record.reveal.salt,
    seed = record.reveal.seed,
    entropy = listOf(record.match.fairness.creatorEntropy) +
        record.match.seatsList.map { it.entropy },
)

/** The name that a game has in the hashes; null for none. */
internal fun nameOf(game: Game): String? = when (game) {
    Game.GAME_DUEL -> "duel"
    Game.GAME_DUEL_COUNTERFEITERS -> "duel_counterfeiters"
    Game.GAME_SPLENDOR -> "splendor"
    Game.GAME_UNSPECIFIED, Game.UNRECOGNIZED -> null
}

private fun optionsOf(record: MatchRecord): String {
    if (record.match.game == Game.GAME_SPLENDOR) {
        val chosen = record.match.options.splendor
        val first = if (chosen.hasFirstSeat()) chosen.firstSeat else null
        val limit = chosen.noProgressLimit.takeIf { it != 0 }
        return """{"first_seat":$first,"no_progress_limit":$limit,"seats":${chosen.seats}}"""
    }
    val chosen = record.match.options.duel
    val first = if (chosen.hasFirstSeat()) chosen.firstSeat else null
    val limit = chosen.noProgressLimit.takeIf { it != 0 }
    return """{"blocking_claim":${chosen.blockingClaim},"first_seat":$first,"no_progress_limit":$limit}"""
}
