package gemwright.verify

import com.google.protobuf.ByteString

/** So many values has a byte. */
private const val BYTE_VALUES = 256

/** Every draw of a match, one after the other. */
internal class Draws(private val key: ByteArray, counter: Int = 0) {
    /** How many draws were made. */
    var counter: Int = counter
        private set

    /** Take one item out of a pool, whose others keep their order. */
    fun <T> draw(purpose: String, pool: MutableList<T>): T {
        val index = if (pool.size == 1) 0 else indexBelow(pool.size, purpose)
        counter += 1
        return pool.removeAt(index)
    }

    /** So many draws with the same purpose. */
    fun <T> deal(purpose: String, pool: MutableList<T>, number: Int): List<T> =
        List(number) { draw(purpose, pool) }

    /** A number below this size, every one equally likely. */
    private fun indexBelow(size: Int, purpose: String): Int {
        val fair = BYTE_VALUES - BYTE_VALUES % size
        val led = led(listOf(ByteString.copyFromUtf8(purpose))) + u32(counter)
        return generateSequence(0) { it + 1 }
            .map { attempt -> hmac(key, led + u32(attempt)).first().toUByte().toInt() }
            .first { it < fair } % size
    }
}
