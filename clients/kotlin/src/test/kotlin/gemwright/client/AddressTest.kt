package gemwright.client

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource

class AddressTest {
    @Test
    fun `a host alone has the port of servers, an encrypted one that of the web`() {
        assertEquals(listOf(Address("example.org", 7373, false)), addressesOf("example.org", false))
        assertEquals(listOf(Address("example.org", 443, true)), addressesOf("https://example.org/", false))
        assertEquals(listOf(Address("example.org", 443, true)), addressesOf("example.org", true))
    }

    @Test
    fun `several stand with commas between them, and IPv6 in brackets`() {
        val both = listOf(Address("127.0.0.1", 7373, true), Address("[::1]", 9, false))
        assertEquals(both, addressesOf("127.0.0.1:7373, http://[::1]:9", true))
    }

    @ParameterizedTest
    @ValueSource(strings = ["", "host:0", "host:70000", "host:x", "ftp://host", "h/path", "a b"])
    fun `what is no address is refused`(text: String) {
        assertThrows(AddressUnusableException::class.java) { addressesOf(text, false) }
    }

    @Test
    fun `a password in an address is not repeated`() {
        val refused = assertThrows(AddressUnusableException::class.java) {
            addressesOf("ann:secret@host", false)
        }
        assertFalse("secret" in refused.message!!)
    }
}
