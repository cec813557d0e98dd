/** Making the set-up of a match, draw by draw. */
package gemwright.verify

import gemwright.v1.Game
import gemwright.v1.TokenKind

private const val CELLS = 25
private const val DIGITS = 2
private const val NOBLES = 10
private const val COUNTERFEITER_CARDS = 17
private const val COUNTERFEITER_SLOTS = 3
private const val ROYAL_CARDS = 12
private const val ROYAL_SLOTS = 4
private val DUEL_DECKS = listOf(30, 24, 13)
private val DUEL_SLOTS = listOf(5, 4, 3)
private val SPLENDOR_DECKS = listOf(40, 30, 20)
private val SPLENDOR_SLOTS = listOf(4, 4, 4)
private val TOKENS = mapOf(
    TokenKind.TOKEN_KIND_WHITE to 4,
    TokenKind.TOKEN_KIND_BLUE to 4,
    TokenKind.TOKEN_KIND_GREEN to 4,
    TokenKind.TOKEN_KIND_RED to 4,
    TokenKind.TOKEN_KIND_BLACK to 4,
    TokenKind.TOKEN_KIND_PEARL to 2,
    TokenKind.TOKEN_KIND_GOLD to 3,
)
private const val GLASSWARE = 4

/** The cells of the board from the centre outwards. */
internal val SPIRAL: List<Int> = listOf(
    12, 17, 16, 11, 6, 7, 8, 13, 18, 23, 22, 21, 20, 15, 10, 5, 0, 1, 2, 3, 4, 9, 14, 19, 24,
)

/** The set-up of a match; the seat that begins is drawn unless the options name it. */
internal fun setUp(game: Game, seats: Int, namedSeat: Int?, draws: Draws): Table {
    val firstSeat = namedSeat ?: draws.draw("first_seat", MutableList(seats) { it })
    return when (game) {
        Game.GAME_SPLENDOR -> splendor(firstSeat, seats, draws)
        else -> duel(firstSeat, seats, draws, hasExpansion = game == Game.GAME_DUEL_COUNTERFEITERS)
    }
}

private fun splendor(firstSeat: Int, seats: Int, draws: Draws): Table {
    val jewels = Row(decks('S', SPLENDOR_DECKS, draws), SPLENDOR_SLOTS)
    val nobles = draws.deal("nobles", MutableList(NOBLES) { "N-${it + 1}" }, seats + 1)
    return Table(firstSeat, seats, jewels, nobles.toMutableList())
}

private fun duel(firstSeat: Int, seats: Int, draws: Draws, hasExpansion: Boolean): Table {
    val jewels = Row(decks('D', DUEL_DECKS, draws), DUEL_SLOTS)
    val counterfeiters = if (hasExpansion) counterfeiters(draws) else Row.none()
    val royals = royals(draws, hasExpansion)
    val bag = allTokens(hasExpansion)
    val board = MutableList(CELLS) { EMPTY }
    SPIRAL.zip(draws.deal("board", bag, CELLS)).forEach { (cell, kind) -> board[cell] = kind }
    return Table(
        firstSeat, seats, jewels,
        counterfeiters = counterfeiters, royals = royals, board = board, bag = bag,
    )
}

private fun decks(letter: Char, sizes: List<Int>, draws: Draws): List<MutableList<String>> =
    sizes.mapIndexed { at, size ->
        val level = at + 1
        shuffled("deck_$level", size, draws) { "$letter$level-${twoDigits(it)}" }
    }

private fun counterfeiters(draws: Draws): Row {
    val deck = shuffled("counterfeiter_deck", COUNTERFEITER_CARDS, draws) { "C-${twoDigits(it)}" }
    return Row(listOf(deck), listOf(COUNTERFEITER_SLOTS))
}

private fun royals(draws: Draws, hasExpansion: Boolean): Row {
    val deck = if (hasExpansion) shuffled("royal_deck", ROYAL_CARDS, draws) { "R-$it" }
    else MutableList(ROYAL_SLOTS) { "R-${it + 1}" }
    return Row(listOf(deck), listOf(ROYAL_SLOTS))
}

private fun shuffled(
    purpose: String,
    size: Int,
    draws: Draws,
    name: (Int) -> String,
): MutableList<String> =
    draws.deal(purpose, MutableList(size) { name(it + 1) }, size).toMutableList()

private fun twoDigits(number: Int): String = number.toString().padStart(DIGITS, '0')

private fun allTokens(hasExpansion: Boolean): MutableList<TokenKind> {
    val numbers = if (hasExpansion) TOKENS + (TokenKind.TOKEN_KIND_GLASSWARE to GLASSWARE) else TOKENS
    return numbers.flatMap { (kind, number) -> List(number) { kind } }.toMutableList()
}
