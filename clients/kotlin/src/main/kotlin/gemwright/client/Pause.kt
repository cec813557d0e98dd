package gemwright.client

import kotlin.random.Random
import kotlin.time.Duration
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.seconds

private val FIRST = 100.milliseconds
private val LONGEST = 10.seconds
private const val SPREAD = 1.5

/** How long to wait before something is tried again: longer each time, with chance in it. */
internal class Pause {
    private var next = FIRST

    /** How long to wait now. */
    fun take(): Duration {
        val now = next
        next = minOf(now * 2, LONGEST)
        return now * Random.nextDouble(0.5, 1.0)
    }

    /** Likewise, and not less than the server asks for, which it asks of many at once. */
    fun after(error: CallException): Duration {
        val asked = error.facts.retryAfter ?: Duration.ZERO
        return maxOf(take(), asked * Random.nextDouble(1.0, SPREAD))
    }

    /** It worked. */
    fun reset() {
        next = FIRST
    }
}
