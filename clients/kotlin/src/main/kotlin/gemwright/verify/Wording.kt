/** How what was expected and found is worded. */
package gemwright.verify

import com.google.protobuf.ByteString
import gemwright.v1.TokenCounts
import gemwright.v1.TokenKind

internal const val NOTHING: String = "none"
private const val KIND_PREFIX = "TOKEN_KIND_"

/** More tokens of a kind than this there never are; who writes a billion shall not have them listed. */
internal const val MOST_TOKENS: Int = 99

/** A card, or that there is none. */
internal fun worded(card: String?): String = if (card.isNullOrEmpty()) NOTHING else card

/** A token, or that there is none. */
internal fun worded(kind: TokenKind): String =
    if (kind == EMPTY) NOTHING else kind.name.removePrefix(KIND_PREFIX).lowercase()

/** Bytes. */
internal fun worded(bytes: ByteString): String =
    worded(bytes.toByteArray().joinToString("") { "%02x".format(null, it) })

/** The items of a list. */
internal fun <T> worded(items: List<T>, item: (T) -> String): String =
    worded(items.joinToString(" ", transform = item))

/** The cards of a list. */
internal fun cards(ids: List<String?>): String = worded(ids) { worded(it) }

/** How many there are of each kind, in kind order. */
internal fun numbersOf(tokens: TokenCounts): Map<TokenKind, Int> = mapOf(
    TokenKind.TOKEN_KIND_WHITE to tokens.white,
    TokenKind.TOKEN_KIND_BLUE to tokens.blue,
    TokenKind.TOKEN_KIND_GREEN to tokens.green,
    TokenKind.TOKEN_KIND_RED to tokens.red,
    TokenKind.TOKEN_KIND_BLACK to tokens.black,
    TokenKind.TOKEN_KIND_PEARL to tokens.pearl,
    TokenKind.TOKEN_KIND_GOLD to tokens.gold,
    TokenKind.TOKEN_KIND_GLASSWARE to tokens.glassware,
)

/** Each token for itself, in kind order. */
internal fun listed(tokens: TokenCounts): List<TokenKind> =
    numbersOf(tokens).flatMap { (kind, number) -> List(number) { kind } }
