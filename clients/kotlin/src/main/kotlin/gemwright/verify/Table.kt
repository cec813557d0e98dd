/** What chance decides of a position: cards, tokens of the board and the bag, nobles. */
package gemwright.verify

import gemwright.v1.TokenKind

/** An empty cell of the board. */
internal val EMPTY: TokenKind = TokenKind.TOKEN_KIND_UNSPECIFIED

/** Cards that lie face up in slots, numbered through, and the decks that these are refilled from. */
internal class Row(
    private val decks: List<MutableList<String>>,
    private val slotsOfDecks: List<Int>,
) {
    /** The card in each slot, from the tops of the decks at first; null where there is none. */
    val slots: MutableList<String?> = MutableList(slotsOfDecks.sum()) { null }

    init {
        for (slot in slots.indices) slots[slot] = deckOf(slot).removeFirstOrNull()
    }

    /** The deck that a slot is refilled from, the top card first. */
    fun deckOf(slot: Int): MutableList<String> {
        var slotsSoFar = 0
        return decks[slotsOfDecks.indexOfFirst { slotsSoFar += it; slot < slotsSoFar }]
    }

    /** The deck of this number, from 0; null for none. */
    fun deck(number: Int): MutableList<String>? = decks.getOrNull(number)

    /** How many cards each deck has. */
    fun deckSizes(): List<Int> = decks.map { it.size }

    /** The first slot that is empty though its deck is not; null for none. */
    fun firstToRefill(): Int? = slots.indices.find { slots[it] == null && deckOf(it).isNotEmpty() }

    companion object {
        /** Of a game that has no such cards. */
        fun none(): Row = Row(listOf(mutableListOf()), listOf(0))
    }
}

/** What one seat has of what chance decided. */
internal class Holding {
    /** How many tokens of each kind. */
    val tokens: MutableMap<TokenKind, Int> = mutableMapOf()

    /** The ids of its reserved cards, the one reserved first in front. */
    val reserve: MutableList<String> = mutableListOf()

    /** Get one token. */
    fun gain(kind: TokenKind) {
        tokens.merge(kind, 1, Int::plus)
    }
}

/** The whole of it. */
internal class Table(
    val firstSeat: Int,
    seats: Int,
    val jewels: Row,
    val nobles: MutableList<String> = mutableListOf(),
    val counterfeiters: Row = Row.none(),
    val royals: Row = Row.none(),
    /** The token in each cell, in row order. */
    val board: MutableList<TokenKind> = mutableListOf(),
    /** The tokens of the bag, in kind order. */
    val bag: MutableList<TokenKind> = mutableListOf(),
) {
    /** What the seats have, in their order. */
    val holdings: List<Holding> = List(seats) { Holding() }

    /** The cards that a seat is looking at. */
    var lookedAt: List<String> = emptyList()

    /** The level that they are from. */
    var levelLookedAt: Int = 0

    /** Put tokens into the bag. */
    fun putIntoBag(kinds: List<TokenKind>) {
        bag += kinds
        bag.sort()
    }
}
