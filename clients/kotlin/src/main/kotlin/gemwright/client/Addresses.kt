/** Where servers are. */
package gemwright.client

import java.net.URI
import java.net.URISyntaxException

private const val PORT = 7373
private const val SECURE_PORT = 443
private const val MOST_PORT = 65_535

/** One server. */
internal data class Address(val host: String, val port: Int, val isSecure: Boolean)

/** The servers of `host:port,https://host`, one or several. */
internal fun addressesOf(text: String, isSecure: Boolean): List<Address> =
    text.split(',').map { addressOf(it.trim(), isSecure) }

private fun addressOf(text: String, isSecure: Boolean): Address {
    if ('@' in text) // which is not repeated, for it may be a password
        throw AddressUnusableException("an address has no user in it; show a token instead")
    val scheme = text.substringBefore("://", missingDelimiterValue = "")
    if (scheme !in setOf("", "http", "https"))
        throw AddressUnusableException("'$text': http:// or https:// is expected, or neither")
    val place = placeOf(text.substringAfter("://").removeSuffix("/"))
        ?: throw AddressUnusableException("'$text' is no address such as 127.0.0.1:7373")
    val isEncrypted = scheme == "https" || (isSecure && scheme.isEmpty())
    val port = if (place.port >= 0) place.port else if (isEncrypted) SECURE_PORT else PORT
    return Address(place.host, port, isEncrypted)
}

/** Host and port, read as those of a web address are; null where there is more, or no host. */
private fun placeOf(text: String): URI? =
    try {
        URI("http://$text").takeIf {
            it.host != null && it.rawPath.isEmpty() && it.rawQuery == null &&
                it.rawFragment == null && it.port != 0 && it.port <= MOST_PORT
        }
    } catch (_: URISyntaxException) {
        null
    }
