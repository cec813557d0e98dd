package gemwright.client

import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flow

/** One page of a list. */
internal class Page<T>(
    val items: List<T>,
    /** For the next page; empty after the last. */
    val next: String,
)

/** Everything that is on the pages of a list, each asked for when the one before was read. */
internal fun <T> paged(ask: suspend (token: String) -> Page<T>): Flow<T> = flow {
    var token = ""
    do {
        val page = ask(token)
        page.items.forEach { emit(it) }
        token = page.next
    } while (token.isNotEmpty())
}
