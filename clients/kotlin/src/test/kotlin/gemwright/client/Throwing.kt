package gemwright.client

import org.junit.jupiter.api.Assertions.fail

/** The exception of this class that the body throws. */
suspend inline fun <reified E : Throwable> assertThrows(body: () -> Unit): E {
    try {
        body()
    } catch (error: Throwable) {
        if (error is E) return error
        throw error
    }
    return fail("${E::class.simpleName} was expected, and nothing was thrown")
}
